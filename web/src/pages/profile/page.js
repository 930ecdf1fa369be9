// A profile: try it on a stage, see when things happen, tune it, look back.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLatest, useLoaded, useWindowHeight } from '../../hooks.js';
import { html } from '../../html.js';
import { documentPath, here, href, setQuery } from '../../router.js';
import { frameOf } from '../../space.js';
import { SeverityBadge, Tags } from '../../ui/badge.js';
import { Findings } from '../../ui/findings.js';
import { ProblemView } from '../../ui/problem.js';
import { Revisions } from '../../ui/revisions.js';
import { complain } from '../../ui/toasts.js';
import { lengthFactor, useUnit } from '../../units.js';
import { Above, Key, directionTo } from './above.js';
import { CopyButtons } from './copy.js';
import { isProfile, same, withPart } from './draft.js';
import { Edit, useFindings } from './edit.js';
import { add, tidy, tidyVector, times } from './geometry.js';
import { History } from './history.js';
import { InputsForm } from './inputs-form.js';
import { aimOf, readInputs, requestOf, withTargetsFor, writeInputs } from './inputs.js';
import { loadProfile } from './load.js';
import { Numbers } from './numbers.js';
import { ConflictDialog, saveDraft } from './save.js';
import { Side } from './side.js';
import { Unsound, askedProfile, makeSolver, useMoment } from './solve.js';
import { useInAddress, usePlayback } from './state.js';
import { ReachStrip } from './strip.js';
import { Tabs } from './tabs.js';
import { Timeline, Transport } from './timeline.js';
import { Verdict } from './verdict.js';

/** @typedef {import('./load.js').ProfileData} ProfileData */
/** @typedef {import('./types.js').Document} Document */
/** @typedef {import('../../router.js').Query} Query */

export const title = (/** @type {Record<string, string>} */ params) => params.name;

/** Windows or phases in seconds of the clip. @param {Document} document @param {import('../../types.js').Clip | null} clip @returns {import('./timeline.js').Span[]} */
function spansOf(document, clip) {
  const duration = clip?.derived?.duration ?? 1;
  const list = document.kind === 'reach' ? (clip?.windows ?? []).filter((one) => one.name === document.window) : document.phases;
  const factor = (document.kind === 'reach' ? clip?.times : document.times) === 'normalised' ? duration : 1;
  return list.map((/** @type {{name?: string, start: number, end: number}} */ one) => ({ name: one.name ?? '', start: one.start * factor, end: one.end * factor }));
}

/** The draft, in the address beside the revision that it was begun from. @param {ProfileData} data @param {Query} query */
function useDraft(data, query) {
  /** @param {Query} now @returns {Document | null} */
  const read = (now) => {
    try {
      const given = now.draft ? JSON.parse(now.draft) : null;
      return isProfile(given) ? given : null;
    } catch {
      return null;
    }
  };
  const base = Number(query.base) || data.revision;
  const [draft, setDraft] = useInAddress(read, (value) => ({ draft: value === null ? null : JSON.stringify(value), base: value === null ? null : String(base) }), query);
  /** @param {Document | null} next */
  const kept = (next) => (next !== null && same(next, data.document) && base === data.revision ? null : next);
  return {
    draft,
    base,
    document: draft ?? data.document,
    take: (/** @type {Document | null} */ next) => setDraft(kept(next)),
    edit: (/** @type {string} */ pointer, /** @type {unknown} */ value) => setDraft((last) => kept(withPart(last ?? data.document, pointer, value))),
  };
}

