// @ts-check
import { html, nothing } from 'lit';
import { badge, View } from '../parts/view.js';
import '../parts/list.js';
import './delivery.js';
import { ago, clock, foreign, many, plain } from '../lib/text.js';
import { place } from '../lib/route.js';

const STATES = ['', 'waiting', 'held', 'open', 'accepted', 'deferred', 'failed', 'acked', 'dead_lettered', 'replaced'];
const MODES = ['', 'immediate', 'on-idle', 'next-tool-call', 'next-message', 'manual'];
const AGES = /** @type {[string, string][]} */ ([['', 'any'], ['-600', 'under 10 min'], ['60', 'over 1 min'], ['600', 'over 10 min'], ['3600', 'over 1 h'], ['86400', 'over 1 d']]);
const PAGE = 100;
const SOON = 1_500;

/** What is on its way to agents, what became of it, and what was given up. */
class Deliveries extends View {
  static properties = { session: { attribute: false } };

  /** Those of the newest messages first. @type {any[] | null} */
  #rows = null;
  /** Where older ones begin. @type {string | null} */
  #next = null;
  #asked = '';
  #due = false;
  #done = '';

  constructor() {
    super();
    /** @type {import('../lib/session.js').Session} */
    this.session = /** @type {any} */ (undefined);
  }

  connectedCallback() {
    super.connectedCallback();
    this.watch(this.session.names, () => this.#soon());
    this.watch(place, () => this.#go());
    this.watch(this.session.trail, () => this.#soon());
    this.#go();
  }

  /** @param {Record<string, any>} more */
  #query(more) {
    const age = Number(place.query.get('age') ?? '');
    const then = new Date(Date.now() - Math.abs(age) * 1000).toISOString();
    return {
      state: place.query.get('state'),
      agent: place.query.get('agent'),
      mode: place.query.get('mode'),
      until: age > 0 ? then : undefined,
      since: age < 0 ? then : undefined,
      limit: PAGE,
      ...more,
    };
  }

  #go() {
    const asked = JSON.stringify(['state', 'agent', 'mode', 'age'].map((name) => place.query.get(name)));
    if (place.section === 'deliveries' && asked !== this.#asked) {
      this.#asked = asked;
      this.#rows = null;
      this.#next = null;
      this.forget('older');
      this.clearFailure('act');
      this.#load();
    }
    this.requestUpdate();
  }

  /** Not for each of many messages, and not while nobody looks. */
  #soon() {
    if (!this.#due) {
      this.#due = true;
      setTimeout(() => {
        this.#due = false;
        if (this.isConnected && !document.hidden) {
          this.#load();
        }
      }, SOON);
    }
  }

  /** The newest; older ones that were asked for stay. */
  #load() {
    this.attempt('rows', () => this.session.api.page('/v1/workspace/deliveries', this.#query({})), ({ data, cursor }) => {
      const last = data[data.length - 1];
      const older = cursor?.has_more && last ? (this.#rows ?? []).filter((row) => order(last, row) < 0) : [];
      this.#next = older.length > 0 ? this.#next : (cursor?.next ?? null);
      this.#rows = [...data, ...older];
    });
  }

