// @ts-check
import { html, nothing } from 'lit';
import { badge, View } from '../parts/view.js';
import { json } from '../parts/json.js';
import { foreign, moment } from '../lib/text.js';
import { part } from '../lib/api.js';
import { link, place } from '../lib/route.js';

/** One message: what became of it for each recipient, who has read it, and the replies. */
class Message extends View {
  static properties = { session: { attribute: false }, message: {} };

  /** @type {any} */
  #found = null;
  /** @type {any[]} */
  #replies = [];

  constructor() {
    super();
    /** @type {import('../lib/session.js').Session} */
    this.session = /** @type {any} */ (undefined);
    this.message = '';
  }

  connectedCallback() {
    super.connectedCallback();
    const hear = (/** @type {any} */ e) => {
      if (e.detail.some((/** @type {any} */ row) => [row.payload.message_id, row.payload.parent_id].includes(this.message))) {
        this.#load();
      }
    };
    this.session.trail.addEventListener('change', hear);
    this.#unhear = () => this.session.trail.removeEventListener('change', hear);
  }

  #unhear = () => {};

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#unhear();
  }

  /** @param {Map<string, any>} changed */
  willUpdate(changed) {
    if (changed.has('message')) {
      this.#found = null;
      this.#replies = [];
      this.#load();
    }
  }

  #load() {
    const { api } = this.session;
    this.attempt('message', () => api.get(`/v1/messages/${part(this.message)}`), (found) => (this.#found = found));
    this.attempt('replies', () => api.get(`/v1/messages/${part(this.message)}/replies`, { limit: 50 }).catch(() => ({})), (thread) => {
      this.#replies = thread.replies ?? [];
    });
  }

  render() {
    const m = this.#found;
    return html`<button class="quiet close" aria-label="Close" @click=${() => place.ask({ message: '' })}>×</button>
      <h2>Message</h2>
      ${this.trouble('message')}
      ${m ? this.#told(m) : this.failure('message') ? nothing : html`<p class="none" role="status">Loading…</p>`}`;
  }

  /** @param {any} m */
  #told(m) {
    const metadata = m.metadata && Object.keys(m.metadata).length > 0;
    return html`<p><b>${foreign(m.agent_name, 60)}</b> <time>${moment(m.created_at)}</time></p>
      <div class="text said">${foreign(m.text)}</div>
      <h3>Receipts</h3>
      ${(m.deliveries ?? []).length === 0 ? html`<p class="none">It went to nobody, or this token may not see it.</p>` : html`<ul class="steps">
        ${m.deliveries.map((/** @type {any} */ d) => html`<li><a href=${link(['deliveries'], { id: d.delivery_id })}>${foreign(d.agent_name, 60)}</a> ${badge(d.status)}
          ${d.attempt > 1 ? html`attempt ${d.attempt}` : nothing} ${d.read_at ? html`read ${moment(d.read_at)}` : nothing}
          ${d.available_at ? html`until ${moment(d.available_at)}` : nothing} ${d.error ? foreign(d.error, 300) : nothing}</li>`)}</ul>`}
      ${(m.reactions ?? []).length > 0 ? html`<h3>Reactions</h3><ul class="steps">${m.reactions.map((/** @type {any} */ r) =>
        html`<li>${foreign(r.emoji, 20)} ${foreign(r.agents.join(', '), 200)}</li>`)}</ul>` : nothing}
      <h3>Replies</h3>
      ${this.#replies.length === 0 ? html`<p class="none">None.</p>` : html`<ul class="steps">${this.#replies.map((r) =>
        html`<li><b>${foreign(r.agent_name, 60)}</b> ${foreign(r.text, 2_000)}</li>`)}</ul>`}
      ${metadata ? html`<h3>Metadata</h3>${json(m.metadata)}` : nothing}`;
  }
}

customElements.define('wb-message', Message);