/** @param {{data: ProfileData, query: Query, reload: () => void}} props */
function Workbench({ data, query, reload }) {
  const unit = useUnit();
  const frame = frameOf(data.clip?.space);
  const factor = lengthFactor(frame.metresPerUnit, unit);
  const { draft, base, take, edit, document } = useDraft(data, query);
  // A draft of another clip would answer in the space of that one: the stage keeps to what is saved.
  const shown = draft && draft.clip === data.document.clip ? draft : null;
  const staged = shown ?? data.document;
  const aim = aimOf(staged);
  const [wanted, setInputs] = useInAddress(
    (now) => readInputs(now, data.first),
    (value) => writeInputs(value, aim),
    query,
  );
  const inputs = useMemo(() => withTargetsFor(wanted, staged), [wanted, staged]);
  /** @type {import('./places.js').Change} */
  const change = (next) => setInputs((now) => next(withTargetsFor(now, staged)));
  const [elapsed, setElapsed] = useInAddress(
    (now) => Math.max(0, Number(now.at) || 0),
    (value) => ({ at: value === 0 ? null : String(Number(value.toFixed(4))) }),
    query,
  );
  const [playing, setPlaying] = useState(false);
  const [conflict, setConflict] = useState(/** @type {import('./save.js').Conflict | null} */ (null));
  const [saving, setSaving] = useState(false);
  const question = { name: data.name, revision: data.revision, pinned: data.pinned, draft: shown, aim, inputs, smooth: playing };
  const [turn, setTurn] = useState(0);
  const key = JSON.stringify([question, turn]);
  const solve = useMemo(makeSolver, []);
  const { output: solved, error } = useLatest(solve, question, key);
  const duration = solved && solved.answer.verdict !== 'refused' ? solved.answer.duration : 0;
  const unsound = error instanceof Unsound;
  const moment = useMoment(question, solved, Math.min(elapsed, duration));
  usePlayback(playing, duration, elapsed, setElapsed);
  const checked = useFindings(draft);
  const names = useMemo(() => (staged.phases ?? []).map((/** @type {{name?: string}} */ one) => one.name ?? ''), [staged]);
  const spans = useMemo(() => spansOf(document, data.clip), [document, data.clip]);
  const findings = draft ? checked.findings : data.findings;
  const tab = query.tab ?? 'answer';

  // A conflict is about a draft, and ends with it: the address may lose it while both versions are shown.
  useEffect(() => {
    if (draft === null) setConflict(null);
  }, [draft === null]);
  useSpace(() => setPlaying((last) => !last && duration > 0));

  /** @param {number} distance */
  const moveTo = (distance) => {
    const answer = solved?.answer;
    if (answer?.kind !== 'reach' || !solved) return;
    const way = times(directionTo(answer, solved.inputs, frame), distance - answer.distance_to_target);
    change((now) => ({ ...now, target: { ...now.target, position: tidyVector(add(now.target.position, way)) } }));
  };
  /** @param {number} index @param {'start' | 'end'} edge @param {number} seconds */
  const moveEdge = (index, edge, seconds) => edit(`/phases/${index}/${edge}`, edgeOf(document, data.clip, spans, index, edge, seconds));
  const saved = () => {
    take(null);
    setConflict(null);
    setQuery({ draft: null, base: null, rev: null, from: null, to: null });
    reload();
  };
  const save = () => {
    setSaving(true);
    const hash = data.revisions.find((one) => one.revision === base && !one.head)?.content_hash ?? data.head;
    saveDraft(data.name, document, data.document, data.pinned && base === data.revision ? data.head : hash, saved)
      .then(setConflict, complain)
      .finally(() => setSaving(false));
  };
  const stage = { frame, inputs, aim, names, solved, moment, change, factor, unit, maxAngle: staged.conditions?.max_angle ?? null };
  const both = aim !== 'target' || staged.plane === 'full' || staged.vertical === 'target';
  // Height goes to the stages: what is above, beside and below them is as high as it is.
  const room = Math.max(392, Math.min(680, useWindowHeight() - 408));
  const beside = aim === 'obstacle' || aim === 'targets';
  return html`
    <${Heading} data=${data} findings=${data.findings} request=${requestOf(askedProfile(question), inputs, aim)} answer=${solved?.answer ?? null} />
    <div class="workbench">
      <div class="stages">
        ${error !== null && !unsound && html`<div class="card" role="alert"><${ProblemView} error=${error} retry=${() => setTurn(turn + 1)} /></div>`}
        <section class="card stage-card" aria-label="What if">
          <div class="stage-bar"><${DraftState} draft=${draft} shown=${shown} unsound=${unsound} /><span class="grow"></span><${Key} partner=${aim === 'partner'} /></div>
          <div class=${beside ? 'stage-pair' : ''}>
            <${Above} ...${stage} height=${beside ? room + 68 : both ? Math.round(room * 0.62) : room} />
            ${both && html`<${Side} ...${stage} height=${beside ? room + 68 : Math.round(room * (aim === 'target' ? 0.36 : 0.54))} />`}
          </div>
          ${aim === 'target' && html`<${ReachStrip} solved=${solved} frame=${frame} change=${change} factor=${factor} unit=${unit} />`}
        </section>
        <section class="card timeline-card" aria-label="Timeline">
          <${Transport} playing=${playing} onPlay=${setPlaying} elapsed=${elapsed} duration=${duration} moment=${moment} onElapsed=${setElapsed} />
          <${Timeline} answer=${solved?.answer} names=${names} spans=${spans} events=${data.clip?.events ?? []} clipDuration=${data.clip?.derived?.duration ?? 0} time=${inputs.time}
            frameRate=${data.clip?.frame_rate ?? 30} elapsed=${elapsed} moment=${moment} onElapsed=${setElapsed} onEdge=${document.kind === 'phases' ? moveEdge : null} />
        </section>
      </div>
      <div class="panel">
        ${solved && html`<${Verdict} answer=${solved.answer} table=${solved.table} document=${solved.draft ?? data.document} factor=${factor} unit=${unit} moveTo=${moveTo}
          edit=${(/** @type {string} */ pointer, /** @type {unknown} */ value) => {
            edit(pointer, value);
            setQuery({ tab: 'edit' });
          }} />`}
        <${Tabs} chosen=${tab} onChoose=${(/** @type {string} */ next) => setQuery({ tab: next === 'answer' ? null : next })} tabs=${[
          { key: 'answer', name: 'Answer', body: () => solved && html`<${Numbers} solved=${solved} moment=${moment} names=${names} frame=${frame} factor=${factor} unit=${unit} />` },
          { key: 'inputs', name: 'Inputs', body: () => html`<${InputsForm} inputs=${inputs} aim=${aim} names=${names} change=${change} frame=${frame} factor=${factor} unit=${unit} clip=${data.clip} />` },
          {
            key: 'edit',
            name: draft ? 'Edit •' : 'Edit',
            body: () => html`<${Edit} saved=${data.document} document=${document} findings=${checked.findings} error=${checked.error} edit=${edit} onDocument=${take} onSave=${save} saving=${saving}
              base=${base} derived=${data.derived} factor=${factor} unit=${unit} clip=${data.clip} changed=${draft !== null} />`,
          },
          { key: 'findings', name: `Findings${findings?.length ? ` ${findings.length}` : ''}`, body: () => html`<${FindingsTab} data=${data} draft=${draft} findings=${findings} />` },
          { key: 'history', name: 'History', body: () => html`<${History} data=${data} query=${query} onSaved=${saved} />` },
        ]} />
      </div>
    </div>
    ${conflict && html`<${ConflictDialog} name=${data.name} conflict=${conflict} onSaved=${saved} onConflict=${setConflict} onTake=${(/** @type {Document} */ next, /** @type {number} */ revision) => {
      setConflict(null);
      const theirs = same(next, conflict.theirs);
      setQuery({ draft: theirs ? null : JSON.stringify(next), base: theirs ? null : revision, rev: null });
      reload();
    }} />`}
  `;
}

