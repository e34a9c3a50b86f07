// @ts-check
import { html, nothing } from 'lit';
import { repeat } from 'lit-html/directives/repeat.js';
import { View } from '../parts/view.js';
import '../parts/voice.js';
import './message.js';
import { strangerSaid } from '../parts/stranger.js';
import { foreign, moment, plain } from '../lib/text.js';
import { part } from '../lib/api.js';
import { sentAt } from '../lib/trail.js';
import { link, place } from '../lib/route.js';

const MOST = 400;
/** While one follows what is said, no more of what came before is kept. */
const FOLLOWED = 120;
const PAGE = 50;
/** Timelines of the network begin with the first; what comes before this are the last. */
const LATEST = '9223372036854775807';

/** Channels, direct messages and what is said on the network, as timelines. */
class Conversations extends View {
  static properties = { session: { attribute: false } };

  /** @type {any[]} */
  #directs = [];
  /** @type {{ channel: string, threads: any[], rooms: any[] }[]} */
  #network = [];
  /** Oldest first. @type {any[] | null} */
  #said = null;
  /** @type {any[] | null} */
  #found = null;
  /** How far each member of the channel has read. @type {any[]} */
  #marks = [];
  /** Who of this workspace may speak on the network. @type {any[]} */
  #sessions = [];
  #more = false;
  #shown = '';
  #atEnd = true;
  #joined = new Set();

  constructor() {
    super();
    /** @type {import('../lib/session.js').Session} */
    this.session = /** @type {any} */ (undefined);
  }

  connectedCallback() {
    super.connectedCallback();
    this.watch(this.session.names);
    this.watch(place, () => this.#go());
    const hear = (/** @type {any} */ e) => this.#hear(e.detail);
    this.session.trail.addEventListener('change', hear);
    const forgot = () => this.#load();
    this.session.trail.addEventListener('forgot', forgot);
    this.#unhear = () => {
      this.session.trail.removeEventListener('change', hear);
      this.session.trail.removeEventListener('forgot', forgot);
    };
    this.#list();
    this.#go();
  }

