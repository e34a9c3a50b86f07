// @ts-check

const SECONDS = 120;
const REMEMBERED = 10_000;
/** What happened earlier than this is caught up on, and tells nothing of the traffic now. */
const RECENT = 5_000;

/** Counts what comes, second by second, for the small plots. */
export class Meter extends EventTarget {
  /** @type {number[]} */
  sent = Array(SECONDS).fill(0);
  /** @type {number[]} */
  delivered = Array(SECONDS).fill(0);
  /** Milliseconds from a message to the word that it was dealt with; none where nothing was. @type {number[]} */
  latency = Array(SECONDS).fill(0);
  #born = new Map();
  #now = { sent: 0, delivered: 0, slow: /** @type {number[]} */ ([]) };
  #timer;

  /** @param {import('./trail.js').Trail} trail */
  constructor(trail) {
    super();
    trail.addEventListener('change', (e) => this.#count(/** @type {CustomEvent} */ (e).detail));
    this.#timer = setInterval(() => this.#tick(), 1_000);
  }

  close() {
    clearInterval(this.#timer);
  }

  /** @param {import('./trail.js').Happening[]} rows */
  #count(rows) {
    const since = Date.now() - RECENT;
    for (const { type, payload, at } of rows.filter((row) => Date.parse(row.at) >= since)) {
      if (payload.message?.id) {
        this.#now.sent++;
        this.#remember(payload.message.id, Date.parse(at));
      } else if (type === 'delivery.delivered') {
        this.#now.delivered++;
        const born = this.#born.get(payload.message_id);
        if (born) {
          this.#now.slow.push(Math.max(0, Date.parse(at) - born));
        }
      }
    }
  }

  /** @param {string} message @param {number} at */
  #remember(message, at) {
    this.#born.set(message, at);
    if (this.#born.size > REMEMBERED) {
      this.#born.delete(this.#born.keys().next().value);
    }
  }

  #tick() {
    const { sent, delivered, slow } = this.#now;
    this.#now = { sent: 0, delivered: 0, slow: [] };
    shift(this.sent, sent);
    shift(this.delivered, delivered);
    slow.sort((a, b) => a - b);
    shift(this.latency, slow.length === 0 ? 0 : slow[Math.floor(slow.length / 2)]);
    this.dispatchEvent(new CustomEvent('change'));
  }
}

/** @param {number[]} line @param {number} value */
function shift(line, value) {
  line.shift();
  line.push(value);
}
