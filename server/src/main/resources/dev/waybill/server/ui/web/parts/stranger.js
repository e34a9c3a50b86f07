// @ts-check
import { html, nothing } from 'lit';
import { foreign, moment } from '../lib/text.js';
import { badge } from './view.js';

/**
 * What somebody on the network wrote: in a box of its own that says so, as text and nothing else.
 * @param {any} message of a network timeline
 */
export function stranger(message) {
  const text = message.text ?? message.preview_text ?? (message.body === undefined ? '' : JSON.stringify(message.body));
  return html`<div class="stranger">
    <small>Text from the network · ${foreign(message.trust ?? 'untrusted', 30)}</small>
    ${(message.flags ?? []).map((/** @type {string} */ flag) => html` <span class="badge is-failed">flagged: ${foreign(flag, 60)}</span>`)}
    <div class="text">${foreign(text)}</div>
  </div>`;
}

/** One entry of a network timeline. @param {any} m @param {any} [more] what else is told of it */
export function strangerSaid(m, more = nothing) {
  return html`<li class="said">
    <header><b>${foreign(m.display_name ?? m.peer_from, 80)}</b>${m.display_name ? html`<small>${foreign(m.peer_from, 80)}</small>` : nothing}
      <time>${moment(m.recorded_at)}</time>
      ${badge(m.kind ?? '')} ${badge(m.direction ?? '')}${m.work_id ? html` <small>work ${foreign(m.work_id, 60)}</small>` : nothing}</header>
    ${stranger(m)}${more}
  </li>`;
}
