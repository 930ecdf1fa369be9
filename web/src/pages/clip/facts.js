// What derives from a clip, and what hangs on it.
import { html } from '../../html.js';
import { documentPath, href } from '../../router.js';
import { SeverityBadge } from '../../ui/badge.js';
import { show, showLength } from '../../units.js';

/** @typedef {import('../../types.js').Clip} Clip */

/** @param {{clip: Clip, space: string, factor: number, unit: import('../../units.js').Unit}} props */
export function Facts({ clip, space, factor, unit }) {
  const derived = clip.derived;
  if (!derived) return null;
  const length = (/** @type {number} */ value) => `${showLength(value * factor, unit)} ${unit}`;
  const facts = [
    ['Duration', `${show(derived.duration, 4)} s`],
    ['Samples', `${derived.sample_count} at ${show(clip.frame_rate, 3)}/s`],
    ['Travel', length(derived.travel)],
    ['Path', length(derived.path_length)],
    ['Turn', `${show(derived.yaw, 2)}°`],
    ['Height', `${showLength(derived.height_min * factor, unit)} to ${length(derived.height_max)}`],
    ...(derived.tilt > 0 ? [['Tilt taken out', `${show(derived.tilt, 2)}°`]] : []),
    ['Space', space],
    ['Loops', clip.loop ? 'yes' : 'no'],
  ];
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** @param {{windows: import('../../types.js').Window[], events: import('../../types.js').ClipEvent[], onTime: (time: number) => void}} props */
export function Moments({ windows, events, onTime }) {
  const time = (/** @type {number} */ value) =>
    html`<button type="button" class="plain link" title="Move the cursor there" onClick=${() => onTime(value)}>${show(value, 4)}</button>`;
  return html`<section class="card"><h2>Windows and events</h2>
    ${windows.length + events.length === 0
      ? html`<p class="dim">The clip has none. A reach profile needs a window: <code>rootwarp bake … --window attack:0.1:0.6</code></p>`
      : html`<table class="grid"><thead><tr><th scope="col">Name</th><th scope="col">Kind</th><th scope="col" class="num">Start (s)</th><th scope="col" class="num">End (s)</th><th scope="col" class="num">Length (s)</th></tr></thead>
          <tbody>
            ${windows.map((one) => html`<tr><th scope="row">${one.name}</th><td>window</td><td class="num">${time(one.start)}</td><td class="num">${time(one.end)}</td><td class="num">${show(one.end - one.start, 4)}</td></tr>`)}
            ${events.map((one) => html`<tr><th scope="row">${one.name}</th><td>event</td><td class="num">${time(one.time)}</td><td></td><td></td></tr>`)}
          </tbody></table>`}
  </section>`;
}

/** @param {{clip: Clip, profiles: import('../../types.js').ProfileEntry[]}} props */
export function Users({ clip, profiles }) {
  return html`<section class="card"><h2>Profiles of this clip</h2>
    ${profiles.length === 0
      ? html`<p class="dim">None yet.</p>`
      : html`<table class="grid"><tbody>${profiles.map(
          (one) => html`<tr><th scope="row"><a href=${href(documentPath('profiles', one.name))}>${one.name}</a></th>
            <td>${one.kind ?? 'unusable'}</td><td><${SeverityBadge} severity=${one.usable ? one.severity : 'error'} /></td>
            <td class="dim">${one.clip_revision === clip.revision ? '' : `saved against revision ${one.clip_revision}`}</td></tr>`,
        )}</tbody></table>`}
  </section>`;
}

/** @param {{clip: Clip}} props */
export function Source({ clip }) {
  const entries = Object.entries(clip.source ?? {});
  if (entries.length === 0) return null;
  return html`<section class="card"><h2>Source</h2>
    <table class="grid"><tbody>${entries.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${String(value)}</td></tr>`)}</tbody></table>
  </section>`;
}
