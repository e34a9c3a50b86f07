// @ts-check
import { html, svg } from 'lit';

/** Where each state of a delivery is drawn. */
const SPOTS = /** @type {Record<string, [number, number]>} */ ({
  held: [62, 24],
  open: [180, 24],
  acked: [298, 24],
  deferred: [62, 92],
  accepted: [298, 92],
  failed: [180, 92],
  replaced: [62, 160],
  dead_lettered: [180, 160],
});

/** As in docs/delivery-states.md; what may be given up or dealt with at any time is not drawn for each. */
const WAYS = /** @type {[string, string][]} */ ([
  ['held', 'open'],
  ['held', 'deferred'],
  ['open', 'acked'],
  ['open', 'accepted'],
  ['open', 'deferred'],
  ['open', 'failed'],
  ['accepted', 'acked'],
  ['accepted', 'failed'],
  ['deferred', 'failed'],
  ['deferred', 'replaced'],
  ['failed', 'replaced'],
  ['failed', 'dead_lettered'],
  ['dead_lettered', 'replaced'],
]);

const WIDE = 104;
const HIGH = 34;

/**
 * The states a delivery can be in, and where it has been.
 * @param {string} state @param {string[]} been in order
 */
export function chart(state, been) {
  const path = been[been.length - 1] === state ? been : [...been, state];
  const taken = path.slice(1).map((to, i) => /** @type {[string, string]} */ ([path[i], to]));
  const others = WAYS.filter(([a, b]) => !taken.some(([x, y]) => a === x && b === y));
  return html`<svg class="chart" viewBox="0 0 360 184" role="img" aria-label="It went from ${path.join(' to ').replaceAll('_', ' ')}.">
    ${others.map((pair) => way(pair, ''))}${taken.map((pair) => way(pair, 'taken'))}
    ${Object.entries(SPOTS).map(([name, [x, y]]) => svg`<g class="state ${name === state ? 'here' : path.includes(name) ? 'been' : ''}">
      <rect x=${x - WIDE / 2} y=${y - HIGH / 2} width=${WIDE} height=${HIGH} rx="8"></rect>
      <text x=${x} y=${y + 5} text-anchor="middle">${name.replace('_', ' ')}</text>
    </g>`)}
  </svg>`;
}

/** @param {[string, string]} pair @param {string} look */
function way([from, to], look) {
  const [a, b] = [SPOTS[from], SPOTS[to]];
  return a && b ? svg`<line class="way ${look}" x1=${a[0]} y1=${a[1]} x2=${b[0]} y2=${b[1]}></line>` : svg``;
}
