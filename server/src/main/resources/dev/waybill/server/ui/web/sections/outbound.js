// @ts-check
import { html, nothing } from 'lit';
import { badge, View } from '../parts/view.js';
import '../parts/form.js';
import { facts, json } from '../parts/json.js';
import { foreign, many, moment, plain, span } from '../lib/text.js';
import { part } from '../lib/api.js';
import { link, place } from '../lib/route.js';

/** `approval` is none of theirs: what waits for somebody's word. */
const STATES = ['', 'approval', 'queued', 'in_flight', 'sent', 'failed', 'unknown', 'cancelled'];
const PAGE = 50;
const TARGET = {
  type: 'object',
  required: [],
  properties: {
    itemId: { type: 'string', title: 'Item', description: 'Where an item came from; or:', maxLength: 200 },
    provider: { type: 'string', title: 'Provider', description: 'such as github', maxLength: 60 },
    surface: { type: 'string', title: 'Surface', description: 'such as issue_comment', maxLength: 60 },
    targetRef: { type: 'string', title: 'Target', description: 'such as acme/app#7', maxLength: 200 },
    threadRef: { type: 'string', title: 'Thread', maxLength: 200 },
  },
};

/** What is done at providers, and what waits for a word. */
class Outbound extends View {
  static properties = { session: { attribute: false } };

  /** @type {any[] | null} */
  #rows = null;
  /** @type {string | null} */
  #next = null;
  /** @type {any} */
  #one = null;
  /** @type {any} */
  #target = null;
  /** @type {any} */
  #offer = null;
  /** @type {any} */
  #operation = null;
  /** What came for an agent from outside. @type {any[] | null} */
  #items = null;
  #shown = '';
  #due = false;
  #state = '';

  constructor() {
    super();
    /** @type {import('../lib/session.js').Session} */
    this.session = /** @type {any} */ (undefined);
  }

  connectedCallback() {
    super.connectedCallback();
    this.watch(place, () => this.#go());
    this.watch(this.session.names);
    const hear = (/** @type {any} */ e) => e.detail.some((/** @type {any} */ row) => row.type.startsWith('outbound.')) && this.#soon();
    this.session.trail.addEventListener('change', hear);
    this.#unhear = () => this.session.trail.removeEventListener('change', hear);
    this.#go();
  }

  #unhear = () => {};

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#unhear();
  }

