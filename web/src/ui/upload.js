// Puts a clip or a profile from a file: dropped on the page, or chosen with a button.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Problem, documentUrl, get, put } from '../api.js';
import { html } from '../html.js';
import { documentPath, href, navigate } from '../router.js';
import { Dialog } from './dialog.js';
import { ProblemView } from './problem.js';
import { say } from './toasts.js';

/** @typedef {'clips' | 'profiles'} Kind */
/** @typedef {{text: string, kind: Kind, name: string, facts: string}} Upload */

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** @param {File} file @returns {Promise<Upload>} */
async function read(file) {
  const text = await file.text();
  /** @type {any} */
  let document;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new Problem({
      title: `${file.name} is no JSON`,
      status: 0,
      code: 'invalid_json',
      detail: `${/** @type {Error} */ (error).message}. A motion file is baked first: rootwarp bake ${file.name} -o clip.json`,
    });
  }
  const kind = document && typeof document === 'object' && 'kind' in document ? 'profiles' : 'clips';
  const samples = document?.root?.positions?.length;
  const facts =
    kind === 'clips'
      ? `A clip${samples === undefined ? '' : ` of ${samples} samples at ${document.frame_rate} a second`}.`
      : `A ${document.kind} profile of the clip ${document.clip}.`;
  const name = document?.name ?? file.name.replace(/\.json$/i, '').replace(/\.(clip|profile)$/i, '');
  return { text, kind, name: String(name), facts };
}

/** Saves as a new document, or, once told that there is one, as its next revision.
 * @param {Upload} upload @param {string} name @param {string | null} replaces an entity tag */
const save = (upload, name, replaces) =>
  put(documentUrl(upload.kind, name), {
    text: upload.text,
    ...(replaces === null ? { create: true } : { ifMatch: replaces }),
  });

/** @param {{upload: Upload, onClose: () => void}} props */
function UploadDialog({ upload, onClose }) {
  const [name, setName] = useState(upload.name);
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [there, setThere] = useState(/** @type {{name: string, revision: number, etag: string} | null} */ (null));
  const replaces = there?.name === name ? there : null;
  const submit = async () => {
    setError(null);
    try {
      const { data, status } = await save(upload, name, replaces?.etag ?? null);
      say(status === 201 || !replaces ? `${name} is saved.` : `${name} is saved as revision ${data.revision}.`);
      onClose();
      navigate(href(documentPath(upload.kind, name)));
    } catch (failure) {
      if (failure instanceof Problem && (failure.code === 'already_exists' || failure.code === 'precondition_failed')) {
        const { data, etag } = await get(documentUrl(upload.kind, name));
        setThere({ name, revision: data.revision, etag: etag ?? '' });
      } else {
        setError(failure);
      }
    }
  };
  return html`<${Dialog} title=${upload.kind === 'clips' ? 'Save a clip' : 'Save a profile'} onClose=${onClose}>
    <form
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        submit().catch(setError);
      }}
    >
      <p>${upload.facts}</p>
      <label class="field">Name
        <input value=${name} spellcheck=${false} autocomplete="off" aria-describedby="upload-hint"
          onInput=${(/** @type {any} */ event) => setName(event.target.value)} />
      </label>
      <p id="upload-hint" class=${NAME.test(name) ? 'dim' : 'wrong'}>Letters, digits, dot, dash and underscore; a letter or digit first; at most 128.</p>
      ${replaces && html`<p class="notice" role="alert">There is ${name} already, at revision ${replaces.revision}. Saving makes its next revision; the old ones stay.</p>`}
      ${error !== null && html`<div role="alert"><${ProblemView} error=${error} /></div>`}
      <div class="actions">
        <button type="button" onClick=${onClose}>Cancel</button>
        <button type="submit" class="primary" disabled=${!NAME.test(name)}>${replaces ? 'Save as next revision' : 'Save'}</button>
      </div>
    </form>
  <//>`;
}

/** Asks for a file as the button does. @type {() => void} */
let choose = () => {};

export function UploadButton() {
  return html`<button type="button" onClick=${() => choose()}>Upload…</button>`;
}

/** The whole window as a place to drop files on, whatever page it shows; and what is asked about them. */
export function UploadHost() {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [over, setOver] = useState(false);
  const [upload, setUpload] = useState(/** @type {Upload | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  /** @param {File | undefined | null} file */
  const take = (file) => {
    if (file) read(file).then(setUpload, setError);
  };
  useEffect(() => {
    choose = () => input.current?.click();
    /** @param {DragEvent} event */
    const holdsFiles = (event) => event.dataTransfer?.types.includes('Files') ?? false;
    /** @param {DragEvent} event */
    const hover = (event) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    /** @param {DragEvent} event */
    const leave = (event) => {
      if (event.relatedTarget === null) setOver(false);
    };
    /** @param {DragEvent} event */
    const drop = (event) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer?.files[0]);
    };
    addEventListener('dragover', hover);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', hover);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return html`
    <input ref=${input} type="file" accept=".json,application/json" hidden aria-label="A baked clip or a profile, as JSON"
      onChange=${(/** @type {any} */ event) => {
        take(event.target.files?.[0]);
        event.target.value = '';
      }} />
    ${over && html`<div class="drop-here"><p>Drop a baked clip or a profile to save it</p></div>`}
    ${upload && html`<${UploadDialog} upload=${upload} onClose=${() => setUpload(null)} />`}
    ${error !== null &&
    html`<${Dialog} title="This file cannot be read" onClose=${() => setError(null)}>
      <${ProblemView} error=${error} />
      <div class="actions"><button type="button" class="primary" onClick=${() => setError(null)}>Close</button></div>
    <//>`}
  `;
}
