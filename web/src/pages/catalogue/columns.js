// The columns of the two lists.
import { html } from '../../html.js';
import { documentPath, href, setQuery } from '../../router.js';
import { frameOf } from '../../space.js';
import { SeverityBadge, Tags } from '../../ui/badge.js';
import { lengthFactor, show, showInstant, showLength } from '../../units.js';

/** @typedef {import('../../types.js').ClipEntry} ClipEntry */
/** @typedef {import('../../types.js').ProfileEntry} ProfileEntry */

const GRAVITY = { info: 1, warning: 2, error: 3 };

/** @param {string} tag */
const pickTag = (tag) => setQuery({ tag }, { push: true });

/** @param {'clips' | 'profiles'} kind @param {string} name */
const link = (kind, name) => html`<a href=${href(documentPath(kind, name))}>${name}</a>`;

/** @template {{name: string, revision: number, created_at: string, tags: string[]}} Entry
 * @param {'clips' | 'profiles'} kind
 * @returns {{name: import('../../ui/table.js').Column<Entry>, rest: import('../../ui/table.js').Column<Entry>[]}} */
const common = (kind) => ({
  name: { key: 'name', title: 'Name', width: 'minmax(180px, 2.4fr)', cell: (one) => link(kind, one.name), sort: (one) => one.name },
  rest: [
    { key: 'revision', title: 'Revision', width: '84px', number: true, cell: (one) => one.revision, sort: (one) => one.revision },
    {
      key: 'tags',
      title: 'Tags',
      width: 'minmax(120px, 1.6fr)',
      cell: (one) => html`<${Tags} tags=${one.tags} onPick=${pickTag} />`,
    },
    {
      key: 'saved',
      title: 'Saved',
      width: '136px',
      number: true,
      cell: (one) => html`<time datetime=${one.created_at}>${showInstant(one.created_at)}</time>`,
      sort: (one) => one.created_at,
    },
  ],
});

/** @returns {import('../../ui/table.js').Column<ProfileEntry>[]} */
export function profileColumns() {
  const { name, rest } = common('profiles');
  return [
    name,
    {
      key: 'findings',
      title: 'Findings',
      width: '104px',
      cell: (one) => html`<${SeverityBadge} severity=${one.usable ? one.severity : 'error'} />`,
      sort: (one) => (one.usable ? (one.severity ? GRAVITY[one.severity] : 0) : 4),
    },
    {
      key: 'kind',
      title: 'Kind',
      width: '132px',
      cell: (one) => (one.kind === 'phases' ? `phases, ${one.provider ?? 'points'}` : one.kind ?? html`<span class="dim">unusable</span>`),
      sort: (one) => `${one.kind ?? ''} ${one.provider ?? ''}`,
    },
    { key: 'clip', title: 'Clip', width: 'minmax(120px, 1.4fr)', cell: (one) => link('clips', one.clip), sort: (one) => one.clip },
    ...rest,
  ];
}

/** @param {import('../../units.js').Unit} unit @returns {import('../../ui/table.js').Column<ClipEntry>[]} */
export function clipColumns(unit) {
  const { name, rest } = common('clips');
  /** @param {ClipEntry} one */
  const travel = (one) => (one.travel ?? 0) * lengthFactor(frameOf(one.space).metresPerUnit, unit);
  return [
    name,
    { key: 'duration', title: 'Duration (s)', width: '108px', number: true, cell: (one) => show(one.duration ?? NaN, 3), sort: (one) => one.duration ?? -1 },
    { key: 'travel', title: `Travel (${unit})`, width: '108px', number: true, cell: (one) => (one.travel === undefined ? '–' : showLength(travel(one), unit)), sort: travel },
    { key: 'samples', title: 'Samples', width: '92px', number: true, cell: (one) => one.sample_count ?? '–', sort: (one) => one.sample_count ?? -1 },
    { key: 'rate', title: 'Rate (/s)', width: '84px', number: true, cell: (one) => show(one.frame_rate ?? NaN, 2), sort: (one) => one.frame_rate ?? -1 },
    { key: 'space', title: 'Space', width: '84px', cell: (one) => frameOf(one.space).name, sort: (one) => frameOf(one.space).name },
    { key: 'loop', title: 'Loops', width: '68px', cell: (one) => (one.loop ? 'yes' : html`<span class="dim">no</span>`), sort: (one) => Number(one.loop ?? false) },
    ...rest,
  ];
}
