// The numbers at the cursor: where the root is, and how far each axis has come within a window.
import { html } from '../../html.js';
import { show, showLength } from '../../units.js';

const AXES = /** @type {const} */ (['x', 'y', 'z']);

/** @param {{data: import('./load.js').AtCursor | null, part: import('../../types.js').Window, parts: import('../../types.js').Window[],
 *   onPart: (index: number) => void, chosen: number, factor: number, unit: import('../../units.js').Unit}} props
 *   parts: the windows, and last the whole clip */
export function Values({ data, part, parts, onPart, chosen, factor, unit }) {
  const covered = data?.accumulated.covered;
  const total = data?.total.covered;
  return html`<section class="card" aria-label="Values at the cursor">
    <div class="card-head">
      <h2>At the cursor <span class="dim">(${unit})</span></h2>
      <span class="grow"></span>
      <label class="inline">within
        <select value=${String(chosen)} onChange=${(/** @type {any} */ event) => onPart(Number(event.target.value))}>
          ${parts.map((one, i) => html`<option value=${String(i)}>${one.name} ${show(one.start, 3)}–${show(one.end, 3)} s</option>`)}
        </select>
      </label>
    </div>
    <table class="grid">
      <thead><tr><th scope="col">Axis</th><th scope="col" class="num">Value</th><th scope="col" class="num">Accumulated</th><th scope="col" class="num">Total</th><th scope="col">Ratio</th></tr></thead>
      <tbody>
        ${AXES.map((axis, i) => {
          const ratio = covered && total && total[i] > 0 ? covered[i] / total[i] : null;
          return html`<tr>
            <th scope="row"><span class="axis-${axis}">${axis}</span></th>
            <td class="num">${data ? showLength(data.now.position[i] * factor, unit) : '–'}</td>
            <td class="num">${covered ? showLength(covered[i] * factor, unit) : '–'}</td>
            <td class="num">${total ? showLength(total[i] * factor, unit) : '–'}</td>
            <td class="ratio-cell">${ratio === null
              ? html`<span class="dim" title="Nothing moves on this axis: time is the measure">by time</span>`
              : html`<span class="ratio" aria-hidden="true"><i style=${{ width: `${ratio * 100}%` }}></i></span><span class="num">${show(ratio, 3)}</span>`}</td>
          </tr>`;
        })}
        <tr><th scope="row"><span class="axis-yaw">yaw</span></th>
          <td class="num">${data ? `${show(data.now.yaw, 2)}°` : '–'}</td>
          <td class="num">${data ? `${show(data.accumulated.yaw, 2)}°` : '–'}</td>
          <td class="num">${data ? `${show(data.total.yaw, 2)}°` : '–'}</td><td></td></tr>
      </tbody>
    </table>
    <p class="dim note">Accumulated: distance covered from ${show(part.start, 3)} s to the cursor on each axis, forth and back added up. Its
      ratio to the total is the weight by which the method <code>axis</code> spreads an error.</p>
  </section>`;
}
