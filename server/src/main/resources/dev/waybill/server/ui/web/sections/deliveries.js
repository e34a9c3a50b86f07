// @ts-check
import { html, nothing } from 'lit';
import { badge, View } from '../parts/view.js';
import '../parts/list.js';
import { chart } from '../parts/chart.js';
import { facts } from '../parts/json.js';
import { ago, clock, foreign, moment } from '../lib/text.js';
import { part } from '../lib/api.js';
import { place } from '../lib/route.js';

const STATES = ['', 'queued', 'accepted', 'deferred', 'failed', 'acked', 'dead_lettered', 'replaced'];
const MODES = ['', 'immediate', 'on-idle', 'next-tool-call', 'next-message', 'manual'];
const AGES = /** @type {[string, string][]} */ ([['', 'any'], ['60', 'over 1 min'], ['600', 'over 10 min'], ['3600', 'over 1 h']]);

/** What is on its way to agents, what became of it, and what was given up. */
class Deliveries extends View {
  static properties = { session: { attribute: false } };

  /** @type {any} */
  #message = null;
  /** @type {any} */
  #letter = null;
  #shown = '';
  #done = '';

  constructor() {
    super();
    /** @type {import('../lib/session.js').Session} */
    this.session = /** @type {any} */ (undefined);
  }

  connectedCallback() {
    super.connectedCallback();
    this.watch(this.session.deliveries);
    this.watch(this.session.stream);
    this.watch(this.session.names, () => this.#waiting());
    this.watch(place);
    this.#waiting();
    if (this.session.owner) {
      this.attempt('dead', () => this.session.api.get('/v1/dead-letters', { limit: 200 }), (rows) => rows.forEach((/** @type {any} */ row) => this.#dead(row)));
    }
  }

  /** @param {any} row */
  #dead(row) {
    const { deliveries } = this.session;
    deliveries.note({ id: row.id, message_id: row.message?.id, created_at: row.message?.created_at ?? row.dead_lettered_at, mode: '', status: 'dead_lettered' }, row.agent_id);
    const known = deliveries.all.get(row.id);
    if (known) {
      known.state = 'dead_lettered';
      known.why = row.reason;
      known.since = row.dead_lettered_at;
    }
  }

  /** What waits is known to the agents, however long ago it was sent. */
  #waiting() {
    const { api, names, deliveries } = this.session;
    this.attempt('waiting', () => Promise.all(names.agents.slice(0, 60).map((a) => api.get(`/v1/agents/${part(a.name)}`).catch(() => null))), (all) =>
      all.forEach((agent) => agent?.pending_deliveries.forEach((/** @type {any} */ p) => deliveries.note(p, agent.id))));
  }

  #rows() {
    const { names, deliveries } = this.session;
    const [state, agent, mode, age] = ['state', 'agent', 'mode', 'age'].map((name) => place.query.get(name) ?? '');
    const before = age ? Date.now() - Number(age) * 1000 : Infinity;
    const rows = [...deliveries.all.values()].filter((d) =>
      (state === '' || d.state === state) && (agent === '' || names.agent(d.agentId) === agent) &&
      (mode === '' || d.mode === mode) && (before === Infinity || Date.parse(d.born) < before));
    return rows.sort((a, b) => (a.born < b.born ? 1 : a.born > b.born ? -1 : 0));
  }