  #soon() {
    if (!this.#due) {
      this.#due = true;
      setTimeout(() => {
        this.#due = false;
        this.isConnected && this.#load();
      }, 1_000);
    }
  }

  #go() {
    const shown = JSON.stringify([place.path, place.query.toString()]);
    if (place.section === 'outbound' && shown !== this.#shown) {
      const state = place.query.get('state') ?? '';
      if (state !== this.#state) {
        this.#state = state;
        this.#rows = null;
        this.#next = null;
        this.forget('older');
      }
      this.#shown = shown;
      this.#one = null;
      this.#items = null;
      ['one', 'items'].forEach((what) => this.forget(what));
      this.clearFailure('act');
      this.#load();
    }
    this.requestUpdate();
  }

  #load() {
    const { api } = this.session;
    this.attempt('rows', () => api.bare(this.#path(null)), ({ deliveries, nextCursor }) => {
      const last = deliveries[deliveries.length - 1];
      const older = nextCursor && last ? (this.#rows ?? []).filter((row) => row.createdAt < last.createdAt) : [];
      this.#next = older.length > 0 ? this.#next : nextCursor;
      this.#rows = [...deliveries, ...older];
    });
    const [id] = place.path;
    if (id && id !== 'new') {
      this.attempt('one', () => api.bare(`/v1/deliveries/${part(id)}`), (one) => (this.#one = one));
    }
    const agent = place.query.get('agent');
    if (id === 'new' && agent) {
      this.attempt('items', () => api.bare(`/v1/agents/${part(agent)}/inbox/entries`), ({ entries }) => (this.#items = entries.filter((/** @type {any} */ e) => e.deliveryHandle)));
    }
  }

  /** @param {string | null} cursor */
  #path(cursor) {
    const state = place.query.get('state');
    const asked = state === 'approval' ? { approval: 'pending', status: 'queued' } : state ? { status: state } : {};
    return '/v1/deliveries/attempts?' + new URLSearchParams({ limit: String(PAGE), ...asked, ...(cursor ? { cursor } : {}) });
  }

  #older = () => {
    this.attempt('older', () => this.session.api.bare(this.#path(this.#next)), ({ deliveries, nextCursor }) => {
      const known = new Set((this.#rows ?? []).map((row) => row.deliveryId));
      this.#rows = [...(this.#rows ?? []), ...deliveries.filter((/** @type {any} */ row) => !known.has(row.deliveryId))];
      this.#next = nextCursor;
    });
  };

  render() {
    const [id] = place.path;
    return html`<div class="bar"><label>State <select @change=${(/** @type {any} */ e) => place.ask({ state: e.target.value })}>
        ${STATES.map((s) => html`<option value=${s} ?selected=${s === (place.query.get('state') ?? '')}>${s === 'approval' ? 'waits for approval' : s.replace('_', ' ') || 'all'}</option>`)}</select></label>
        <span class="grow"></span><a href=${link(['outbound', 'new'])}>Do something at a place…</a></div>
      <div class="split ${id ? 'open' : ''}">
        <div class="pane">${this.listed('rows', this.#rows, 'Nothing was done at a provider.', () => html`<div class="wide" tabindex="0" role="region" aria-label="Attempts"><table>
          <thead><tr><th>At</th><th>State</th><th>Operation</th><th>Where</th><th>Tries</th></tr></thead>
          <tbody>${this.#rows?.map((a) => html`<tr><th scope="row"><a href=${link(['outbound', a.deliveryId])}>${moment(a.createdAt)}</a></th>
            <td>${badge(a.status)}${a.approval?.state === 'pending' ? html` ${badge('waiting')}` : nothing}</td><td>${foreign(`${a.provider} ${a.operation}`, 80)}</td><td>${foreign(a.targetRef, 80)}</td><td class="num">${a.attempts}</td></tr>`)}</tbody></table></div>
          ${this.trouble('older')}<p class="under">${many((this.#rows ?? []).length, 'attempt', 'attempts')}${this.#next ? html` · <button class="quiet" ?disabled=${this.busy('older')} @click=${this.#older}>Older attempts</button>` : nothing}</p>`)}</div>
        ${id === 'new' ? this.#new() : id ? this.#detail() : nothing}
      </div>`;
  }

  #detail() {
    const a = this.#one;
    return html`<aside class="detail" aria-label="The attempt"><a class="close" href=${link(['outbound'])} aria-label="Close">×</a><h2>Attempt</h2>
      ${this.trouble('one')}${this.trouble('act')}
      ${a ? html`${facts([['id', a.deliveryId], ['state', () => badge(a.status)], ['operation', `${a.provider} ${a.operation}`], ['surface', a.surface], ['where', a.targetRef], ['thread', a.threadRef], ['for', a.agentId && this.session.names.agent(a.agentId)], ['why', a.error], ['code', a.errorCode], ['next try', a.nextAttemptAt && moment(a.nextAttemptAt)], ['approval', a.approval?.state]])}
        ${this.#buttons(a)}
        <h3>What happened</h3><ol class="steps">${(a.events ?? []).map((/** @type {any} */ e) => html`<li>${moment(e.at)} ${badge(e.toStatus)} ${e.httpMethod ? html`<code>${foreign(`${e.httpMethod} ${e.url} → ${e.httpStatus ?? '–'}`, 300)}</code>` : nothing}
          ${e.durationMs !== null && e.durationMs !== undefined ? span(e.durationMs) : nothing} ${foreign(e.error ?? '', 300)}
          ${e.responseExcerpt ? html`<details><summary>Answer</summary><pre class="json" tabindex="0">${foreign(e.responseExcerpt, 4_096)}</pre></details>` : nothing}</li>`)}</ol>
        <h3>What was asked</h3>${json(a.payload)}${a.result ? html`<h3>Result</h3>${json(a.result)}` : nothing}` : this.failure('one') ? nothing : html`<p class="none" role="status">Loading…</p>`}
    </aside>`;
  }

  /** @param {any} a */
  #buttons(a) {
    /** @param {string} step @param {string} words @param {string} [look] @param {any} [body] */
    const button = (step, words, look = '', body = {}) => html`<button class=${look} ?disabled=${this.busy('act')} @click=${() => this.#act(a.deliveryId, step, body)}>${words}</button>`;
    return html`<div class="buttons">
      ${a.approval?.state === 'pending' ? html`${button('approve', 'Approve', 'primary')}${button('refuse', 'Refuse', 'danger')}` : nothing}
      ${['failed', 'unknown'].includes(a.status) ? button('retry', 'Try again') : nothing}
      ${a.status === 'unknown' ? button('retry', 'Try again, though it may happen twice', 'danger', { force: true }) : nothing}
      ${a.status === 'queued' ? button('cancel', 'Withdraw') : nothing}
    </div>`;
  }

  /** @param {string} id @param {string} step @param {any} body */
  #act(id, step, body) {
    this.attempt('act', () => this.session.api.bare(`/v1/deliveries/${part(id)}/${step}`, body).finally(() => this.#load()), () => {});
  }

  #new() {
    const operations = this.#offer?.operations ?? [];
    return html`<aside class="detail" aria-label="A new attempt"><a class="close" href=${link(['outbound'])} aria-label="Close">×</a><h2>Do something at a place</h2>
      ${this.#inbox()}
      <wb-form id="target" label="What can be done at that place?" .schema=${TARGET} @send=${(/** @type {any} */ e) => this.#ask(e.detail)}></wb-form>
      ${this.trouble('offer')}
      ${this.#offer ? facts([['place', Object.values(this.#offer.handle ?? {}).filter((v) => typeof v === 'string').join(' · ')]]) : nothing}
      ${operations.length > 0 ? html`<h3>Operations</h3><div class="buttons">${operations.map((/** @type {any} */ o) => html`<button aria-pressed=${o === this.#operation ? 'true' : 'false'} ?disabled=${o.available === false}
        @click=${() => { this.#operation = o; this.requestUpdate(); }}>${foreign(o.title, 60)}</button>`)}</div>
        ${operations.every((/** @type {any} */ o) => o.available === false) ? html`<p class="none">None of it can be done now: ${foreign(operations[0].unavailableReason ?? '', 300)}</p>` : nothing}` : this.#offer ? html`<p class="none">Nothing can be done there.</p>` : nothing}
      ${this.#operation ? html`<p>${foreign(this.#operation.description, 600)}</p>
        <wb-form id="operation" label=${this.#operation.destructive ? 'Do it (cannot be undone)' : 'Do it'} .schema=${this.#operation.inputSchema} ?disabled=${this.busy('act')} @send=${(/** @type {any} */ e) => this.#invoke(e.detail)}></wb-form>` : nothing}
      ${this.trouble('act')}</aside>`;
  }

  /** What came from outside can be answered where it came from. */
  #inbox() {
    const agent = place.query.get('agent') ?? '';
    return html`<label class="field">What came for <select @change=${(/** @type {any} */ e) => place.ask({ agent: e.target.value })}>
        <option value="">nobody chosen</option>${this.session.names.agents.map(({ name }) => html`<option value=${name} ?selected=${name === agent}>${plain(name)}</option>`)}</select></label>
      ${agent ? this.listed('items', this.#items, 'Nothing that came for it can be answered.', () => html`<ul class="steps">${this.#items?.map((e) => html`<li>${foreign(`${e.deliveryHandle.provider} ${e.deliveryHandle.surface} ${e.deliveryHandle.targetRef}`, 120)} ${moment(e.lastItemAt)}
        <div class="stranger"><small>Text from outside</small><div class="text">${foreign(e.summary, 300)}</div></div>
        <button @click=${() => this.#ask({ itemId: e.itemId })}>What can be done there?</button></li>`)}</ul>`) : nothing}
      <h3>Or name the place</h3>`;
  }

  /** @param {any} target */
  #ask(target) {
    this.#target = target;
    this.#offer = null;
    this.#operation = null;
    this.attempt('offer', () => this.session.api.bare('/v1/deliveries/actions', target), (answer) => (this.#offer = answer));
  }

  /** @param {any} input */
  #invoke(input) {
    this.attempt('act', () => this.session.api.bare('/v1/deliveries/invoke', { ...this.#target, operation: this.#operation.name, input }), (answer) => {
      location.hash = link(['outbound', answer.deliveryId]);
    });
  }
}

customElements.define('wb-outbound', Outbound);
