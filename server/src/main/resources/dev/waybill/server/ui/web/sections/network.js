// @ts-check
import { html, nothing } from 'lit';
import { badge, View } from '../parts/view.js';
import { stranger, strangerSaid } from '../parts/stranger.js';
import { facts, json } from '../parts/json.js';
import { ago, foreign, moment } from '../lib/text.js';
import { hand, part } from '../lib/api.js';
import { link, place } from '../lib/route.js';

const TABS = ['peers', 'queues', 'work', 'audit', 'flagged'];
const WORK = ['', 'submitted', 'working', 'needs_input', 'completed', 'failed', 'canceled'];
const PAGE = 100;
const MOST = 5_000;
const DIRECTIONS = ['', 'sent', 'received', 'rejected', 'delivered'];

/** The agent network as it is seen from here. */
class Network extends View {
  static properties = { session: { attribute: false } };

  /** @type {any} */
  #status = null;
  /** @type {any[] | null} */
  #rows = null;
  /** @type {any[] | null} */
  #inner = null;
  /** The peer or the work that is looked at. @type {any} */
  #one = null;
  /** Where more of the list begins. @type {string | null} */
  #next = null;
  #shown = '';
  #due = false;
  #list = '';

  constructor() {
    super();
    /** @type {import('../lib/session.js').Session} */
    this.session = /** @type {any} */ (undefined);
  }

  connectedCallback() {
    super.connectedCallback();
    this.watch(place, () => this.#go());
    this.watch(this.session.trail, () => this.#soon());
    this.#go();
  }

  get #tab() {
    return TABS.includes(place.path[0]) ? place.path[0] : 'peers';
  }

  get #tabs() {
    return TABS.filter((tab) => (tab === 'flagged' ? this.session.may('stream') : tab !== 'queues' || this.session.owner));
  }

  #go() {
    const shown = JSON.stringify([place.path, place.query.toString()]);
    if (place.section === 'network' && shown !== this.#shown) {
      this.#shown = shown;
      const list = JSON.stringify([this.#tab, place.query.toString()]);
      if (list !== this.#list) {
        this.#list = list;
        this.#rows = null;
        this.#next = null;
        ['rows', 'more'].forEach((what) => this.forget(what));
      }
      this.#inner = null;
      this.#one = null;
      ['inner', 'one'].forEach((what) => this.forget(what));
      ['more', 'save'].forEach((what) => this.clearFailure(what));
      this.#load();
    }
    this.requestUpdate();
  }

  #soon() {
    if (!this.#due) {
      this.#due = true;
      setTimeout(() => {
        this.#due = false;
        if (this.isConnected && !document.hidden) {
          this.#load();
        }
      }, 3_000);
    }
  }

