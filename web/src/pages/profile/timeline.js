// What happens when: windows or phases, the play rate within them, events, and the moment that is looked at.
import { useRef } from 'preact/hooks';
import { html } from '../../html.js';
import { useWidth } from '../../hooks.js';
import { digitsOf, linear, roundStep, ticks } from '../../plot/scale.js';
import { show } from '../../units.js';
import { strideOf } from './handle.js';

const LEFT = 66;
const RIGHT = 16;
const RATE = { top: 8, height: 34 };
const WARPED = 52;
const AUTHORED = 80;
const LANE = 20;
const HEIGHT = 124;

/** @typedef {{name: string, start: number, end: number, rate: number | null}} Bar in elapsed seconds */
/** @typedef {{name: string, start: number, end: number}} Span in seconds of the clip */

/** @param {import('./types.js').Answer | undefined} answer @param {string[]} names @returns {Bar[]} */
export function barsOf(answer, names) {
  if (!answer) return [];
  if (answer.kind === 'reach') return answer.windows.map((one) => ({ name: one.name, start: one.elapsed_start, end: one.elapsed_end, rate: answer.play_rate }));
  if (answer.verdict === 'refused') return [];
  return answer.phases.flatMap((one, i) => (one.passed ? [] : [{ name: names[i] ?? '', start: one.elapsed_start, end: one.elapsed_end, rate: one.play_rate }]));
}

/** The play rate over elapsed time as a stepped line. @param {Bar[]} bars @param {number} duration @param {(seconds: number) => number} x
 * @param {(rate: number) => number} y */
function ratePath(bars, duration, x, y) {
  let d = `M${x(0)} ${y(1)}`;
  for (const bar of bars) {
    const [a, b] = [Math.max(0, bar.start), bar.end];
    d += `H${x(a)}V${y(bar.rate ?? 1)}H${x(b)}V${y(1)}`;
  }
  return `${d}H${x(duration)}`;
}

/** An edge of a phase that can be dragged. @param {{at: number, label: string, x: (s: number) => number, find: (event: any) => number, onMove: (seconds: number) => void, step: number}} props */
function Edge({ at, label, x, find, onMove, step }) {
  const held = useRef(false);
  return html`<g class="handle window-edge" transform="translate(${x(at)} ${AUTHORED})" tabindex="0" role="slider" aria-label=${label} aria-valuenow=${at} aria-valuetext="${show(at, 3)} seconds"
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
      const sign = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (!sign) return;
      event.preventDefault();
      event.stopPropagation();
      onMove(at + sign * step * strideOf(event));
    }}
    onPointerDown=${(/** @type {any} */ event) => {
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.focus();
      held.current = true;
    }}
    onPointerMove=${(/** @type {any} */ event) => held.current && onMove(find(event))}
    onPointerUp=${() => (held.current = false)} onLostPointerCapture=${() => (held.current = false)}>
    <rect class="catch" x="-6" y="-2" width="12" height=${LANE + 4} /><path class="grip" d="M0 -2V${LANE + 2}" />
  </g>`;
}

/** @param {{answer: import('./types.js').Answer | undefined, names: string[], spans: Span[], events: import('../../types.js').ClipEvent[], clipDuration: number, time: number,
 *   frameRate: number, elapsed: number, moment: import('./types.js').Sample | null, onElapsed: (elapsed: number) => void,
 *   onEdge: ((index: number, edge: 'start' | 'end', seconds: number) => void) | null}} props  time: of the request, on the clip */