  render() {
    const rows = this.#rows();
    const chosen = place.query.get('id');
    const agents = this.session.names.agents.map((a) => a.name);
    return html`<div class="bar">
        ${this.#choice('State', 'state', STATES.map((s) => [s, s.replace('_', ' ') || 'all']))}
        ${this.#choice('Agent', 'agent', [['', 'all'], ...agents.map((n) => /** @type {[string, string]} */ ([n, n]))])}
        ${this.#choice('Mode', 'mode', MODES.map((m) => [m, m || 'all']))}
        ${this.#choice('Age', 'age', AGES)}
        <span class="grow"></span>
        ${this.session.may('write') ? this.#all() : nothing}
      </div>
      ${this.trouble('act')}${this.#done ? html`<p class="done" role="status">${this.#done}</p>` : nothing}
      <div class="split ${chosen ? 'open' : ''}">
        <div class="pane">
          ${rows.length > 0
            ? html`<wb-list id="deliveries" label="Deliveries, newest first" .rows=${rows} .draw=${this.#draw} .key=${(/** @type {any} */ d) => d.id} .chosen=${chosen}
                @choose=${(/** @type {any} */ e) => place.ask({ id: e.detail.id })}></wb-list>`
            : html`<p class="none" role="status">${this.session.stream.mark === 'catching up' ? 'Loading…' : 'No delivery fits.'}</p>`}
          <p class="under">${rows.length.toLocaleString()} of ${this.session.deliveries.all.size.toLocaleString()} deliveries: those the ledger told of lately, and what waits.</p>
        </div>
        ${chosen ? this.#detail(chosen) : nothing}
      </div>`;
  }

  /** @param {string} label @param {string} name @param {[string, string][]} options */
  #choice(label, name, options) {
    const now = place.query.get(name) ?? '';
    return html`<label>${label} <select @change=${(/** @type {any} */ e) => place.ask({ [name]: e.target.value })}>
      ${options.map(([value, words]) => html`<option value=${value} ?selected=${value === now}>${words}</option>`)}</select></label>`;
  }

  #all() {
    const agent = place.query.get('agent');
    return html`${agent ? html`<button ?disabled=${this.busy('act')} @click=${() => this.#act('/v1/deliveries/flush', { agent }, (r) => `${r.flushed.length} let go.`)}>Flush what is held for it</button>` : nothing}
      ${place.query.get('state') === 'dead_lettered' ? html`<button ?disabled=${this.busy('act')} @click=${() => this.#act('/v1/dead-letters/redrive', agent ? { agent } : {}, (r) => `${r.redriven.length} sent again.`)}>Send all dead letters again</button>` : nothing}`;
  }

  #draw = (/** @type {any} */ d) => html`<time>${clock(d.born)}</time><span class="kind">${badge(d.state)}</span><span class="who">${foreign(this.session.names.agent(d.agentId), 60)}</span>
    <span class="age">${ago(d.since)}</span><span class="what">${foreign([d.mode, d.why, d.id].filter(Boolean).join(' · '), 200)}</span>`;

  /** @param {string} id */
  #detail(id) {
    const known = this.session.deliveries.all.get(id);
    const message = known?.message ?? id.split('_')[1];
    if (this.#shown !== id + (known?.steps.length ?? 0)) {
      this.#shown = id + (known?.steps.length ?? 0);
      this.#look(id, message, known);
    }
    const receipt = (this.#message?.deliveries ?? []).find((/** @type {any} */ d) => d.delivery_id === id);
    const state = known?.state === 'deferred' || known?.state === 'dead_lettered' ? known.state : (receipt?.status ?? known?.state ?? 'queued');
    const been = ['queued', ...(known?.steps ?? []).slice(1).map((s) => stateAfter(s.word))];
    return html`<aside class="detail" aria-label="The delivery">
      <button class="quiet close" aria-label="Close" @click=${() => place.ask({ id: '' })}>×</button>
      <h2>Delivery</h2>
      ${chart(state, been)}
      ${facts([
        ['id', id],
        ['to', known && this.session.names.agent(known.agentId)],
        ['state', () => badge(state)],
        ['mode', known?.mode],
        ['attempt', receipt?.attempt],
        ['reason', receipt?.error ?? known?.why],
        ['until', receipt?.available_at && moment(receipt.available_at)],
        ['read', receipt?.read_at && moment(receipt.read_at)],
      ])}
      ${this.#buttons(id, state, known)}
      <h3>What happened</h3>
      <ol class="steps">${(known?.steps ?? []).map((s, i) => html`<li>${moment(s.at)} ${foreign(i === 0 && s.word === 'delivery.accepted' ? 'queued' : stateAfter(s.word))} ${foreign(s.payload.error ?? s.payload.reason ?? '', 300)}
        ${s.payload.available_at ? html`until ${moment(s.payload.available_at)}` : nothing}</li>`)}</ol>
      ${(this.#letter?.attempts ?? []).length > 0 ? html`<h3>Attempts</h3><ol class="steps">${this.#letter.attempts.map((/** @type {any} */ a) =>
        html`<li>${moment(a.created_at)} ${badge(a.status)} ${foreign(a.error ?? '', 300)}</li>`)}</ol>` : nothing}
      ${this.#message ? html`<h3>Message</h3><p><b>${foreign(this.#message.agent_name, 60)}</b></p><div class="text said">${foreign(this.#message.text, 4_000)}</div>` : this.trouble('message')}
    </aside>`;
  }

  /** @param {string} id @param {string} message @param {any} known */
  #look(id, message, known) {
    const { api } = this.session;
    this.#message = this.#message?.id === message ? this.#message : null;
    this.#letter = null;
    this.attempt('message', () => api.get(`/v1/messages/${part(message)}`), (found) => (this.#message = found));
    if (known?.state === 'dead_lettered' && this.session.owner) {
      this.attempt('letter', () => api.get(`/v1/dead-letters/${part(id)}`), (found) => (this.#letter = found));
    }
  }

  /** @param {string} id @param {string} state @param {any} known */
  #buttons(id, state, known) {
    if (!this.session.may('write')) {
      return nothing;
    }
    const voice = this.session.voice;
    const own = voice && known && this.session.names.agent(known.agentId) === voice.name;
    return html`<div class="buttons">
      ${state === 'queued' ? html`<button ?disabled=${this.busy('act')} @click=${() => this.#act('/v1/deliveries/flush', { delivery_id: id }, (r) => (r.flushed.length ? 'It was let go.' : 'It was not held.'))}>Flush</button>` : nothing}
      ${state === 'dead_lettered' ? html`<button ?disabled=${this.busy('act')} @click=${() => this.#act(`/v1/dead-letters/${part(id)}/redrive`, {}, () => 'It is sent again.')}>Send again</button>` : nothing}
      ${own && ['queued', 'delivered', 'accepted', 'failed'].includes(state) ? html`<button ?disabled=${this.busy('act')} @click=${() => this.#defer(id)}>Put off for ten minutes</button>` : nothing}
    </div>`;
  }

  /** @param {string} path @param {any} body @param {(answer: any) => string} say */
  #act(path, body, say) {
    this.#done = '';
    this.attempt('act', () => this.session.api.post(path, body), (answer) => (this.#done = say(answer)));
  }

  /** @param {string} id */
  #defer(id) {
    const until = new Date(Date.now() + 600_000).toISOString();
    this.attempt('act', () => /** @type {any} */ (this.session.voice).api.post(`/v1/deliveries/${part(id)}/defer`, { available_at: until, reason: 'by hand' }), () => (this.#done = 'It was put off.'));
  }
}

/** @param {string} word */
function stateAfter(word) {
  const name = word.replace('delivery.', '');
  return name === 'delivered' ? 'acked' : name === 'redriven' ? 'replaced' : name;
}

customElements.define('wb-deliveries', Deliveries);
