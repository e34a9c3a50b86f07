// @ts-check
import { html } from 'lit';
import { View } from './view.js';

const OVER = 6;

/**
 * A list of any length, of which only what is in sight is on the page. All rows are equally high, so nothing jumps. While it
 * is scrolled to its beginning it follows what is new there; anywhere else what is looked at stays where it is.
 *
 * `rows` newest first; `key` tells rows apart; `draw` draws one; an event `choose` tells which was chosen.
 */
export class List extends View {
  static properties = {
    rows: { attribute: false },
    draw: { attribute: false },
    key: { attribute: false },
    chosen: { attribute: false },
    label: {},
    high: { type: Number },
  };

  #from = 0;
  #until = 0;
  #active = 0;
  #size = new ResizeObserver(() => this.#look());
  /** @type {any} */
  #top = null;

  constructor() {
    super();
    /** @type {any[]} */
    this.rows = [];
    /** @type {(row: any) => any} */
    this.draw = () => '';
    /** @type {(row: any) => string} */
    this.key = (row) => row.key;
    /** @type {string | null} */
    this.chosen = null;
    this.label = '';
    this.high = 44;
  }

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener('scroll', this.#look, { passive: true });
    this.#size.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.removeEventListener('scroll', this.#look);
    this.#size.disconnect();
  }

  /** @param {Map<string, any>} changed */
  willUpdate(changed) {
    if (changed.has('rows') && this.#top !== null && this.scrollTop > this.high) {
      const now = this.rows.findIndex((row) => this.key(row) === this.#top.key);
      if (now >= 0 && now !== this.#top.at) {
        this.#moved = (now - this.#top.at) * this.high;
        this.#active = Math.max(0, this.#active + now - this.#top.at);
      }
    }
    this.#window(this.scrollTop + this.#moved);
  }

  #moved = 0;

  render() {
    const shown = this.rows.slice(this.#from, this.#until);
    return html`<div
      class="rows"
      role="listbox"
      tabindex="0"
      aria-label=${this.label}
      aria-activedescendant=${this.rows.length > 0 && this.#shows(this.#active) ? this.#id(this.#active) : ''}
      @keydown=${this.#press}
    >
      ${shown.map((row, i) => this.#row(row, this.#from + i))}
    </div>`;
  }

  updated() {
    const box = /** @type {HTMLElement} */ (this.firstElementChild);
    box.style.height = `${this.rows.length * this.high}px`;
    box.style.paddingTop = `${this.#from * this.high}px`;
    if (this.#moved !== 0) {
      this.scrollTop += this.#moved;
      this.#moved = 0;
    }
    const at = Math.floor(this.scrollTop / this.high);
    this.#top = this.rows[at] ? { key: this.key(this.rows[at]), at } : null;
  }

  /** @param {any} row @param {number} at */
  #row(row, at) {
    const key = this.key(row);
    return html`<div
      role="option"
      id=${this.#id(at)}
      class="row ${at === this.#active ? 'active' : ''}"
      aria-selected=${key === this.chosen ? 'true' : 'false'}
      aria-posinset=${at + 1}
      aria-setsize=${this.rows.length}
      @click=${() => this.#choose(at)}
    >
      ${this.draw(row)}
    </div>`;
  }

  /** @param {number} at */
  #id(at) {
    return `${this.id || 'list'}-${at}`;
  }

  /** @param {number} at */
  #shows(at) {
    return at >= this.#from && at < this.#until;
  }

  #look = () => {
    const [from, until] = [this.#from, this.#until];
    this.#window(this.scrollTop);
    if (from !== this.#from || until !== this.#until) {
      this.requestUpdate();
    }
  };

  /** @param {number} top */
  #window(top) {
    this.#from = Math.max(0, Math.min(this.rows.length, Math.floor(top / this.high)) - OVER);
    this.#until = Math.min(this.rows.length, Math.ceil((top + this.clientHeight) / this.high) + OVER);
  }

  /** @param {KeyboardEvent} e */
  #press = (e) => {
    const page = Math.max(1, Math.floor(this.clientHeight / this.high) - 1);
    const steps = /** @type {Record<string, number>} */ ({
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -this.rows.length,
      End: this.rows.length,
    });
    if (e.key === 'Enter' || e.key === ' ') {
      this.#choose(this.#active);
    } else if (e.key in steps) {
      this.#active = Math.max(0, Math.min(this.rows.length - 1, this.#active + steps[e.key]));
      this.#reveal();
    } else {
      return;
    }
    e.preventDefault();
  };

  #reveal() {
    const top = this.#active * this.high;
    if (top < this.scrollTop) {
      this.scrollTop = top;
    } else if (top + this.high > this.scrollTop + this.clientHeight) {
      this.scrollTop = top + this.high - this.clientHeight;
    }
    this.#window(this.scrollTop);
    this.requestUpdate();
  }

  /** @param {number} at */
  #choose(at) {
    this.#active = at;
    this.requestUpdate();
    if (this.rows[at]) {
      this.dispatchEvent(new CustomEvent('choose', { detail: this.rows[at] }));
    }
  }
}

customElements.define('wb-list', List);
