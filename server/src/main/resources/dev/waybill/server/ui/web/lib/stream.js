// @ts-check
import { heard, read } from './trail.js';
import { pause, Refused } from './api.js';

/** @typedef {'live' | 'catching up' | 'offline' | 'paused'} Mark */

const PAGE = 500;
const FIRST_LOOK = 2_000;
/** Who is further behind than this goes on from the end; what lies between can be asked for. */
const FAR_BEHIND = 20_000;
const MOST_HELD = 5_000;
const PING = 25_000;
/** What nobody looks at is not sent: after this long in the background the socket is closed, and later caught up on. */
const UNSEEN = 30_000;

/**
 * Keeps a trail up to date: pages of the ledger until its end is reached, then the socket. Whatever goes wrong, it goes on
 * from the last number it has.
 */
export class Stream extends EventTarget {
  /** @type {Mark} */
  mark = 'catching up';
  /** Why it is not live. */
  reason = '';
  #api;
  #trail;
  #closed = false;
  /** @type {WebSocket | undefined} */
  #socket;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #unseen;
  #cursor = -1;
  /** Until then what is read is no news. */
  #begun = false;

  /** @param {import('./api.js').Api} api @param {import('./trail.js').Trail} trail */
  constructor(api, trail) {
    super();
    this.#api = api;
    this.#trail = trail;
    document.addEventListener('visibilitychange', this.#seen);
  }

  async run() {
    for (let failures = 0; !this.#closed; ) {
      try {
        await this.#visible();
        await this.#once();
        failures = 0;
      } catch (e) {
        if (e instanceof Refused && (e.status === 401 || e.status === 403)) {
          this.#show('offline', e.message);
          this.dispatchEvent(new CustomEvent('refused', { detail: e }));
          return;
        }
        this.#show('offline', e instanceof Error ? e.message : String(e));
      }
      if (!this.#closed) {
        await pause(Math.min(10_000, 500 * 2 ** failures++) * (0.75 + Math.random() / 2));
      }
    }
  }

  close() {
    this.#closed = true;
    document.removeEventListener('visibilitychange', this.#seen);
    clearTimeout(this.#unseen);
    this.#socket?.close();
  }

  /** One connection, until it ends. */
  async #once() {
    const socket = this.#api.socket('/v1/ws');
    this.#socket = socket;
    /** @type {any[] | null} */
    let held = [];
    let overflowed = false;
    let ended = false;
    const end = new Promise((over) => {
      socket.onclose = () => {
        ended = true;
        over(undefined);
      };
    });
    socket.onmessage = (message) => {
      const frame = JSON.parse(message.data);
      if (typeof frame.seq !== 'number') {
        return;
      }
      if (held === null) {
        this.#take([frame]);
      } else if (held.push(frame) > MOST_HELD) {
        held = [];
        overflowed = true;
      }
    };
    socket.onopen = () => socket.send('{"type":"ping"}');
    const pings = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send('{"type":"ping"}'), PING);
    try {
      await Promise.race([opened(socket), end]);
      if (!ended) {
        this.#show('catching up', '');
      }
      await this.#catchUp(() => ended);
      if (ended) {
        throw new Error('The connection was lost');
      }
      while (overflowed && !ended) {
        overflowed = false;
        await this.#catchUp(() => ended);
      }
      this.#take(held);
      held = null;
      this.#begun = true;
      this.#show('live', '');
      await end;
      this.#show(document.hidden ? 'paused' : 'offline', 'The connection was lost');
    } finally {
      clearInterval(pings);
      socket.close();
    }
  }

  /** @param {() => boolean} ended */
  async #catchUp(ended) {
    while (!ended() && !this.#closed) {
      if (this.#cursor < 0) {
        this.#cursor = Math.max(0, (await this.#latest()) - FIRST_LOOK);
        this.#trail.cut = this.#cursor > 0;
      }
      const page = await this.#api.get('/v1/workspace/events', { since: this.#cursor, limit: PAGE });
      this.#trail.add(page.events.map(read), !this.#begun);
      this.#cursor = Math.max(this.#cursor, page.next_since);
      if (page.latest_seq - this.#cursor > FAR_BEHIND) {
        this.#cursor = page.latest_seq - FIRST_LOOK;
        this.#trail.forget();
      }
      if (this.#cursor >= page.latest_seq) {
        return;
      }
    }
  }

  async #latest() {
    return (await this.#api.get('/v1/workspace/events', { since: Number.MAX_SAFE_INTEGER, limit: 1 })).latest_seq;
  }

  /** @param {any[]} frames */
  #take(frames) {
    const fresh = frames.filter((frame) => frame.seq >= this.#cursor);
    this.#trail.add(fresh.map(heard));
    if (fresh.length > 0) {
      this.#cursor = Math.max(this.#cursor, fresh[fresh.length - 1].seq);
    }
  }

  #seen = () => {
    clearTimeout(this.#unseen);
    if (document.hidden) {
      this.#unseen = setTimeout(() => this.#socket?.close(), UNSEEN);
    }
  };

  async #visible() {
    if (document.hidden) {
      this.#show('paused', 'Nobody looks at this page');
      await new Promise((go) => document.addEventListener('visibilitychange', go, { once: true }));
    }
  }

  /** @param {Mark} mark @param {string} reason */
  #show(mark, reason) {
    if (this.mark !== mark || this.reason !== reason) {
      this.mark = mark;
      this.reason = reason;
      this.dispatchEvent(new CustomEvent('change'));
    }
  }
}

/** @param {WebSocket} socket */
function opened(socket) {
  return new Promise((go, fail) => {
    socket.addEventListener('open', go);
    socket.addEventListener('error', () => fail(new Error('The server cannot be reached')));
  });
}
