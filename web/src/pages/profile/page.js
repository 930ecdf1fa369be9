// A profile: its document, its findings, its revisions.
import { documentUrl, get, pages } from '../../api.js';
import { useLoaded } from '../../hooks.js';
import { html } from '../../html.js';
import { documentPath, href } from '../../router.js';
import { SeverityBadge, Tags } from '../../ui/badge.js';
import { Findings } from '../../ui/findings.js';
import { ProblemView } from '../../ui/problem.js';
import { Revisions } from '../../ui/revisions.js';

/** @typedef {import('../../types.js').Profile} Profile */

/** What the server adds to a document. */
const ADDED = ['name', 'revision', 'content_hash', 'created_at', 'clip_revision', 'derived', 'findings'];

export const title = (/** @type {Record<string, string>} */ params) => params.name;

/** @param {string} name @param {string | undefined} revision @param {AbortSignal} signal */
async function load(name, revision, signal) {
  /** @type {import('../../types.js').Revision[]} */
  let revisions = [];
  const [profile, findings] = await Promise.all([
    get(documentUrl('profiles', name, revision), { signal }),
    revision ? null : get(`${documentUrl('profiles', name)}/findings`, { signal }).catch(() => null),
    pages(`${documentUrl('profiles', name)}/revisions`, { signal, query: { limit: 500 } }, (items) => {
      revisions = revisions.concat(/** @type {any} */ (items));
    }),
  ]);
  return { profile: /** @type {Profile} */ (profile.data), findings: findings?.data.findings ?? null, revisions };
}

/** @param {import('../index.js').PageProps} props */
export function Page({ params, query }) {
  const { data, error, reload } = useLoaded((signal) => load(params.name, query.rev, signal), `${params.name} ${query.rev ?? ''}`);
  if (error) return html`<div class="page"><h1>${params.name}</h1><${ProblemView} error=${error} retry=${reload} /></div>`;
  if (!data) return html`<div class="page" aria-busy="true"><h1>${params.name}</h1></div>`;
  const { profile, findings, revisions } = data;
  const document = Object.fromEntries(Object.entries(profile).filter(([key]) => !ADDED.includes(key)));
  return html`<div class="page">
    <div class="toolbar">
      <h1>${profile.name}</h1>
      <span class="dim">${profile.kind} profile of</span> <a href=${href(documentPath('clips', profile.clip))}>${profile.clip}</a>
      <${Revisions} revisions=${revisions} shown=${profile.revision} />
      ${findings && html`<${SeverityBadge} severity=${gravest(findings)} count=${findings.length || undefined} />`}
      <${Tags} tags=${profile.tags ?? []} />
    </div>
    ${profile.description && html`<p class="description">${profile.description}</p>`}
    <div class="columns">
      <section class="card"><h2>Findings</h2>
        ${findings ? html`<${Findings} findings=${findings} />` : html`<p class="dim">Findings are told of the newest revision.</p>`}
      </section>
      <section class="card"><h2>Document</h2><pre tabindex="0">${JSON.stringify(document, null, 2)}</pre></section>
    </div>
  </div>`;
}

/** @param {import('../../types.js').Finding[]} findings */
function gravest(findings) {
  for (const severity of /** @type {const} */ (['error', 'warning', 'info'])) {
    if (findings.some((one) => one.severity === severity)) return severity;
  }
  return null;
}