export function Timeline({ answer, names, spans, events, clipDuration, time, frameRate, elapsed, moment, onElapsed, onEdge }) {
  const [element, width] = useWidth(820);
  const drawing = useRef(/** @type {SVGSVGElement | null} */ (null));
  const bars = barsOf(answer, names);
  const duration = answer && answer.verdict !== 'refused' ? answer.duration : 0;
  const whole = Math.max(duration, clipDuration - time, 0.1);
  const x = linear([0, whole], [LEFT, width - RIGHT]);
  const rates = bars.map((one) => one.rate ?? 1);
  const top = Math.max(2, ...rates) * 1.05;
  const y = linear([0, top], [RATE.top + RATE.height, RATE.top]);
  const step = roundStep(whole / Math.max(2, (width - LEFT - RIGHT) / 80));
  const secondsAt = (/** @type {{clientX: number}} */ event) => {
    const box = drawing.current?.getBoundingClientRect();
    return box ? ((event.clientX - box.left - LEFT) / (box.width - LEFT - RIGHT)) * whole : 0;
  };
  /** @param {any} event */
  const scrub = (event) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    else if (!(event.buttons & 1)) return;
    onElapsed(Math.min(duration, Math.max(0, secondsAt(event))));
  };
  const answered = answer && answer.verdict !== 'refused' ? answer.events : [];
  const at = Math.min(elapsed, duration);
  return html`<div ref=${element} class="timeline">
    <svg ref=${drawing} class="plot" height=${HEIGHT} viewBox="0 0 ${width} ${HEIGHT}" role="group" aria-label="Timeline: play rate, windows and events over elapsed time"
      onPointerDown=${scrub} onPointerMove=${scrub}>
      <g class="lane-names" aria-hidden="true">
        <text x=${LEFT - 8} y=${RATE.top + 21} text-anchor="end">play rate</text>
        <text x=${LEFT - 8} y=${WARPED + 14} text-anchor="end">warped</text>
        <text x=${LEFT - 8} y=${AUTHORED + 14} text-anchor="end">authored</text>
      </g>
      ${ticks(0, whole, whole / step).map(
        (value) => html`<path class="rule" d="M${x(value)} ${RATE.top}V${AUTHORED + LANE}" /><text x=${x(value)} y=${HEIGHT - 6} text-anchor="middle">${show(value, digitsOf(step))}${value === 0 ? ' s' : ''}</text>`,
      )}
      <path class="rule one" d="M${LEFT} ${y(1)}H${width - RIGHT}" />
      <rect class="lane" x=${LEFT} y=${WARPED} width=${Math.max(0, x(duration) - LEFT)} height=${LANE} />
      <rect class="lane" x=${LEFT} y=${AUTHORED} width=${Math.max(0, x(clipDuration - time) - LEFT)} height=${LANE} />
      ${duration > 0 && html`<path class="rate" d=${ratePath(bars, duration, x, y)} />`}
      ${bars.map((one) => {
        const [a, b] = [x(Math.max(0, one.start)), x(one.end)];
        // Beside the cursor where that stands in the middle.
        const middle = Math.abs((a + b) / 2 - x(at)) < 22 ? x(at) + 26 : (a + b) / 2;
        return html`<g class="bar warped"><rect x=${a} y=${WARPED} width=${Math.max(2, b - a)} height=${LANE} />
          ${b - a > 24 && html`<text x=${a + 5} y=${WARPED + 14}>${b - a > 30 + one.name.length * 7 ? one.name : ''}</text>`}
          <text class="rate-value" x=${middle} y=${y(one.rate ?? 1) + (y(one.rate ?? 1) < RATE.top + 14 ? 12 : -4)} text-anchor="middle">×${show(one.rate ?? 1, 2)}</text></g>`;
      })}
      ${spans.map((one) => {
        const [a, b] = [x(Math.max(0, one.start - time)), x(Math.max(0, one.end - time))];
        return html`<g class="bar authored"><rect x=${a} y=${AUTHORED} width=${Math.max(2, b - a)} height=${LANE} />
          ${b - a > 30 + one.name.length * 7 && html`<text x=${a + 5} y=${AUTHORED + 14}>${one.name}</text>`}</g>`;
      })}
      ${answered.map(
        (one) => one.elapsed !== null && html`<g class="event"><path d="M${x(one.elapsed)} ${WARPED - 4}V${WARPED + LANE}" /><path class="mark" d="M${x(one.elapsed)} ${WARPED + 5}l5 5l-5 5l-5 -5z" />
          <text x=${x(one.elapsed) + 7} y=${WARPED - 2}>${one.name}</text></g>`,
      )}
      ${events.map(
        (one) => one.time >= time && html`<g class="event faint"><path class="mark" d="M${x(one.time - time)} ${AUTHORED + 5}l5 5l-5 5l-5 -5z" /></g>`,
      )}
      ${onEdge &&
      spans.flatMap((one, i) =>
        /** @type {const} */ (['start', 'end']).map(
          (edge) => html`<${Edge} key="${i} ${edge}" at=${one[edge]} x=${(/** @type {number} */ s) => x(s - time)} label="${one.name || `phase ${i + 1}`}: ${edge}" step=${1 / frameRate}
            find=${(/** @type {any} */ event) => secondsAt(event) + time} onMove=${(/** @type {number} */ seconds) => onEdge(i, edge, seconds)} />`,
        ),
      )}
      <g class="cursor" aria-hidden="true">
        <path d="M${x(at)} 2V${WARPED + LANE}" /><path class="head" d="M${x(at) - 5} 0H${x(at) + 5}L${x(at)} 7Z" />
        ${moment && html`<path d="M${x(moment.clip_time - time)} ${AUTHORED}V${AUTHORED + LANE}" /><path class="link" d="M${x(at)} ${WARPED + LANE}L${x(moment.clip_time - time)} ${AUTHORED}" />`}
      </g>
    </svg>
  </div>`;
}

/** Play, pause, and the moment as a slider. @param {{playing: boolean, onPlay: (playing: boolean) => void, elapsed: number, duration: number, moment: import('./types.js').Sample | null, onElapsed: (elapsed: number) => void}} props */
export function Transport({ playing, onPlay, elapsed, duration, moment, onElapsed }) {
  return html`<div class="transport">
    <button type="button" class="icon-button" aria-label=${playing ? 'Pause' : 'Play'} title="Space" disabled=${!(duration > 0)} onClick=${() => onPlay(!playing)}>${playing ? '❚❚' : '▶'}</button>
    <input type="range" min="0" max=${duration || 1} step="any" value=${Math.min(elapsed, duration)} disabled=${!(duration > 0)} aria-label="Elapsed time" aria-valuetext="${show(elapsed, 3)} seconds"
      onInput=${(/** @type {any} */ event) => onElapsed(Number(event.target.value))}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
        const sign = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (!sign) return;
        event.preventDefault();
        onElapsed(Math.min(duration, Math.max(0, elapsed + (sign * strideOf(event)) / 30)));
      }} />
    <output class="num">${show(Math.min(elapsed, duration), 3)} s <span class="dim">of ${show(duration, 3)} s · clip ${moment ? show(moment.clip_time, 3) : '–'} s</span></output>
  </div>`;
}
