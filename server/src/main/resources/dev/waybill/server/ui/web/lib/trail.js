// @ts-check

/**
 * @typedef {{ seq: number, type: string, at: string, payload: any, key: string }} Happening
 */

const MOST = 50_000;
const SLACK = 5_000;
const EVERY = 200;

/** What has happened, oldest first, as far as it is kept here: a bounded part of the end of the ledger. */
export class Trail extends EventTarget {
  /** @type {Happening[]} */
  rows = [];
  /** The first row was not the first that there is. */
  cut = false;
  #keys = new Set();
  #told = false;
  /** @type {Happening[]} */
  #fresh = [];

  get last() {
    return this.rows.length === 0 ? 0 : this.rows[this.rows.length - 1].seq;
  }

  get first() {
    return this.rows.length === 0 ? 0 : this.rows[0].seq;
  }

  /** @param {Happening[]} rows @param {boolean} [quiet] rows that are read, not news */
  add(rows, quiet = false) {
    const fresh = rows.filter((row) => !this.#keys.has(row.key));
    if (fresh.length === 0) {
      return;
    }
    for (const row of fresh) {
      this.#keys.add(row.key);
      this.rows.push(row);
    }
    if (!quiet) {
      this.#fresh.push(...fresh);
    }
    if (this.rows.length > MOST + SLACK) {
      for (const gone of this.rows.splice(0, this.rows.length - MOST)) {
        this.#keys.delete(gone.key);
      }
      this.cut = true;
    }
    this.#tell();
  }

  /** @param {Happening[]} rows that come before all there are */
  prepend(rows) {
    const fresh = rows.filter((row) => !this.#keys.has(row.key));
    fresh.forEach((row) => this.#keys.add(row.key));
    this.rows = [...fresh, ...this.rows];
    this.#tell();
  }

  /** What comes next does not follow on what was here: whoever keeps something of it has to look again, on `forgot`. */
  forget() {
    this.rows = [];
    this.#keys.clear();
    this.#fresh = [];
    this.cut = true;
    this.dispatchEvent(new CustomEvent('forgot'));
    this.#tell();
  }

  /** Tells once for each picture the browser draws, however much has come; a hidden page draws none, and is told seldom. */
  #tell() {
    if (this.#told) {
      return;
    }
    this.#told = true;
    const tell = () => {
      this.#told = false;
      const fresh = this.#fresh;
      this.#fresh = [];
      this.dispatchEvent(new CustomEvent('change', { detail: fresh }));
    };
    setTimeout(() => (document.hidden ? tell() : requestAnimationFrame(tell)), EVERY);
  }
}

/** @param {any} event of `/v1/workspace/events` @returns {Happening} */
export function read(event) {
  return row(event.seq, event.created_at, event.payload ?? { type: event.type });
}

/** @param {any} frame of the stream @returns {Happening} */
export function heard(frame) {
  const { seq, agent_seq: _, delivery_seq: own, ...payload } = frame;
  if (own !== undefined) {
    payload.seq = own;
  }
  return row(seq, new Date().toISOString(), payload);
}

/** @param {number} seq @param {string} at @param {any} payload @returns {Happening} */
function row(seq, at, payload) {
  const type = String(payload.type ?? '');
  return { seq, type, at, payload, key: `${seq} ${type} ${payload.delivery_id ?? ''}` };
}