  #unhear = () => {};

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#unhear();
  }

  /** @returns {string[]} what kind of room, and which */
  get #room() {
    const first = this.session.names.channels[0]?.name;
    return place.path.length > 0 ? place.path : first ? ['channel', first] : [];
  }

  #list() {
    const { api } = this.session;
    if (this.session.may('dms')) {
      this.attempt('directs', () => api.get('/v1/dm/conversations/all'), (rows) => (this.#directs = rows));
    }
    if (this.session.owner) {
      this.attempt('sessions', () => api.get('/v1/network/sessions'), (rows) => (this.#sessions = rows));
    }
    if (this.session.may('network')) {
      this.attempt('network', async () => {
        const channels = (await api.get('/v1/network/channels')).slice(0, 30);
        return Promise.all(channels.map(async (/** @type {any} */ { channel }) => ({
          channel,
          threads: await api.get(`/v1/network/channels/${part(channel)}/threads`, { limit: 30 }),
          rooms: await api.get(`/v1/network/channels/${part(channel)}/directs`, { limit: 30 }).catch(() => []),
        })));
      }, (all) => (this.#network = all));
    }
  }

  /** To where the address leads. */
  #go() {
    const asked = place.query.get('q') ?? '';
    const shown = JSON.stringify([this.#room, asked]);
    if (place.section === 'conversations' && shown !== this.#shown) {
      this.#shown = shown;
      this.#said = null;
      this.#found = null;
      this.#marks = [];
      this.#atEnd = true;
      ['said', 'found', 'marks', 'older'].forEach((what) => this.forget(what));
      if (asked) {
        this.attempt('found', () => this.session.api.get('/v1/search', { q: asked, limit: 50 }), (rows) => (this.#found = rows));
      } else {
        this.#load();
      }
    }
    this.requestUpdate();
  }

  #path() {
    const [kind, a, b] = this.#room;
    switch (kind) {
      case 'channel':
        return `/v1/channels/${part(a)}/messages`;
      case 'dm':
        return `/v1/dm/conversations/${part(a)}/messages`;
      case 'thread':
        return `/v1/network/channels/${part(a)}/threads/${part(b)}/messages`;
      case 'direct':
        return `/v1/network/channels/${part(a)}/directs/${part(b)}/messages`;
      default:
        return null;
    }
  }

  get #foreign() {
    return this.#room[0] === 'thread' || this.#room[0] === 'direct';
  }

  #load() {
    const path = this.#path();
    if (path) {
      this.attempt('said', () => this.session.api.page(path, { limit: PAGE, before: this.#foreign ? LATEST : undefined }), ({ data, cursor }) => {
        this.#said = this.#foreign ? data : [...data].reverse();
        this.#more = this.#foreign ? cursor?.has_more === true : data.length >= PAGE;
      });
    }
    this.#readMarks();
  }

  #readMarks() {
    const [kind, name] = this.#room;
    if (kind === 'channel' && this.session.owner) {
      this.attempt('marks', () => this.session.api.get(`/v1/channels/${part(name)}/read-status`), (rows) => (this.#marks = rows));
    }
  }

  #older = () => {
    const path = this.#path();
    const first = this.#said?.[0];
    if (path && first) {
      this.attempt('older', () => this.session.api.get(path, { limit: PAGE, before: first.id ?? first.record_id }), (rows) => {
        this.#said = [...(this.#foreign ? rows : [...rows].reverse()), ...(this.#said ?? [])].slice(0, MOST);
        this.#more = rows.length >= PAGE;
      });
    }
  };

  /** @param {import('../lib/trail.js').Happening[]} rows */
  #hear(rows) {
    const [kind, name] = this.#room;
    if (rows.some((row) => row.type.endsWith('dm.received') || row.type.startsWith('network.'))) {
      this.#soon();
    }
    if (rows.some((row) => row.type === 'message.read' || row.type === 'delivery.delivered')) {
      this.#marksSoon();
    }
    if (!this.#said || this.#foreign) {
      return;
    }
    const here = (/** @type {any} */ p) => (kind === 'channel' ? p.channel === name : p.conversation_id === name);
    const known = new Set(this.#said.map((m) => m.id));
    const fresh = rows.filter((row) => row.payload.message?.id && row.type !== 'thread.reply' && here(row.payload) && !known.has(row.payload.message.id));
    if (fresh.length > 0) {
      const all = [...this.#said, ...fresh.map((row) => ({ created_at: sentAt(row.payload.message.id) ?? row.at, reactions: [], ...row.payload.message }))];
      this.#said = all.slice(this.#atEnd ? -FOLLOWED : -MOST);
      this.#more ||= this.#said.length < all.length;
      this.requestUpdate();
    }
    const touched = new Set(rows.filter((row) => /^(message\.(reacted|read)|thread\.reply)$/.test(row.type)).map((row) => row.payload.message_id ?? row.payload.parent_id));
    [...touched].filter((id) => known.has(id)).slice(0, 10).forEach((id) => this.#again(id));
  }

  #marksDue = false;

  /** What was acknowledged counts as read. */
  #marksSoon() {
    if (!this.#marksDue) {
      this.#marksDue = true;
      setTimeout(() => {
        this.#marksDue = false;
        if (this.isConnected && !document.hidden) {
          this.#readMarks();
        }
      }, 1_500);
    }
  }

  #due = false;

  #soon() {
    if (!this.#due) {
      this.#due = true;
      setTimeout(() => {
        this.#due = false;
        if (this.isConnected) {
          this.#list();
          if (this.#foreign) {
            this.#load();
          }
        }
      }, 1_500);
    }
  }

  /** @param {string} id */
  async #again(id) {
    const fresh = await this.session.api.get(`/v1/messages/${part(id)}`).catch(() => null);
    if (fresh && this.#said) {
      this.#said = this.#said.map((m) => (m.id === id ? { ...m, ...fresh } : m));
      this.requestUpdate();
    }
  }

  render() {
    const chosen = place.query.get('message');
    return html`<div class="bar">${this.session.may('search') ? html`<label class="grow">Search <input type="search" .value=${place.query.get('q') ?? ''}
        placeholder="words in messages" @change=${(/** @type {any} */ e) => place.ask({ q: e.target.value.trim(), message: '' })}></label>` : nothing}</div>
      <div class="split sides ${chosen ? 'open' : ''}">
        ${this.#side()}
        <div class="pane">${this.#found || place.query.get('q') ? this.#hits() : this.#timeline()}</div>
        ${chosen ? html`<wb-message class="detail" .session=${this.session} .message=${chosen}></wb-message>` : nothing}
      </div>`;
  }

  #side() {
    const here = JSON.stringify(this.#room);
    /** @param {string[]} room @param {any} label */
    const entry = (room, label) => html`<a href=${link(['conversations', ...room])} aria-current=${JSON.stringify(room) === here ? 'true' : 'false'}>${label}</a>`;
    const { channels } = this.session.names;
    return html`<div class="side" role="navigation" aria-label="Rooms">
      <h2>Channels</h2>
      ${channels.map((c) => entry(['channel', c.name], html`#${foreign(c.name, 60)}`))}
      ${this.session.may('dms') ? html`<h2>Direct messages</h2>${this.trouble('directs')}
        ${this.#directs.map((d) => entry(['dm', d.id], foreign(d.participants.join(', '), 80)))}` : nothing}
      ${this.trouble('network')}${this.#network.map((n) => html`<h2>Network: ${foreign(n.channel, 60)}</h2>
        ${n.threads.map((t) => entry(['thread', n.channel, t.thread_id], html`≡ <i class="strange">${foreign(t.title || t.thread_id, 60)}</i>`))}
        ${n.rooms.map((r) => entry(['direct', n.channel, r.direct_id], html`↔ <i class="strange">${foreign(`${r.peer_a}, ${r.peer_b}`, 80)}</i>`))}`)}
    </div>`;
  }

  #hits() {
    return this.listed('found', this.#found, 'No message holds these words.', () => html`<ul class="timeline" tabindex="0" aria-label="Found">
      ${this.#found?.map((hit) => html`<li class="said"><header><b>${foreign(hit.agent_name, 60)}</b><span>#${foreign(hit.channel_name, 60)}</span><time>${moment(hit.created_at)}</time></header>
        <div class="text">${foreign(hit.text)}</div><footer>${this.#open(hit.id)}</footer></li>`)}</ul>`);
  }

  #timeline() {
    if (this.#room.length === 0) {
      return html`<p class="none" role="status">${this.session.names.loading ? 'Loading…' : 'There is no room to look into.'}</p>`;
    }
    return html`${this.listed('said', this.#said, 'Nothing was said here yet.', () => html`
        ${this.#more ? html`<button class="quiet" ?disabled=${this.busy('older')} @click=${this.#older}>Older messages</button>` : nothing}
        <ul class="timeline" tabindex="0" aria-label="Messages" @scroll=${this.#scrolled}>
          ${repeat(this.#said ?? [], (m) => m.id ?? m.record_id, (m) => (this.#foreign ? strangerSaid(m) : this.#message(m)))}
        </ul>`)}
      ${this.session.may('write') ? (this.#foreign ? this.#composeAbroad() : this.#compose()) : nothing}
      ${this.#room[0] === 'direct' ? html`<p class="under">A room of two peers: it can be read, and only they speak in it.</p>` : nothing}`;
  }

  /** @param {any} m */
  #message(m) {
    return html`<li class="said">
      <header><b>${foreign(m.agent_name, 60)}</b><time>${moment(m.created_at)}</time>${m.injection_mode === 'steer' ? html`<span class="badge">steer</span>` : nothing}</header>
      <div class="text">${foreign(m.text)}</div>
      <footer>
        ${(m.reactions ?? []).map((/** @type {any} */ r) => html`<span class="badge">${foreign(r.emoji, 20)} ${r.count}</span>`)}
        ${m.read_by_count ? html`<span>read by ${m.read_by_count}</span>` : nothing}
        ${this.#readTo(m.id)}
        ${m.reply_count ? html`<span>${m.reply_count === 1 ? '1 reply' : `${m.reply_count} replies`}</span>` : nothing}
        ${this.#open(m.id)}
      </footer>
    </li>`;
  }

  /** Who has read up to here. @param {string} id */
  #readTo(id) {
    const names = this.#marks.filter((mark) => mark.last_read_id === id).map((mark) => mark.agent_name);
    return names.length === 0 ? nothing : html`<span class="mark-read">read up to here: ${foreign(names.join(', '), 200)}</span>`;
  }

  /** @param {string} id */
  #open(id) {
    return html`<button class="quiet" @click=${() => place.ask({ message: id })}>Receipts and replies</button>`;
  }

  #compose() {
    return html`<wb-voice .session=${this.session} @change=${() => this.requestUpdate()}></wb-voice>
      ${this.session.voice ? html`<form class="compose" @submit=${this.#send}>
        <textarea name="text" rows="2" required aria-label="Message"></textarea>
        <button class="primary" ?disabled=${this.busy('send')}>Send</button>
      </form>${this.trouble('send')}` : nothing}`;
  }

  /** Into a thread of the network, as one of the sessions that are in its channel. */
  #composeAbroad() {
    const [kind, channel] = this.#room;
    const sessions = this.#sessions.filter((session) => session.channel === channel);
    return kind !== 'thread' || sessions.length === 0 ? nothing : html`<form class="compose" @submit=${this.#say}>
      <label>As <select name="session">${sessions.map((s) => html`<option value=${s.session_id}>${plain(s.agent_name)} (${plain(s.peer_id)})</option>`)}</select></label>
      <textarea name="text" rows="2" required aria-label="Message"></textarea>
      <button class="primary" ?disabled=${this.busy('send')}>Send to the network</button>
    </form>${this.trouble('send')}`;
  }

  /** @param {SubmitEvent} e */
  #say = (e) => {
    e.preventDefault();
    const form = /** @type {HTMLFormElement} */ (e.target);
    const data = new FormData(form);
    const [, , thread] = this.#room;
    this.attempt('send', () => this.session.api.post('/v1/network/send', {
      session_id: String(data.get('session')), kind: 'say', surface: 'thread', thread_id: thread, body: { text: String(data.get('text')) },
    }), () => {
      form.reset();
      this.#load();
    });
  };

  /** @param {SubmitEvent} e */
  #send = (e) => {
    e.preventDefault();
    const form = /** @type {HTMLFormElement} */ (e.target);
    const text = String(new FormData(form).get('text'));
    const api = this.session.voice?.api;
    const [kind, name] = this.#room;
    if (api) {
      this.attempt('send', async () => {
        if (kind === 'channel' && !this.#joined.has(name)) {
          await api.post(`/v1/channels/${part(name)}/join`);
          this.#joined.add(name);
        }
        return api.post(kind === 'channel' ? `/v1/channels/${part(name)}/messages` : `/v1/dm/${part(name)}/messages`, { text });
      }, () => form.reset());
    }
  };

  /** @param {any} e */
  #scrolled = (e) => {
    const box = e.target;
    this.#atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
  };

  updated() {
    const box = this.querySelector('ul.timeline');
    if (box && this.#atEnd && !this.#found) {
      box.scrollTop = box.scrollHeight;
    }
  }
}

customElements.define('wb-conversations', Conversations);
