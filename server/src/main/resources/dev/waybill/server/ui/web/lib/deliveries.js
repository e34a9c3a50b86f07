// @ts-check

/**
 * @typedef {{ id: string, message: string, agentId: string, state: string, since: string, born: string, why: string,
 *   mode: string, steps: { at: string, word: string, payload: any }[] }} Known
 */

const MOST = 50_000;

/** What each word of the trail makes of a delivery. */
const STATES = /** @type {Record<string, string>} */ ({
  'delivery.accepted': 'queued',
  'delivery.delivered': 'acked',
  'delivery.deferred': 'deferred',
  'delivery.failed': 'failed',
  'delivery.redriven': 'replaced',
});

/** The deliveries that the trail has told of, the newest last. */
export class Deliveries extends EventTarget {
  /** @type {Map<string, Known>} */
  all = new Map();
  #seen = 0;
  #trail;

  /** @param {import('./trail.js').Trail} trail */
  constructor(trail) {
    super();
    this.#trail = trail;
    trail.addEventListener('change', () => this.#follow());
  }

  /** What is said of them elsewhere. @param {any} pending @param {string} agentId */
  note(pending, agentId) {
    const known = this.#known(pending.id, pending.message_id, pending.created_at);
    known.agentId = agentId;
    known.mode = pending.mode;
    if (known.steps.length === 0) {
      known.state = pending.status;
      known.since = pending.created_at;
    }
  }

  #follow() {
    const rows = this.#trail.rows;
    let from = rows.length;
    while (from > 0 && rows[from - 1].seq > this.#seen) {
      from--;
    }
    for (const row of rows.slice(Math.max(0, from - 50))) {
      this.#take(row);
    }
    this.#seen = this.#trail.last;
    this.dispatchEvent(new CustomEvent('change'));
  }

  /** @param {import('./trail.js').Happening} row */
  #take(row) {
    const state = STATES[row.type];
    if (!state || !row.payload.delivery_id) {
      return;
    }
    const known = this.#known(row.payload.delivery_id, row.payload.message_id, row.at);
    if (known.steps.some((step) => step.payload === row.payload)) {
      return;
    }
    known.steps.push({ at: row.at, word: row.type, payload: row.payload });
    const again = state === 'queued' && known.steps.length > 1;
    known.state = again ? 'accepted' : row.payload.reason === 'ttl_expired' || row.payload.dead_lettered ? 'dead_lettered' : state;
    known.since = row.at;
    known.why = String(row.payload.error ?? row.payload.reason ?? '');
  }

  /** @param {string} id @param {string} message @param {string} at @returns {Known} */
  #known(id, message, at) {
    let known = this.all.get(id);
    if (!known) {
      const agentId = id.replace(/~\d+$/, '').split('_')[2] ?? '';
      known = { id, message, agentId, state: 'queued', since: at, born: at, why: '', mode: '', steps: [] };
      this.all.set(id, known);
      if (this.all.size > MOST) {
        this.all.delete(/** @type {string} */ (this.all.keys().next().value));
      }
    }
    return known;
  }
}
