// @ts-check
import { html, nothing } from 'lit';
import { badge, View } from '../parts/view.js';
import { chart } from '../parts/chart.js';
import { facts, json } from '../parts/json.js';
import { foreign, moment, span } from '../lib/text.js';
import { part } from '../lib/api.js';
import { link, place } from '../lib/route.js';

const EVERY = 3_000;
const SETTLED = ['acked', 'dead_lettered', 'replaced'];
const WAITS = ['held', 'open', 'accepted', 'deferred'];
const TIMES = /** @type {[number, string][]} */ ([[600, 'ten minutes'], [3_600, 'an hour'], [86_400, 'a day']]);

/** One delivery: where it is among its states, every attempt and receipt, and what can be done about it. Tells `done`. */
class Delivery extends View {
  static properties = { session: { attribute: false }, delivery: {} };

  /** @type {any} */
  #one = null;
  /** @type {any} */
  #message = null;
  #done = '';

  constructor() {
    super();
    /** @type {import('../lib/session.js').Session} */
    this.session = /** @type {any} */ (undefined);
    this.delivery = '';
  }

  connectedCallback() {
    super.connectedCallback();
    const hear = (/** @type {any} */ e) => {
      const message = this.#one?.message_id;
      if (e.detail.some((/** @type {any} */ row) => row.payload.message_id === message && row.payload.delivery_id)) {
        this.#load();
      }
    };
    this.session.trail.addEventListener('change', hear);
    this.#unhear = () => this.session.trail.removeEventListener('change', hear);
    this.#timer = setInterval(() => !document.hidden && this.#one && !SETTLED.includes(this.#one.state) && this.#load(), EVERY);
  }

  /** What comes again by itself is not on record. @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  #unhear = () => {};

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#unhear();
    clearInterval(this.#timer);
  }

  /** @param {Map<string, any>} changed */
  willUpdate(changed) {
    if (changed.has('delivery')) {
      this.#one = null;
      this.#message = null;
      this.#done = '';
      this.forget('message');
      this.clearFailure('act');
      this.#load();
    }
  }

