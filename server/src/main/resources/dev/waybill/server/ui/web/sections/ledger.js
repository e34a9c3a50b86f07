// @ts-check
import { html, nothing } from 'lit';
import { View } from '../parts/view.js';
import '../parts/list.js';
import { facts, json } from '../parts/json.js';
import { clock, foreign, moment } from '../lib/text.js';
import { told } from '../lib/words.js';
import { hand } from '../lib/api.js';
import { link, place } from '../lib/route.js';
import { read } from '../lib/trail.js';

const KINDS = ['', 'message', 'thread', 'dm', 'group_dm', 'delivery', 'action', 'agent', 'channel', 'member', 'network', 'outbound', 'node', 'file', 'webhook', 'observer_token'];
const PAGE = 500;
const LINES = 'application/x-ndjson';

/** The whole trail: filtered, live, to be taken along; each row has an address. */
class Ledger extends View {
  static properties = { session: { attribute: false } };

  /** @type {any[] | null} */
  #held = null;
  /** A row that the address names and that is not among those here, or null if there is none. @type {Map<string, any>} */
  #found = new Map();
  #sought = '';
  #saved = 0;

  constructor() {
    super();
    /** @type {import('../lib/session.js').Session} */
    this.session = /** @type {any} */ (undefined);
  }

  connectedCallback() {
    super.connectedCallback();
    this.watch(this.session.trail);
    this.watch(this.session.stream);
    this.watch(place);
  }

  render() {
    const { trail } = this.session;
    const rows = this.#rows();
    const chosen = place.query.get('row');
    return html`<div class="bar">
        <label>Kind <select @change=${(/** @type {any} */ e) => place.ask({ kind: e.target.value })}>
          ${KINDS.map((kind) => html`<option value=${kind} ?selected=${kind === (place.query.get('kind') ?? '')}>${kind || 'all'}</option>`)}
        </select></label>
        <label class="grow">Filter <input type="search" .value=${place.query.get('q') ?? ''} placeholder="word, name or id"
          @input=${(/** @type {any} */ e) => place.ask({ q: e.target.value })}></label>
        <button aria-pressed=${this.#held ? 'true' : 'false'} @click=${this.#hold}>${this.#held ? 'Go on' : 'Hold'}</button>
        <button @click=${() => this.#save(rows)} ?disabled=${rows.length === 0}>Save ${rows.length.toLocaleString()} ${rows.length === 1 ? 'row' : 'rows'}</button>
        <button @click=${this.#saveAll} ?disabled=${this.busy('all')}>${this.busy('all') ? `Reading ${this.#saved.toLocaleString()}…` : 'Save the whole ledger'}</button>
      </div>
      ${this.trouble('older')}${this.trouble('all')}
      <div class="split ${chosen ? 'open' : ''}">
        <div class="pane">
          ${rows.length > 0
            ? html`<wb-list id="ledger" label="What happened, newest first" .rows=${rows} .draw=${draw} .key=${keyOf} .chosen=${chosen}
                @choose=${(/** @type {any} */ e) => place.ask({ row: e.detail.key })}></wb-list>`
            : html`<p class="none" role="status">${this.#none()}</p>`}
          <p class="under">${rows.length.toLocaleString()} of ${trail.rows.length.toLocaleString()} rows here${trail.first > 1
              ? html` · <button class="quiet" ?disabled=${this.busy('older')} @click=${this.#older}>Older rows</button>` : nothing}${this.#held
              ? ` · held; ${trail.rows.length - this.#held.length} new` : ''}</p>
        </div>
        ${chosen ? this.#detail(chosen) : nothing}
      </div>`;
  }

  #none() {
    if (this.session.trail.rows.length > 0) {
      return 'No row fits this filter.';
    }
    return this.session.stream.mark === 'catching up' ? 'Loading…' : 'Nothing has happened in this workspace yet.';
  }

  #rows() {
    const kind = place.query.get('kind') ?? '';
    const word = (place.query.get('q') ?? '').toLowerCase();
    const all = this.#held ?? this.session.trail.rows;
    const out = [];
    for (let i = all.length - 1; i >= 0; i--) {
      const row = all[i];
      if ((kind === '' || row.type.startsWith(kind + '.')) && (word === '' || fits(row, word))) {
        out.push(row);
      }
    }
    return out;
  }

  /** @param {string} key */
  #detail(key) {
    const row = this.session.trail.rows.find((r) => r.key === key) ?? this.#found.get(key);
    if (!row) {
      this.#find(key);
      return html`<aside class="detail" aria-label="The row"><button class="quiet close" aria-label="Close" @click=${() => place.ask({ row: '' })}>×</button>
        ${this.trouble('find')}<p class="none" role="status">${this.#found.has(key) ? 'There is no such row, or this token may not see it.' : 'Loading…'}</p></aside>`;
    }
    const p = row.payload;
    return html`<aside class="detail" aria-label="The row">
      <button class="quiet close" aria-label="Close" @click=${() => place.ask({ row: '' })}>×</button>
      <h2>${foreign(row.type)}</h2>
      ${facts([
        ['number', row.seq],
        ['at', moment(row.at)],
        ['message', p.message_id ?? p.message?.id],
        ['delivery', p.delivery_id && (() => html`<a href=${link(['deliveries'], { id: p.delivery_id })}>${foreign(p.delivery_id)}</a>`)],
        ['address', () => html`<a href=${link(['ledger'], { row: row.key })}>of this row</a>`],
      ])}
      ${json(p)}
    </aside>`;
  }

  #hold = () => {
    this.#held = this.#held ? null : [...this.session.trail.rows];
    this.requestUpdate();
  };

  #older = () => {
    this.attempt('older', () => this.session.older(), () => {});
  };

