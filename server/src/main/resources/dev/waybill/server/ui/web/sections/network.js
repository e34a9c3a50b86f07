// @ts-check
import { html, nothing } from 'lit';
import { badge, View } from '../parts/view.js';
import { stranger, strangerSaid } from '../parts/stranger.js';
import { facts } from '../parts/json.js';
import { ago, foreign, moment } from '../lib/text.js';
import { part } from '../lib/api.js';
import { link, place } from '../lib/route.js';

const TABS = ['peers', 'queues', 'work', 'audit', 'flagged'];
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
  #shown = '';
  #due = false;

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
    return TABS.filter((tab) => (tab === 'audit' || tab === 'flagged' ? this.session.may('audit') : tab !== 'queues' || this.session.owner));
  }

  #go() {
    const shown = JSON.stringify([place.path, place.query.toString()]);
    if (place.section === 'network' && shown !== this.#shown) {
      this.#shown = shown;
      this.#rows = null;
      this.#inner = null;
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
    const reads = /** @type {Record<string, () => Promise<any[]>>} */ ({
      peers: () => api.get('/v1/network/peers', { limit: 100 }),
      queues: () => api.get('/v1/network/sessions'),
      work: () => api.get('/v1/network/work', { limit: 100 }),
      audit: () => api.get('/v1/network/audit', { limit: 100, direction: place.query.get('direction'), reason: place.query.get('reason') }),
      flagged: async () => this.session.trail.rows.filter((row) => row.type === 'network.message.flagged').reverse().slice(0, 200),
    });
    this.attempt('rows', reads[this.#tab], (rows) => (this.#rows = rows));
    const [, id] = place.path;
    if (id && this.#tab === 'work') {
      this.attempt('inner', () => api.get(`/v1/network/work/${part(id)}/messages`, { limit: 100 }), (rows) => (this.#inner = rows));
    } else if (id && this.#tab === 'queues') {
      this.attempt('inner', () => api.get('/v1/network/inbox', { session_id: id, limit: 50 }), (rows) => (this.#inner = rows));
    }
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
    return this.listed('rows', this.#rows, 'Nobody is on the network.', () => html`<div class="wide" tabindex="0" role="region" aria-label="Peers"><table>
      <thead><tr><th>Peer</th><th>Says it is</th><th>Channel</th><th>Presence</th><th>Key</th><th>Seen</th></tr></thead>
      <tbody>${this.#rows?.map((p) => html`<tr><th scope="row">${foreign(p.peer_id, 80)}</th><td>${foreign(p.display_name ?? p.peer_card?.display_name ?? '', 80)}</td><td>${foreign(p.channel, 60)}</td>
        <td>${badge(p.presence_state)}</td><td>${p.pinned_key ? badge('verified') : '–'}</td><td class="num">${p.local ? 'here' : ago(p.last_seen)}</td></tr>`)}</tbody></table></div>`);
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
    return this.listed('rows', this.#rows, 'No work was begun on the network.', () => html`<div class="split ${id ? 'open' : ''}"><div class="pane"><div class="wide" tabindex="0" role="region" aria-label="Work"><table>
      <thead><tr><th>Work</th><th>State</th><th>From</th><th>For</th><th>Latest</th></tr></thead>
      <tbody>${this.#rows?.map((w) => html`<tr><th scope="row"><a href=${link(['network', 'work', w.work_id])}>${foreign(w.work_id, 60)}</a></th><td>${badge(w.state)}</td><td>${foreign(w.opened_by_peer_id, 60)}</td><td>${foreign(w.target_peer_id, 60)}</td><td class="num">${ago(w.last_activity_at)}</td></tr>`)}</tbody></table></div></div>
      ${id ? html`<aside class="detail" aria-label="The work"><h2>${foreign(id, 80)}</h2>${this.listed('inner', this.#inner, 'Nothing was said about it.', () => html`<ol class="steps">${this.#inner?.map(strangerSaid)}</ol>`)}</aside>` : nothing}</div>`);
  }

  #audit() {
    return html`<div class="bar"><label>Direction <select @change=${(/** @type {any} */ e) => place.ask({ direction: e.target.value })}>
        ${DIRECTIONS.map((d) => html`<option value=${d} ?selected=${d === (place.query.get('direction') ?? '')}>${d || 'all'}</option>`)}</select></label>
      <label>Reason <input type="search" .value=${place.query.get('reason') ?? ''} @change=${(/** @type {any} */ e) => place.ask({ reason: e.target.value.trim() })}></label></div>
      ${this.listed('rows', this.#rows, 'Nothing was decided that fits.', () => html`<div class="wide" tabindex="0" role="region" aria-label="Audit"><table>
      <thead><tr><th>At</th><th>Direction</th><th>Reason</th><th>Kind</th><th>From</th><th>To</th><th>Channel</th><th>Bytes</th></tr></thead>
      <tbody>${this.#rows?.map((a) => html`<tr><td>${moment(a.at)}</td><td>${badge(a.direction)}</td><td>${foreign(a.reason ?? '', 60)}</td><td>${foreign(a.kind ?? '', 30)}</td><td>${foreign(a.peer_from ?? '', 60)}</td><td>${foreign(a.peer_to ?? '', 60)}</td><td>${foreign(a.channel ?? '', 60)}</td><td class="num">${a.size}</td></tr>`)}</tbody></table></div>`)}`;
  }

  #flagged() {
    return this.listed('rows', this.#rows, 'Nothing that looks like an attempt to give orders, among what is loaded.', () => html`<ul class="cards">${this.#rows?.map((row) => html`<li class="card warn"><span>${moment(row.at)}</span>
      ${facts(Object.entries(row.payload).filter(([k]) => k !== 'type'))}</li>`)}</ul>`);
  }
}

customElements.define('wb-network', Network);