  #load() {
    const { api } = this.session;
    this.attempt('one', () => api.get(`/v1/workspace/deliveries/${part(this.delivery)}`), (one) => {
      this.#one = one;
      if (this.session.may('messages')) {
        this.attempt('message', () => api.get(`/v1/messages/${part(one.message_id)}`), (message) => (this.#message = message));
      }
    });
  }

  render() {
    const d = this.#one;
    return html`<button class="quiet close" aria-label="Close" @click=${() => place.ask({ id: '' })}>×</button>
      <h2>Delivery</h2>
      ${this.trouble('one')}${this.trouble('act')}${this.#done ? html`<p class="done" role="status">${this.#done}</p>` : nothing}
      ${d ? this.#told(d) : this.failure('one') ? nothing : html`<p class="none" role="status">Loading…</p>`}`;
  }

  /** @param {any} d */
  #told(d) {
    const steps = this.#steps();
    const receipt = (this.#message?.deliveries ?? []).find((/** @type {any} */ r) => r.agent_id === d.agent_id);
    return html`${chart(d.state, been(d, steps))}
      ${facts([
        ['id', d.id],
        ['to', d.agent_name],
        ['from', d.from_name],
        ['state', () => html`${badge(d.state)}${d.state === 'open' ? html` ${badge(d.status)}` : nothing}`],
        ['mode', d.mode],
        ['priority', d.priority === 'normal' ? null : d.priority],
        ['attempt', d.attempt],
        ['because of', d.reason],
        ['reason', d.error],
        ['until', d.available_at && moment(d.available_at)],
        ['given up at', WAITS.includes(d.state) ? moment(d.expires_at) : null],
        ['took', d.settled_at && d.state === 'acked' ? span(Date.parse(d.settled_at) - Date.parse(d.created_at)) : null],
        ['read', receipt?.read_at && moment(receipt.read_at)],
      ])}
      ${this.session.may('write') ? this.#buttons(d) : nothing}
      <h3>Attempts</h3>
      <ol class="steps">${d.attempts.map((/** @type {any} */ a) => html`<li>${a.id === d.id ? html`<b>attempt ${a.attempt}</b>` : html`<a href=${link(['deliveries'], { id: a.id })}>attempt ${a.attempt}</a>`}
        ${moment(a.created_at)} ${badge(a.state)}${a.arrived_at ? html` arrived ${moment(a.arrived_at)}` : nothing}${a.settled_at ? html` told ${moment(a.settled_at)}` : nothing}
        ${a.available_at ? html` until ${moment(a.available_at)}` : nothing}${a.dispatch_attempts > 0 ? html` posted ${a.dispatch_attempts} times` : nothing} ${foreign(a.error ?? '', 300)}</li>`)}</ol>
      ${steps.length > 0 ? html`<h3>On record</h3><ol class="steps">${steps.map((row) => html`<li><a href=${link(['ledger'], { row: row.key })}>${moment(row.at)}</a> ${foreign(row.type === 'delivery.accepted' && !('retryable' in row.payload) ? 'queued' : row.type.slice(9), 40)}
        ${foreign(row.payload.error ?? row.payload.reason ?? '', 300)}${row.payload.available_at ? html` until ${moment(row.payload.available_at)}` : nothing}
        ${row.payload.metadata ? json(row.payload.metadata, 2_000) : nothing}</li>`)}</ol>` : nothing}
      ${this.#message ? html`<h3>Message</h3><p><b>${foreign(this.#message.agent_name, 60)}</b></p><div class="text said">${foreign(this.#message.text, 4_000)}</div>` : this.trouble('message')}`;
  }

  /** What the record tells of it, as far as that is loaded. */
  #steps() {
    const ids = new Set(this.#one.attempts.map((/** @type {any} */ a) => a.id));
    return this.session.trail.rows.filter((row) => row.type.startsWith('delivery.') && ids.has(row.payload.delivery_id));
  }

  /** @param {any} d */
  #buttons(d) {
    const button = (/** @type {string} */ words, /** @type {() => void} */ act) => html`<button ?disabled=${this.busy('act')} @click=${act}>${words}</button>`;
    const id = part(d.id);
    return html`<div class="buttons">
      ${d.state === 'held' ? button('Flush', () => this.#act('/v1/deliveries/flush', { delivery_id: d.id }, (r) => (r.flushed.length ? 'It was let go.' : 'It was not held.'))) : nothing}
      ${d.state === 'dead_lettered' ? button('Send again', () => this.#act(`/v1/dead-letters/${id}/redrive`, {}, () => 'It is sent again.')) : nothing}
      ${d.state === 'deferred' ? button('Bring it back now', () => this.#defer(id, 0, 'It comes back.')) : nothing}
      ${WAITS.includes(d.state) || d.state === 'failed' ? html`<label>Put off for <select id="putoff">${TIMES.map(([s, words]) => html`<option value=${s}>${words}</option>`)}</select></label>
        ${button('Put off', () => this.#defer(id, Number(/** @type {any} */ (this.querySelector('#putoff')).value), 'It was put off.'))}` : nothing}
    </div>`;
  }

  /** @param {string} id @param {number} seconds @param {string} words */
  #defer(id, seconds, words) {
    const until = new Date(Date.now() + seconds * 1000).toISOString();
    this.#act(`/v1/deliveries/${id}/defer`, { available_at: until, reason: 'by hand' }, () => words);
  }

  /** @param {string} path @param {any} body @param {(answer: any) => string} say */
  #act(path, body, say) {
    this.#done = '';
    this.attempt('act', () => this.session.api.post(path, body), (answer) => {
      this.#done = say(answer);
      this.#load();
      this.dispatchEvent(new CustomEvent('done'));
    });
  }
}

/** The states that this attempt was in, as far as that is known. @param {any} d @param {any[]} steps */
function been(d, steps) {
  const states = [d.state === 'held' ? 'held' : 'open'];
  for (const { type, payload } of steps) {
    if (payload.delivery_id === d.id && (type !== 'delivery.accepted' || 'retryable' in payload)) {
      const word = type.slice(9);
      const state = word === 'delivered' ? 'acked' : word === 'redriven' ? 'open' : word;
      if (states[states.length - 1] !== state) {
        states.push(state);
      }
    }
  }
  return states;
}

customElements.define('wb-delivery', Delivery);
