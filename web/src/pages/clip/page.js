// A clip: its curves with their windows and events, a cursor over all of it, and the path.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLatest, useLoaded, useQueryNumber } from '../../hooks.js';
import { html } from '../../html.js';
import { Curves, Legend } from '../../plot/curves.js';
import { setQuery } from '../../router.js';
import { frameOf } from '../../space.js';
import { Tags } from '../../ui/badge.js';
import { ProblemView } from '../../ui/problem.js';
import { Revisions } from '../../ui/revisions.js';
import { UploadButton } from '../../ui/upload.js';
import { lengthFactor, show, showLength, useUnit } from '../../units.js';
import { Facts, Moments, Source, Users } from './facts.js';
import { loadAtCursor, loadClip } from './load.js';
import { Paths } from './paths.js';
import { Values } from './values.js';

/** @typedef {import('./load.js').ClipData} ClipData */

const AXES = /** @type {const} */ (['x', 'y', 'z']);

export const title = (/** @type {Record<string, string>} */ params) => params.name;

/** Moves the cursor with the clock while it plays, round and round.
 * @param {boolean} playing @param {number} duration @param {number} time @param {(time: number) => void} move */
function usePlay(playing, duration, time, move) {
  const now = useRef(time);
  now.current = time;
  useEffect(() => {
    if (!playing || !(duration > 0)) return undefined;
    let last = performance.now();
    let frame = requestAnimationFrame(function step(at) {
      move((now.current + (at - last) / 1000) % duration);
      last = at;
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, duration]);
}

/** @param {{time: number, duration: number, rate: number, onTime: (time: number) => void}} props */
function Scrubber({ time, duration, rate, onTime }) {
  const [playing, setPlaying] = useState(false);
  usePlay(playing, duration, time, onTime);
  return html`<div class="scrubber">
    <button type="button" class="icon-button" aria-label=${playing ? 'Pause' : 'Play'} onClick=${() => setPlaying(!playing)}>${playing ? '❚❚' : '▶'}</button>
    <input type="range" min="0" max=${duration} step=${Math.min(1 / rate, duration / 10 || 1)} value=${time} aria-label="Clip time" aria-valuetext="${show(time, 3)} seconds"
      onInput=${(/** @type {any} */ event) => onTime(Number(event.target.value))} />
  </div>`;
}

/** @param {{data: ClipData & {curve: import('../../types.js').Curve}, query: import('../../router.js').Query}} props */
function Motion({ data, query }) {
  const { clip, curve, windows, profiles } = data;
  const unit = useUnit();
  const frame = frameOf(clip.space);
  const factor = lengthFactor(frame.metresPerUnit, unit);
  const [asked, setTime] = useQueryNumber('t', 0);
  const time = Math.min(curve.duration, Math.max(0, asked));
  const parts = [...windows.map((one) => ({ ...one, end: Math.min(one.end, curve.duration) })), { name: 'whole clip', start: 0, end: curve.duration }];
  const wanted = query.w === undefined ? parts.findIndex((one) => time >= one.start && time <= one.end) : Number(query.w);
  const chosen = parts[wanted] ? wanted : parts.length - 1;
  const part = parts[chosen];
  const { output, error } = useLatest(
    loadAtCursor,
    { name: clip.name, revision: clip.revision, time, start: part.start, end: part.end },
    [clip.revision, time, chosen].join(),
  );
  const times = useMemo(() => curve.samples.map((sample) => sample.time), [curve]);
  const positions = useMemo(
    () => AXES.map((axis, i) => ({ key: axis, label: axis, colour: `var(--axis-${axis})`, values: curve.samples.map((sample) => sample.position[i] * factor) })),
    [curve, factor],
  );
  const yaw = useMemo(() => [{ key: 'yaw', label: 'yaw', colour: 'var(--axis-yaw)', values: curve.samples.map((sample) => sample.yaw) }], [curve]);
  const events = clip.events ?? [];
  const shared = { times, duration: curve.duration, windows, events, cursor: time, onCursor: setTime };
  return html`<div class="clip">
    <div>
      <section class="card" aria-label="Curves">
        <div class="card-head"><h2>Position <span class="dim">(${unit})</span></h2>
          <${Legend} items=${AXES.map((axis, i) => ({ label: axis, colour: `var(--axis-${axis})`, value: output ? `${showLength(output.now.position[i] * factor, unit)} ${unit}` : '' }))} />
          <span class="grow"></span>
          <output class="now num">${show(time, 3)} s <span class="dim">frame ${show(time * clip.frame_rate, 1)}</span></output>
        </div>
        <${Curves} ...${shared} label="Position of the root against time" series=${positions} height=${270} least=${unit === 'cm' ? 10 : 0.1} names=${true} />
        <div class="card-head"><h2>Yaw <span class="dim">(°)</span></h2>
          <${Legend} items=${[{ label: 'yaw', colour: 'var(--axis-yaw)', value: output ? `${show(output.now.yaw, 2)}°` : '' }]} />
        </div>
        <${Curves} ...${shared} label="Yaw of the root against time" series=${yaw} height=${130} least=${10} />
        <${Scrubber} time=${time} duration=${curve.duration} rate=${clip.frame_rate} onTime=${setTime} />
        ${error !== null && html`<${ProblemView} error=${error} />`}
      </section>
      <${Moments} windows=${windows} events=${events} onTime=${setTime} />
      <${Users} clip=${clip} profiles=${profiles} />
      <${Source} clip=${clip} />
    </div>
    <div>
      <${Values} data=${output} part=${part} parts=${parts} chosen=${chosen} factor=${factor} unit=${unit}
        onPart=${(/** @type {number} */ index) => setQuery({ w: index })} />
      <${Paths} curve=${curve} windows=${windows} now=${output?.now ?? null} frame=${frame} factor=${factor} unit=${unit} />
    </div>
  </div>`;
}

/** @param {import('../index.js').PageProps} props */
export function Page({ params, query }) {
  const unit = useUnit();
  const { data, error, reload } = useLoaded((signal) => loadClip(params.name, query.rev, signal), `${params.name} ${query.rev ?? ''}`);
  if (error) return html`<div class="page"><h1>${params.name}</h1><${ProblemView} error=${error} retry=${reload} /></div>`;
  if (!data) return html`<div class="page" aria-busy="true"><h1>${params.name}</h1></div>`;
  const frame = frameOf(data.clip.space);
  return html`<div class="page">
    <div class="toolbar">
      <h1>${data.clip.name}</h1>
      <${Revisions} revisions=${data.revisions} shown=${data.clip.revision} />
      <${Tags} tags=${data.clip.tags ?? []} />
      <span class="grow"></span>
      <${UploadButton} />
    </div>
    ${data.clip.description && html`<p class="description">${data.clip.description}</p>`}
    <${Facts} clip=${data.clip} space=${frame.name} factor=${lengthFactor(frame.metresPerUnit, unit)} unit=${unit} />
    ${data.curve
      ? html`<${Motion} data=${data} query=${query} />`
      : html`<p class="notice">This revision no longer fits what a clip must be; put it again to see what is wrong.</p>`}
  </div>`;
}