/** Where an edge may go: not past its own phase's other edge, its neighbours, or the clip. @param {Document} document @param {import('../../types.js').Clip | null} clip
 * @param {import('./timeline.js').Span[]} spans @param {number} index @param {'start' | 'end'} edge @param {number} seconds */
function edgeOf(document, clip, spans, index, edge, seconds) {
  const duration = clip?.derived?.duration ?? seconds;
  const frame = 1 / (clip?.frame_rate ?? 30);
  const low = edge === 'start' ? spans[index - 1]?.end ?? 0 : spans[index].start + frame;
  const high = edge === 'end' ? spans[index + 1]?.start ?? duration : spans[index].end - frame;
  const kept = Math.max(low, Math.min(high, Math.round(seconds * 200) / 200));
  return tidy(document.times === 'normalised' ? kept / duration : kept);
}

/** Whose answer the stage shows, while there is a draft. @param {{draft: Document | null, shown: Document | null, unsound: boolean}} props */
function DraftState({ draft, shown, unsound }) {
  if (draft === null) return html`<h2>What if</h2>`;
  const [name, more] = unsound
    ? ['draft, not sound yet', 'the stage shows it as it last was']
    : shown === null
      ? ['as saved', 'the draft is of another clip, so the stage cannot show it']
      : ['draft', 'nobody else sees it before it is saved'];
  return html`<p class="draft-state" role="status"><b class=${unsound || shown === null ? 'chip-warning' : 'chip-draft'}>${name}</b> <span class="dim">${more}</span></p>`;
}

