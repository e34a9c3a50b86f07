// @ts-check
import { html, svg } from 'lit';
import { View } from './view.js';

const WIDE = 240;
const HIGH = 48;

/** A line of the last values, with what they are now beside it in words. */
export class Plot extends View {
  static properties = { values: { attribute: false }, label: {}, now: {}, stamp: { attribute: false } };

  constructor() {
    super();
    /** @type {number[]} */
    this.values = [];
    this.label = '';
    this.now = '';
    /** Changes when the values do, which stay one array. */
    this.stamp = 0;
  }

  render() {
    const most = Math.max(1, ...this.values);
    const step = WIDE / Math.max(1, this.values.length - 1);
    const points = this.values.map((v, i) => `${(i * step).toFixed(1)},${(HIGH - 2 - (v / most) * (HIGH - 6)).toFixed(1)}`);
    return html`<figure class="plot">
      <figcaption><span>${this.label}</span> <b>${this.now}</b></figcaption>
      <svg viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" role="img" aria-label="${this.label}: now ${this.now}, at most ${Math.round(most)}">
        ${svg`<polygon class="under" points="0,${HIGH} ${points.join(' ')} ${WIDE},${HIGH}"></polygon>
        <polyline class="line" points=${points.join(' ')}></polyline>`}
      </svg>
    </figure>`;
  }
}

customElements.define('wb-plot', Plot);
