// @ts-check
import { html, svg } from 'lit';

/** Where each state of a delivery is drawn. */
const SPOTS = /** @type {Record<string, [number, number]>} */ ({
  queued: [70, 90],
  delivered: [210, 90],
  accepted: [350, 40],
  deferred: [350, 140],
  failed: [490, 140],
  acked: [490, 40],
  dead_lettered: [630, 140],
  replaced: [630, 40],
});

const WAYS = [
  ['queued', 'delivered'],
  ['delivered', 'accepted'],
  ['delivered', 'deferred'],
  ['accepted', 'acked'],
  ['accepted', 'failed'],
  ['deferred', 'acked'],
  ['deferred', 'failed'],
  ['failed', 'dead_lettered'],
  ['failed', 'replaced'],
  ['dead_lettered', 'replaced'],
];

const WIDE = 104;
const HIGH = 32;

/**
 * The states a delivery can be in, and where it has been.
 * @param {string} state @param {string[]} been
 */
export function chart(state, been) {
  return html`<svg class="chart" viewBox="0 0 700 180" role="img" aria-label="State: ${state}. It has been ${been.join(', then ') || state}.">
    ${WAYS.map(([from, to]) => way(SPOTS[from], SPOTS[to], been.includes(from) && (been.includes(to) || state === to)))}
    ${Object.entries(SPOTS).map(([name, [x, y]]) => svg`<g class="state ${name === state ? 'here' : been.includes(name) ? 'been' : ''}">
      <rect x=${x - WIDE / 2} y=${y - HIGH / 2} width=${WIDE} height=${HIGH} rx="8"></rect>
      <text x=${x} y=${y + 5} text-anchor="middle">${name.replace('_', ' ')}</text>
    </g>`)}
  </svg>`;
}

/** @param {[number, number]} from @param {[number, number]} to @param {boolean} taken */
function way([x1, y1], [x2, y2], taken) {
  const side = x1 === x2 ? 0 : (WIDE / 2) * Math.sign(x2 - x1);
  const drop = x1 === x2 ? (HIGH / 2) * Math.sign(y2 - y1) : 0;
  return svg`<line class="way ${taken ? 'taken' : ''}" x1=${x1 + side} y1=${y1 + drop} x2=${x2 - side} y2=${y2 - drop}></line>`;
}