/** The space bar plays, where nothing else takes it. @param {() => void} toggle */
function useSpace(toggle) {
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const taken = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, button, a, dialog, summary, [role=tab]');
      if (event.key !== ' ' || taken || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

/** @param {{data: ProfileData, draft: Document | null, findings: import('../../types.js').Finding[] | null}} props */
function FindingsTab({ data, draft, findings }) {
  if (draft && !findings) return html`<p class="dim">The draft cannot be checked yet; see Edit.</p>`;
  if (!findings) return html`<p class="dim">Findings are told of the newest revision; this is revision ${data.revision}.</p>`;
  return html`${draft && html`<p class="dim">Of the draft.</p>`}<${Findings} findings=${findings} />`;
}

/** @param {{data: ProfileData, findings: import('../../types.js').Finding[] | null, request: unknown, answer: unknown}} props */
function Heading({ data, findings, request, answer }) {
  const gravest = /** @type {const} */ (['error', 'warning', 'info']).find((severity) => findings?.some((one) => one.severity === severity)) ?? null;
  return html`<div class="toolbar">
    <h1>${data.name}</h1>
    <span class="dim">${data.document.kind} of</span> <a href=${href(documentPath('clips', data.document.clip), { u: here().query.u })}>${data.document.clip}</a>
    <${Revisions} revisions=${data.revisions} shown=${data.revision} />
    ${findings && html`<${SeverityBadge} severity=${gravest} count=${findings.length || undefined} />`}
    <${Tags} tags=${data.document.tags ?? []} />
    <span class="description dim" title=${data.document.description ?? ''}>${data.document.description ?? ''}</span>
    <span class="grow"></span>
    <span class="dim">Copy</span> <${CopyButtons} request=${request} answer=${answer} />
  </div>`;
}

/** @param {import('../index.js').PageProps} props */
export function Page({ params, query }) {
  const { data, error, reload } = useLoaded((signal) => loadProfile(params.name, query.rev, signal), `${params.name} ${query.rev ?? ''}`);
  if (error) return html`<div class="page"><h1>${params.name}</h1><${ProblemView} error=${error} retry=${reload} /></div>`;
  if (!data) return html`<div class="page" aria-busy="true"><h1>${params.name}</h1></div>`;
  return html`<div class="page profile"><${Workbench} key="${data.name} ${data.revision} ${data.head}" data=${data} query=${query} reload=${reload} /></div>`;
}
