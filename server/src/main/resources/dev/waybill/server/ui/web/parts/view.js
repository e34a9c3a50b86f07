// @ts-check
import { html, LitElement, nothing } from 'lit';
import { foreign } from '../lib/text.js';

/** What all parts of the page are made of: drawn into the page itself, under its one style sheet. */
export class View extends LitElement {
  /** @type {[EventTarget, string, () => void][]} */
  #watched = [];
  #busy = new Set();
  /** @type {Map<string, Error>} */
  #failures = new Map();
  /** What was asked for last under a name; an answer to anything before is late. @type {Map<string, symbol>} */
  #asked = new Map();

  createRenderRoot() {
    return this;
  }

  /** Draws again whenever that changes, for as long as this is on the page. @param {EventTarget} source @param {() => void} [then] */
  watch(source, then) {
    const draw = then ?? (() => this.requestUpdate());
    source.addEventListener('change', draw);
    this.#watched.push([source, 'change', draw]);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#watched.forEach(([source, name, draw]) => source.removeEventListener(name, draw));
    this.#watched = [];
  }

  /**
   * Does something that may take a while or fail, and remembers that it does or did.
   * @template T @param {string} what @param {() => Promise<T>} work @param {(result: T) => void} then
   */
  async attempt(what, work, then) {
    const mine = Symbol(what);
    this.#asked.set(what, mine);
    this.#busy.add(what);
    this.requestUpdate();
    try {
      const result = await work();
      if (this.#asked.get(what) === mine) {
        this.#failures.delete(what);
        then(result);
      }
    } catch (e) {
      if (this.#asked.get(what) === mine) {
        this.#failures.set(what, /** @type {Error} */ (e));
      }
    } finally {
      if (this.#asked.get(what) === mine) {
        this.#busy.delete(what);
        this.requestUpdate();
      }
    }
  }

  /** @param {string} what */
  busy(what) {
    return this.#busy.has(what);
  }

  /** @param {string} what */
  failure(what) {
    return this.#failures.get(what) ?? null;
  }

  /** @param {string} what */
  clearFailure(what) {
    this.#failures.delete(what);
  }

  /** What was asked for under a name is not wanted any more: neither a late answer nor a failure. @param {string} what */
  forget(what) {
    this.#asked.delete(what);
    this.#busy.delete(what);
    this.clearFailure(what);
  }

  /** Says that it failed, if it did. @param {string} what */
  trouble(what) {
    const failure = this.#failures.get(what);
    return failure ? problem(failure) : nothing;
  }

  /**
   * A list, or why there is none.
   * @param {string} what @param {any[] | null | undefined} rows @param {string} none @param {() => any} draw
   */
  listed(what, rows, none, draw) {
    if (rows && rows.length > 0) {
      return html`${this.trouble(what)}${draw()}`;
    }
    if (this.failure(what)) {
      return this.trouble(what);
    }
    return rows ? html`<p class="none">${none}</p>` : html`<p class="none" role="status">Loading…</p>`;
  }
}

/** @param {Error} failure */
export function problem(failure) {
  return html`<p class="problem" role="alert"><b>That did not work.</b> ${foreign(failure.message, 500)}</p>`;
}

/** A short word, in the colour it has everywhere. @param {unknown} word */
export function badge(word) {
  const known = typeof word === 'string' && /^[a-z_ -]{1,24}$/.test(word) ? word.replace(/[ _]/g, '-') : 'other';
  return html`<span class="badge is-${known}">${foreign(word ?? '–', 40)}</span>`;
}