  /** @param {string} key */
  #find(key) {
    const seq = Number(key.split(' ')[0]);
    if (key !== this.#sought) {
      this.#sought = key;
      this.clearFailure('find');
    }
    if (this.#found.has(key) || this.busy('find') || this.failure('find') || this.session.stream.mark === 'catching up' || !Number.isSafeInteger(seq)) {
      return;
    }
    queueMicrotask(() => this.attempt('find', () => this.session.api.get('/v1/workspace/events', { since: Math.max(0, seq - 1), limit: 1 }), (page) => {
      this.#found.set(key, page.events.map(read).find((/** @type {any} */ row) => row.key === key) ?? null);
    }));
  }

  /** From its first row on, a page at a time. */
  #saveAll = () => {
    this.attempt('all', async () => {
      const parts = [];
      this.#saved = 0;
      for (let since = 0; ; ) {
        const page = await this.session.api.get('/v1/workspace/events', { since, limit: PAGE });
        parts.push(new Blob(page.events.map(read).map(line)));
        this.#saved += page.events.length;
        this.requestUpdate();
        if (page.next_since >= page.latest_seq || page.next_since <= since) {
          return new Blob(parts, { type: LINES });
        }
        since = page.next_since;
      }
    }, (whole) => hand('ledger.ndjson', whole));
  };

  /** @param {any[]} rows */
  #save(rows) {
    hand('ledger-part.ndjson', new Blob(rows.map(line).reverse(), { type: LINES }));
  }
}

/** @param {any} row */
function line({ seq, type, at, payload }) {
  return JSON.stringify({ seq, type, created_at: at, payload }) + '\n';
}

/** @param {any} row @param {string} word */
function fits(row, word) {
  row.low ??= (row.type + ' ' + JSON.stringify(row.payload)).toLowerCase();
  return row.low.includes(word);
}

/** @param {any} row */
const keyOf = (row) => row.key;

/** @param {any} row */
function draw(row) {
  const { who, what } = told(row);
  return html`<span class="num">${row.seq}</span><time>${clock(row.at)}</time><span class="kind is-${row.type.split('.')[0].replace(/[^a-z]/g, '')}">${foreign(row.type, 40)}</span>
    <span class="who">${foreign(who, 60)}</span><span class="what">${foreign(what, 300)}</span>`;
}

customElements.define('wb-ledger', Ledger);
