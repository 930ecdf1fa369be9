// Asks for a bearer token when the daemon wants one. It is kept for this tab only.
import { useEffect, useState } from 'preact/hooks';
import { onTokenNeeded } from '../api.js';
import { html } from '../html.js';
import { Dialog } from './dialog.js';

/** @typedef {{refused: import('../api.js').Problem | null, answer: (token: string | null) => void}} Question */

export function TokenDialog() {
  const [question, setQuestion] = useState(/** @type {Question | null} */ (null));
  const [token, setToken] = useState('');
  useEffect(() => {
    onTokenNeeded((refused) => new Promise((resolve) => setQuestion({ refused, answer: resolve })));
  }, []);
  if (!question) return null;
  /** @param {string | null} given */
  const end = (given) => {
    question.answer(given);
    setQuestion(null);
    setToken('');
  };
  return html`<${Dialog} title="This daemon asks for a token" onClose=${() => end(null)}>
    <form
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        end(token.trim() || null);
      }}
    >
      ${question.refused && html`<p class="notice" role="alert"><b>${question.refused.title}.</b> The daemon says: ${question.refused.detail}</p>`}
      <p>Whoever runs it makes one with <code>rootwarp token create</code>. It is kept for this tab only.</p>
      <label class="field">Token
        <input type="password" autocomplete="off" spellcheck=${false} value=${token}
          onInput=${(/** @type {any} */ event) => setToken(event.target.value)} />
      </label>
      <div class="actions">
        <button type="button" onClick=${() => end(null)}>Cancel</button>
        <button type="submit" class="primary" disabled=${!token.trim()}>Use it</button>
      </div>
    </form>
  <//>`;
}
