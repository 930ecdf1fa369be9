// The form of a reach profile.
import { html } from '../../html.js';
import { About, Choice, Motion, Part, RangePart } from './edit-fields.js';
import { ChoiceField } from './fields.js';

/** @param {import('./edit-fields.js').FormProps} props */
export function ReachForm(props) {
  const { document, clip, edit, wrong } = props;
  const names = [...new Set([...(clip?.windows ?? []).map((one) => one.name), document.window])].filter(Boolean);
  return html`<div class="form">
    <section><h2>Reach</h2>
      <div class="row">
        <${ChoiceField} label="Window" value=${document.window} options=${names} wrong=${wrong('/window')} onValue=${(/** @type {string | undefined} */ value) => edit('/window', value)} />
        <${Part} ...${props} pointer="/contact_offset" label="Contact offset" empty="0" length />
      </div>
      <div class="row"><${RangePart} ...${props} pointer="/scale_band" label="Scale band" /><${RangePart} ...${props} pointer="/rate" label="Play rate" optional /></div>
    </section>
    <section><h2>Motion</h2>
      <${Motion} ...${props} base="" standards=${{ method: 'skew', rotation: 'face', turn: 'offset' }} />
      <div class="row">
        <${Choice} ...${props} pointer="/plane" label="Plane" options=${['horizontal', 'full']} standard="horizontal" />
        <${Choice} ...${props} pointer="/vertical" label="Vertical" options=${['keep', 'target']} standard="keep" />
        <${Part} ...${props} pointer="/max_speed" label="Warn above a speed of" empty="any" length suffix="/s" />
      </div>
    </section>
    <section><h2>Conditions</h2>
      <div class="row">
        <${Part} ...${props} pointer="/conditions/max_angle" label="Max angle" empty="180" suffix="°" step=${5} />
        <${Part} ...${props} pointer="/conditions/min_distance" label="Min distance" empty="0" length />
        <${Part} ...${props} pointer="/conditions/max_distance" label="Max distance" empty="any" length />
        <${Part} ...${props} pointer="/conditions/max_height" label="Max height" empty="any" length />
      </div>
    </section>
    <${About} ...${props} />
  </div>`;
}
