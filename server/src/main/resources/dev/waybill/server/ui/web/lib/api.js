// @ts-check

/** What the server said when it did not do as asked. */
export class Refused extends Error {
  /** @param {number} status @param {string} code @param {string} message @param {any} [body] */
  constructor(status, code, message, body) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

const TRIES = 3;
const AT_ONCE = 6;

/** The public API, used with one token. At most a few requests are under way at once. */
export class Api {
  #token;
  #busy = 0;
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {string} token */
  constructor(token) {
    this.#token = token;
  }

  /** @param {string} path @param {Record<string, any>} [query] @param {AbortSignal} [signal] */
  async get(path, query, signal) {
    return (await this.page(path, query, signal)).data;
  }

  /**
   * The whole envelope, with the cursor of a page.
   * @param {string} path @param {Record<string, any>} [query] @param {AbortSignal} [signal]
   */
  page(path, query, signal) {
    return this.#call('GET', path + queryOf(query), undefined, signal);
  }

  /** @param {string} path @param {any} [body] */
  async post(path, body) {
    return (await this.#call('POST', path, body ?? {})).data;
  }

  /** A call that has the answer outside of the envelope. @param {string} path @param {any} [body] */
  bare(path, body) {
    return this.#call(body === undefined ? 'GET' : 'POST', path, body);
  }

  /** A whole document. @param {string} path @param {Record<string, any>} [query] @returns {Promise<Blob>} */
  async document(path, query) {
    const response = await this.#fetch('GET', path + queryOf(query), undefined);
    if (!response.ok) {
      throw await refusal(response);
    }
    return response.blob();
  }

  /** A socket that is opened with the token among its protocols: an address is logged, those are not. @param {string} path */
  socket(path) {
    const address = new URL(path, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(address, ['waybill', `bearer.${this.#token}`]);
  }

  /** @param {string} method @param {string} path @param {any} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
  async #call(method, path, body, signal) {
    await this.#turn();
    try {
      for (let tried = 1; ; tried++) {
        const response = await this.#fetch(method, path, body, signal);
        if (response.ok) {
          return response.status === 204 ? {} : await response.json();
        }
        const failure = await refusal(response);
        if (method !== 'GET' || tried === TRIES || !(response.status === 429 || response.status === 503)) {
          throw failure;
        }
        await pause(Math.min(10, Number(response.headers.get('Retry-After')) || tried) * 1000);
      }
    } finally {
      this.#busy--;
      this.#waiting.shift()?.();
    }
  }

  /** @param {string} method @param {string} path @param {any} body @param {AbortSignal} [signal] */
  async #fetch(method, path, body, signal) {
    try {
      return await fetch(path, {
        method,
        headers: this.#headers(body !== undefined),
        body: body === undefined ? undefined : JSON.stringify(body),
        cache: 'no-store',
        credentials: 'omit',
        signal,
      });
    } catch (e) {
      if (signal?.aborted) {
        throw e;
      }
      throw new Refused(0, 'offline', 'The server cannot be reached');
    }
  }

  /** @param {boolean} withBody @returns {Record<string, string>} */
  #headers(withBody) {
    return {
      Authorization: `Bearer ${this.#token}`,
      ...(withBody ? { 'Content-Type': 'application/json' } : {}),
    };
  }

  async #turn() {
    while (this.#busy >= AT_ONCE) {
      await new Promise((go) => this.#waiting.push(() => go(undefined)));
    }
    this.#busy++;
  }
}

/** @param {Response} response */
async function refusal(response) {
  const body = await response.json().catch(() => null);
  const said = body?.error;
  return typeof said === 'string'
    ? new Refused(response.status, body.code ?? 'failed', said, body)
    : new Refused(response.status, said?.code ?? 'failed', said?.message ?? `Status ${response.status}`, said);
}

/** @param {Record<string, any>} [query] */
function queryOf(query) {
  const set = Object.entries(query ?? {}).filter(([, v]) => v !== undefined && v !== null && v !== '');
  return set.length === 0 ? '' : '?' + new URLSearchParams(set.map(([k, v]) => [k, String(v)]));
}

/** @param {number} ms */
export function pause(ms) {
  return new Promise((go) => setTimeout(go, ms));
}

/** A part of a path. @param {unknown} value */
export function part(value) {
  return encodeURIComponent(String(value));
}

/** Hands the person a file. @param {string} name @param {Blob} content */
export function hand(name, content) {
  const address = URL.createObjectURL(content);
  const a = document.createElement('a');
  a.href = address;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