  #older = () => {
    this.attempt('older', () => this.session.api.page('/v1/workspace/deliveries', this.#query({ after: this.#next })), ({ data, cursor }) => {
      const known = new Set((this.#rows ?? []).map((row) => row.id));
      this.#rows = [...(this.#rows ?? []), ...data.filter((/** @type {any} */ row) => !known.has(row.id))];
      this.#next = cursor?.next ?? null;
    });
  };

  render() {
    const chosen = place.query.get('id');
    return html`<div class="bar">
        ${this.#choice('State', 'state', STATES.map((s) => [s, s.replace('_', ' ') || 'all']))}
        ${this.#choice('Agent', 'agent', this.#agents())}
        ${this.#choice('Mode', 'mode', MODES.map((m) => [m, m || 'all']))}
        ${this.#choice('Age', 'age', AGES)}
        <span class="grow"></span>
        ${this.session.may('write') ? this.#all() : nothing}
      </div>
      ${this.trouble('act')}${this.#done ? html`<p class="done" role="status">${this.#done}</p>` : nothing}
      <div class="split ${chosen ? 'open' : ''}">
        <div class="pane">
          ${this.listed('rows', this.#rows, 'No delivery fits.', () => html`<wb-list id="deliveries" label="Deliveries, newest first" .rows=${this.#rows} .draw=${this.#draw}
            .key=${keyOf} .chosen=${chosen} @choose=${(/** @type {any} */ e) => place.ask({ id: e.detail.id })}></wb-list>`)}
          ${this.trouble('older')}
          <p class="under">${many((this.#rows ?? []).length, 'delivery', 'deliveries')}${this.#next
            ? html` · <button class="quiet" ?disabled=${this.busy('older')} @click=${this.#older}>Older deliveries</button>` : nothing}</p>
        </div>
        ${chosen ? html`<wb-delivery class="detail" role="complementary" aria-label="The delivery" .session=${this.session} .delivery=${chosen} @done=${() => this.#load()}></wb-delivery>` : nothing}
      </div>`;
  }

  /** The one that is asked for is among them, whether it is known or not. @returns {[string, string][]} */
  #agents() {
    const names = this.session.names.agents.map((a) => a.name);
    const asked = place.query.get('agent');
    return [['', 'all'], ...(asked && !names.includes(asked) ? [asked, ...names] : names).map((n) => /** @type {[string, string]} */ ([n, plain(n)]))];
  }

  /** @param {string} label @param {string} name @param {[string, string][]} options */
  #choice(label, name, options) {
    const now = place.query.get(name) ?? '';
    return html`<label>${label} <select aria-label=${label} @change=${(/** @type {any} */ e) => place.ask({ [name]: e.target.value })}>
      ${options.map(([value, words]) => html`<option value=${value} ?selected=${value === now}>${words}</option>`)}</select></label>`;
  }

  #all() {
    const agent = place.query.get('agent');
    return html`${agent ? html`<button ?disabled=${this.busy('act')} @click=${() => this.#act('/v1/deliveries/flush', { agent }, (r) => `${r.flushed.length} let go.`)}>Flush what is held for it</button>` : nothing}
      ${place.query.get('state') === 'dead_lettered' ? html`<button ?disabled=${this.busy('act')} @click=${() => this.#act('/v1/dead-letters/redrive', agent ? { agent } : {}, (r) => `${r.redriven.length} sent again.`)}>Send all dead letters again</button>` : nothing}`;
  }

  #draw = (/** @type {any} */ d) => html`<time>${clock(d.created_at)}</time><span class="kind">${badge(shown(d))}</span><span class="who">${foreign(d.agent_name, 60)}</span>
    <span class="age">${ago(d.created_at)}</span><span class="what">${foreign([d.mode, d.from_name && `from ${d.from_name}`, d.attempt > 1 && `attempt ${d.attempt}`, d.error, d.id].filter(Boolean).join(' · '), 200)}</span>`;

  /** @param {string} path @param {any} body @param {(answer: any) => string} say */
  #act(path, body, say) {
    this.#done = '';
    this.attempt('act', () => this.session.api.post(path, body), (answer) => {
      this.#done = say(answer);
      this.#load();
    });
  }
}

/** What is in the line has gone out or not. @param {any} d */
function shown(d) {
  return d.state === 'open' ? d.status : d.state;
}

/** @param {any} d */
const keyOf = (d) => d.id;

/** Which of two comes first in the list: less than zero for the first. @param {any} a @param {any} b */
function order(a, b) {
  return number(b.message_id, a.message_id) || number(b.agent_id, a.agent_id) || b.attempt - a.attempt;
}

/** Compares numbers that are too large for numbers. @param {string} a @param {string} b */
function number(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

customElements.define('wb-deliveries', Deliveries);
