// @ts-check
import { html, nothing } from 'lit';
import { badge, View } from '../parts/view.js';
import '../parts/form.js';
import '../parts/voice.js';
import { facts, json } from '../parts/json.js';
import { foreign, moment, span } from '../lib/text.js';
import { part } from '../lib/api.js';
import { link, place } from '../lib/route.js';

const MOST = 200;

/** What can be asked for, a form to ask with, and what came of it. */
class Actions extends View {
  static properties = { session: { attribute: false } };

  /** @type {any[] | null} */
  #actions = null;
  /** @type {any} */
  #answer = null;

  constructor() {
    super();
    /** @type {import('../lib/session.js').Session} */
    this.session = /** @type {any} */ (undefined);
  }

  connectedCallback() {
    super.connectedCallback();
    this.watch(place, () => {
      this.#answer = null;
      this.clearFailure('invoke');
      this.requestUpdate();
    });
    this.watch(this.session.trail);
    this.#load();
  }

  #load() {
    this.attempt('actions', () => (this.session.voice?.api ?? this.session.api).get('/v1/actions'), (rows) => (this.#actions = rows));
  }

  render() {
    const name = place.path[0];
    const action = this.#actions?.find((a) => a.name === name);
    return html`<div class="split ${name ? 'open' : ''}">
      <div class="pane">
        ${this.listed('actions', this.#actions, 'No action is registered.', () => html`<div class="wide" tabindex="0" role="region" aria-label="Actions"><table>
          <thead><tr><th>Action</th><th>Handled by</th><th>What it does</th></tr></thead>
          <tbody>${this.#actions?.map((a) => html`<tr><th scope="row"><a href=${link(['actions', a.name])}>${foreign(a.name, 80)}</a></th>
            <td>${foreign(a.handler_agent ?? a.handler_node ?? 'Waybill', 60)}</td><td class="long">${foreign(a.description, 300)}</td></tr>`)}</tbody>
        </table></div>`)}
        <h2>History</h2>
        ${this.#history(name)}
        ${this.trouble('older')}${this.session.trail.first > 1 ? html`<p class="under"><button class="quiet" ?disabled=${this.busy('older')} @click=${() => this.attempt('older', () => this.session.older(), () => {})}>Look further back</button></p>` : nothing}
      </div>
      ${action ? this.#detail(action) : nothing}
    </div>`;
  }

  /** @param {string | undefined} name */
  #history(name) {
    const rows = [];
    const all = this.session.trail.rows;
    for (let i = all.length - 1; i >= 0 && rows.length < MOST; i--) {
      if (/^action\.(invoked|completed|failed|denied)$/.test(all[i].type) && (!name || all[i].payload.action_name === name)) {
        rows.push(all[i]);
      }
    }
    return rows.length === 0 ? html`<p class="none">No call is on record among what is loaded.</p>` : html`<div class="wide" tabindex="0" role="region" aria-label="Calls"><table>
      <thead><tr><th>At</th><th>What</th><th>Action</th><th>By</th><th>Took</th><th>Why</th></tr></thead>
      <tbody>${rows.map(({ type, at, payload: p }) => html`<tr><td>${moment(at)}</td><td>${badge(type.slice(7))}</td>
        <td><button class="quiet" @click=${() => this.#show(p)}>${foreign(p.action_name, 60)}</button></td><td>${foreign(p.caller_name ?? '', 60)}</td>
        <td class="num">${p.duration_ms === undefined || p.duration_ms === null ? '–' : span(p.duration_ms)}</td><td class="long">${foreign(p.error ?? p.reason ?? '', 300)}</td></tr>`)}</tbody>
    </table></div>`;
  }

  /** @param {any} action */
  #detail(action) {
    return html`<aside class="detail" aria-label="The action">
      <a class="close" href=${link(['actions'])} aria-label="Close">×</a>
      <h2>${foreign(action.name, 80)}</h2>
      <p>${foreign(action.description, 1_000)}</p>
      ${facts([['handled by', action.handler_agent ?? action.handler_node ?? 'Waybill'], ['for', action.available_to ?? 'everyone']])}
      <h3>Ask for it</h3>
      <p class="under">A call is made for an agent.</p>
      <wb-voice .session=${this.session} @change=${() => this.#load()}></wb-voice>
      ${this.session.voice ? html`<wb-form id="ask" label="Invoke" .schema=${action.input_schema} ?disabled=${this.busy('invoke')}
        @send=${(/** @type {any} */ e) => this.#invoke(action.name, e.detail)}></wb-form>` : nothing}
      ${this.trouble('invoke')}${this.#answer ? html`<h3>Result</h3>${json(this.#answer)}` : nothing}
      <details><summary>Input schema</summary>${json(action.input_schema)}</details>
      <details><summary>Output schema</summary>${json(action.output_schema)}</details>
    </aside>`;
  }

  /** @param {string} name @param {any} input */
  #invoke(name, input) {
    const api = /** @type {any} */ (this.session.voice).api;
    this.#answer = null;
    this.attempt('invoke', async () => {
      const made = await api.post(`/v1/actions/${part(name)}/invoke?wait=10s`, { input });
      return api.get(`/v1/actions/${part(name)}/invocations/${part(made.invocation_id)}`, { wait: '20s' });
    }, (answer) => (this.#answer = answer));
  }

  /** @param {any} payload */
  #show(payload) {
    location.hash = link(['actions', payload.action_name]);
    this.attempt('invoke', () => this.session.api.get(`/v1/actions/${part(payload.action_name)}/invocations/${part(payload.invocation_id)}`), (answer) => (this.#answer = answer));
  }
}

customElements.define('wb-actions', Actions);
