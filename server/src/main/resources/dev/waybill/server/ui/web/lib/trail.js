// @ts-check

/**
 * @typedef {{ seq: number, type: string, at: string, payload: any, key: string }} Happening
 */

/** Ids count milliseconds from the beginning of 2025. */
const EPOCH = Date.UTC(2025, 0, 1);
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
  /** @type {number | null} */
  #looked = null;
  #told = false;
  /** @type {Happening[]} */
  #fresh = [];

  get last() {
    return this.rows.length === 0 ? 0 : this.rows[this.rows.length - 1].seq;
  }

  /** Everything from this number on is here; rows that are not for this token leave holes. */
  get first() {
    const first = this.rows.length === 0 ? 0 : this.rows[0].seq;
    return this.#looked === null ? first : Math.min(this.#looked, first || this.#looked);
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
      this.#looked = null;
      this.cut = true;
    }
    this.#tell();
  }

  /** @param {Happening[]} rows that come before all there are @param {number} since after which number they were looked for */
  prepend(rows, since) {
    const fresh = rows.filter((row) => !this.#keys.has(row.key));
    this.#looked = since + 1;
    fresh.forEach((row) => this.#keys.add(row.key));
    this.rows = [...fresh, ...this.rows];
    this.#tell();
  }

  /** What comes next does not follow on what was here: whoever keeps something of it has to look again, on `forgot`. */
  forget() {
    this.rows = [];
    this.#keys.clear();
    this.#looked = null;
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

/** When a message was sent, which its id tells. @param {string} id */
export function sentAt(id) {
  return /^\d{1,19}$/.test(id) ? new Date(EPOCH + Number(BigInt(id) >> 22n)).toISOString() : null;
}

/** @param {number} seq @param {string} at @param {any} payload @returns {Happening} */
function row(seq, at, payload) {
  const type = String(payload.type ?? '');
  return { seq, type, at, payload, key: `${seq} ${type} ${payload.delivery_id ?? ''}` };
}
