// @ts-check
import { html } from 'lit';
import { foreign } from '../lib/text.js';

/** Any value, laid out for reading. @param {any} value @param {number} [most] */
export function json(value, most = 20_000) {
  return html`<pre class="json" tabindex="0">${foreign(JSON.stringify(value, null, 2), most)}</pre>`;
}

/**
 * Names and values. What is drawn rather than written is given as a function: nothing that came as JSON is one.
 * @param {[string, any][]} pairs
 */
export function facts(pairs) {
  const told = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return html`<dl class="facts">${told.map(([name, value]) => html`<div><dt>${foreign(name, 60)}</dt><dd>${shown(value)}</dd></div>`)}</dl>`;
}

/** @param {any} value */
function shown(value) {
  if (typeof value === 'function') {
    return value();
  }
  return typeof value === 'object' ? json(value) : foreign(value);
}