  #load() {
    const { api } = this.session;
    this.attempt('status', () => api.get('/v1/network/status'), (status) => (this.#status = status));
    if (this.#tab === 'flagged') {
      this.#rows = this.session.trail.rows.filter((row) => row.type === 'network.message.flagged').reverse().slice(0, MOST);
      this.requestUpdate();
    } else {
      this.attempt('rows', () => api.page(...this.#source(null)), ({ data, cursor }) => {
        const known = new Set(data.map(keyOf));
        const more = cursor?.has_more ? (this.#rows ?? []).slice(PAGE).filter((row) => !known.has(keyOf(row))) : [];
        this.#next = more.length > 0 ? this.#next : (cursor?.next ?? null);
        this.#rows = [...data, ...more].slice(0, MOST);
      });
    }
    this.#look();
  }

  /** What is looked at. */
  #look() {
    const { api } = this.session;
    const [, id] = place.path;
    if (id && this.#tab === 'work') {
      this.attempt('one', () => api.get(`/v1/network/work/${part(id)}`), (work) => (this.#one = work));
      this.attempt('inner', () => api.get(`/v1/network/work/${part(id)}/messages`, { limit: 100 }), (rows) => (this.#inner = rows));
    } else if (id && this.#tab === 'queues') {
      this.attempt('inner', () => api.get('/v1/network/inbox', { session_id: id, limit: 50 }), (rows) => (this.#inner = rows));
    } else if (id && this.#tab === 'peers') {
      this.attempt('one', () => api.get(`/v1/network/peers/${part(id)}`, { channel: place.query.get('channel') }), (peer) => (this.#one = peer));
    }
  }

  /** @param {string | null} after @returns {[string, Record<string, any>]} */
  #source(after) {
    switch (this.#tab) {
      case 'queues':
        return ['/v1/network/sessions', {}];
      case 'work':
        return ['/v1/network/work', { limit: PAGE, after, state: place.query.get('state') }];
      case 'audit':
        return ['/v1/network/audit', { limit: PAGE, after, ...this.#asked() }];
      default:
        return ['/v1/network/peers', { limit: PAGE, after }];
    }
  }

  #asked() {
    return { direction: place.query.get('direction'), reason: place.query.get('reason') };
  }

  #more = () => {
    this.attempt('more', () => this.session.api.page(...this.#source(this.#next)), ({ data, cursor }) => {
      this.#rows = [...(this.#rows ?? []), ...data].slice(0, MOST);
      this.#next = cursor?.next ?? null;
    });
  };

  #further() {
    return html`${this.trouble('more')}${this.#next ? html`<p class="under"><button class="quiet" ?disabled=${this.busy('more')} @click=${this.#more}>More of them</button></p>` : nothing}`;
  }

  render() {
    const s = this.#status;
    return html`${this.trouble('status')}
      ${s ? html`<p class="under">${badge(s.status)} ${foreign(s.carrier, 30)} · ${s.local_peers} peers here, ${s.remote_peers} elsewhere · ${s.messages_received} received, ${s.messages_rejected} rejected, ${s.flagged} flagged${s.trouble ? html` · ${foreign(s.trouble, 200)}` : nothing}</p>` : html`<p class="under">Loading…</p>`}
      <div class="tabs" role="navigation" aria-label="Views of the network">${this.#tabs.map((tab) => html`<a href=${link(['network', tab])} aria-current=${tab === this.#tab ? 'true' : 'false'}>${tab[0].toUpperCase() + tab.slice(1)}</a>`)}</div>
      ${this.#view()}`;
  }

  #view() {
    switch (this.#tab) {
      case 'queues':
        return this.#queues();
      case 'work':
        return this.#work();
      case 'audit':
        return this.#audit();
      case 'flagged':
        return this.#flagged();
      default:
        return this.#peers();
    }
  }

  #peers() {
    const [, id] = place.path;
    return this.listed('rows', this.#rows, 'Nobody is on the network.', () => html`<div class="split ${id ? 'open' : ''}"><div class="pane"><div class="wide" tabindex="0" role="region" aria-label="Peers"><table>
      <thead><tr><th>Peer</th><th>Says it is</th><th>Channel</th><th>Presence</th><th>Key</th><th>Seen</th></tr></thead>
      <tbody>${this.#rows?.map((p) => html`<tr><th scope="row"><a href=${link(['network', 'peers', p.peer_id], { channel: p.channel })}>${foreign(p.peer_id, 80)}</a></th><td><i class="strange">${foreign(p.display_name ?? p.peer_card?.display_name ?? '', 80)}</i></td><td>${foreign(p.channel, 60)}</td>
        <td>${badge(p.presence_state)}</td><td>${p.pinned_key ? badge('verified') : '–'}</td><td class="num">${p.local ? 'here' : ago(p.last_seen)}</td></tr>`)}</tbody></table></div>${this.#further()}</div>
      ${id ? this.#peer(id) : nothing}</div>`);
  }

  /** @param {string} id */
  #peer(id) {
    const p = this.#one;
    return html`<aside class="detail" aria-label="The peer"><a class="close" href=${link(['network', 'peers'])} aria-label="Close">×</a><h2>${foreign(id, 80)}</h2>${this.trouble('one')}
      ${p ? html`${facts([['channel', p.channel], ['presence', () => badge(p.presence_state)], ['here', p.local ? 'yes' : 'no'], ['joined', p.joined_at && moment(p.joined_at)], ['seen', p.last_seen && moment(p.last_seen)], ['key', p.pinned_key], ['session', p.session_id]])}
        <h3>What it says of itself</h3>${stranger({ body: p.peer_card, trust: 'unproven' })}
        ${p.metrics ? html`<h3>Decisions about its messages</h3>${json(p.metrics)}` : nothing}
        ${p.capability_catalog ? html`<h3>What it says it can do</h3>${stranger({ body: p.capability_catalog, trust: 'unproven' })}` : nothing}` : this.failure('one') ? nothing : html`<p class="none" role="status">Loading…</p>`}</aside>`;
  }

  #queues() {
    const [, id] = place.path;
    return this.listed('rows', this.#rows, 'No agent of this workspace is on the network.', () => html`<div class="split ${id ? 'open' : ''}"><div class="pane"><div class="wide" tabindex="0" role="region" aria-label="Queues"><table>
      <thead><tr><th>Agent</th><th>As</th><th>Channel</th><th>Waiting</th></tr></thead>
      <tbody>${this.#rows?.map((s) => html`<tr><th scope="row"><a href=${link(['network', 'queues', s.session_id])}>${foreign(s.agent_name, 60)}</a></th><td>${foreign(s.peer_id, 80)}</td><td>${foreign(s.channel, 60)}</td><td class="num">${s.queued}</td></tr>`)}</tbody></table></div></div>
      ${id ? html`<aside class="detail" aria-label="What waits"><h2>What waits for it</h2>${this.listed('inner', this.#inner, 'Nothing waits.', () => this.#inner?.map((e) => html`<p>${badge(e.state)} <b>${foreign(e.envelope?.from, 80)}</b> ${moment(e.queued_at)}</p>${stranger({ body: e.envelope?.body, text: e.envelope?.body?.text, trust: e.trust, flags: e.flags })}`))}</aside>` : nothing}</div>`);
  }

  #work() {
    const [, id] = place.path;
    return html`<div class="bar"><label>State <select @change=${(/** @type {any} */ e) => place.ask({ state: e.target.value })}>
        ${WORK.map((w) => html`<option value=${w} ?selected=${w === (place.query.get('state') ?? '')}>${w.replace('_', ' ') || 'all'}</option>`)}</select></label></div>
      ${this.listed('rows', this.#rows, 'No work was begun on the network.', () => html`<div class="split ${id ? 'open' : ''}"><div class="pane"><div class="wide" tabindex="0" role="region" aria-label="Work"><table>
      <thead><tr><th>Work</th><th>State</th><th>From</th><th>For</th><th>Latest</th></tr></thead>
      <tbody>${this.#rows?.map((w) => html`<tr><th scope="row"><a href=${link(['network', 'work', w.work_id], Object.fromEntries(place.query))}>${foreign(w.work_id, 60)}</a></th><td>${badge(w.state)}</td><td>${foreign(w.opened_by_peer_id, 60)}</td><td>${foreign(w.target_peer_id, 60)}</td><td class="num">${ago(w.last_activity_at)}</td></tr>`)}</tbody></table></div>${this.#further()}</div>
      ${id ? this.#trace(id) : nothing}</div>`)}`;
  }

  /** What was said about work, and what led to what. @param {string} id */
  #trace(id) {
    const w = this.#one;
    const room = w && (w.thread_id ? ['thread', w.channel, w.thread_id] : w.direct_id ? ['direct', w.channel, w.direct_id] : null);
    return html`<aside class="detail" aria-label="The work"><a class="close" href=${link(['network', 'work'], Object.fromEntries(place.query))} aria-label="Close">×</a><h2>${foreign(id, 80)}</h2>${this.trouble('one')}
      ${w ? facts([['state', () => badge(w.state)], ['from', w.opened_by_peer_id], ['for', w.target_peer_id], ['channel', w.channel], ['where', room && (() => html`<a href=${link(['conversations', ...room])}>${foreign(room[2], 60)}</a>`)],
        ['begun', moment(w.opened_at)], ['over', w.terminal_at && moment(w.terminal_at)]]) : nothing}
      <h3>Trace</h3>
      ${this.listed('inner', this.#inner, 'Nothing was said about it.', () => html`<ol class="steps">${this.#inner?.map((m) => strangerSaid(m,
        facts([['trace', m.trace_id], ['because of', m.causation_id], ['answers', m.reply_to], ['message', m.message_id]])))}</ol>`)}</aside>`;
  }

  #audit() {
    return html`<div class="bar"><label>Direction <select @change=${(/** @type {any} */ e) => place.ask({ direction: e.target.value })}>
        ${DIRECTIONS.map((d) => html`<option value=${d} ?selected=${d === (place.query.get('direction') ?? '')}>${d || 'all'}</option>`)}</select></label>
      <label>Reason <input type="search" .value=${place.query.get('reason') ?? ''} @change=${(/** @type {any} */ e) => place.ask({ reason: e.target.value.trim() })}></label>
      <span class="grow"></span><button ?disabled=${this.busy('save')} @click=${this.#save}>Save the audit</button></div>${this.trouble('save')}
      ${this.listed('rows', this.#rows, 'Nothing was decided that fits.', () => html`<div class="wide" tabindex="0" role="region" aria-label="Audit"><table>
      <thead><tr><th>At</th><th>Direction</th><th>Reason</th><th>Kind</th><th>From</th><th>To</th><th>Channel</th><th>Bytes</th></tr></thead>
      <tbody>${this.#rows?.map((a) => html`<tr><td>${moment(a.at)}</td><td>${badge(a.direction)}</td><td>${foreign(a.reason ?? '', 60)}</td><td>${foreign(a.kind ?? '', 30)}</td><td>${foreign(a.peer_from ?? '', 60)}</td><td>${foreign(a.peer_to ?? '', 60)}</td><td>${foreign(a.channel ?? '', 60)}</td><td class="num">${a.size}</td></tr>`)}</tbody></table></div>${this.#further()}`)}`;
  }

  /** All that fits, also what is not shown here. */
  #save = () => {
    this.attempt('save', () => this.session.api.document('/v1/network/audit/export', this.#asked()), (rows) => hand('audit.jsonl', rows));
  };

  #flagged() {
    return html`${this.listed('rows', this.#rows, 'Nothing that looks like an attempt to give orders, among what is loaded.', () => html`<ul class="cards">${this.#rows?.map((row) => html`<li class="card warn"><span>${moment(row.at)}</span>
      ${(row.payload.flags ?? []).map((/** @type {string} */ flag) => html`<span class="badge is-failed">${foreign(flag, 60)}</span>`)}
      ${room(row.payload) ? html`<a href=${link(['conversations', .../** @type {string[]} */ (room(row.payload))])}>Look</a>` : nothing}
      ${facts(Object.entries(row.payload).filter(([k]) => k !== 'type' && k !== 'flags'))}</li>`)}</ul>`)}
      ${this.trouble('older')}<p class="under">Since ${this.session.trail.rows.length > 0 ? moment(this.session.trail.rows[0].at) : 'the beginning'}${this.session.trail.first > 1
        ? html` · <button class="quiet" ?disabled=${this.busy('older')} @click=${() => this.attempt('older', () => this.session.older(), () => this.#load())}>Look further back</button>` : nothing}</p>`;
  }
}

/** Where something was said. @param {any} payload @returns {string[] | null} */
function room({ channel, container }) {
  const kind = typeof container === 'string' && typeof channel === 'string' ? container.split('_')[0] : '';
  return kind === 'thread' || kind === 'direct' ? [kind, channel, container] : null;
}

/** @param {any} row */
function keyOf(row) {
  return row.id ?? row.work_id ?? row.session_id ?? `${row.channel} ${row.peer_id}`;
}

customElements.define('wb-network', Network);
