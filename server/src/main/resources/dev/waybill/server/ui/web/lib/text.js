// @ts-check
import { html, nothing } from 'lit';

/**
 * Characters that change how others are shown, or are not shown at all: controls, marks of direction, zero widths, tags.
 * Line feeds and tabs are harmless.
 */
const ODD =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]|[\u{E0000}-\u{E0FFF}]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/gu;

/** A letter with more marks on it than this is drawn over its neighbours. */
const PILE = /(\p{M}{3})\p{M}+/gu;

const EMOJI_PARTS = /^[\u200D\uFE0F]$/;

/**
 * Text of others: text nodes only. What would not be seen, or would turn its surroundings around, is spelled out.
 * @param {unknown} value
 * @param {number} [most] how many characters are shown
 */
export function foreign(value, most = 20_000) {
  const whole = words(value);
  const text = whole.length > most ? whole.slice(0, most) : whole;
  return html`<bdi class="foreign">${pieces(text)}${whole.length > most
      ? html`<span class="odd">${(whole.length - most).toLocaleString()} more characters</span>`
      : nothing}</bdi>`;
}

/** An object of JSON may have any member, also a `toString` that is no function. @param {unknown} value @returns {string} */
function words(value) {
  if (value === null || value === undefined) {
    return '';
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** @param {string} raw */
function pieces(raw) {
  const text = raw.replace(PILE, '$1');
  const out = [];
  let from = 0;
  for (const match of text.matchAll(ODD)) {
    if (partOfEmoji(text, match.index, match[0])) {
      continue;
    }
    out.push(text.slice(from, match.index), html`<span class="odd">${spelled(match[0])}</span>`);
    from = match.index + match[0].length;
  }
  out.push(text.slice(from));
  return out;
}

/** @param {string} text @param {number} at @param {string} found */
function partOfEmoji(text, at, found) {
  return EMOJI_PARTS.test(found) && /\p{Extended_Pictographic}\uFE0F?$/u.test(text.slice(Math.max(0, at - 3), at));
}

/** @param {string} found */
function spelled(found) {
  return 'U+' + (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/**
 * The same as one string, for places that take no elements, such as labels.
 * @param {unknown} value
 */
export function plain(value) {
  return words(value).replace(ODD, (found) => `[${spelled(found)}]`);
}

/** @param {string | null | undefined} time */
export function clock(time) {
  if (!time) {
    return '–';
  }
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? '–' : at.toLocaleTimeString([], { hourCycle: 'h23' });
}

/** With the day, unless that is today. @param {string | null | undefined} time */
export function moment(time) {
  if (!time) {
    return '–';
  }
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) {
    return '–';
  }
  return at.toDateString() === new Date().toDateString() ? clock(time) : at.toLocaleString([], { hourCycle: 'h23' });
}

/** How long that is. @param {number} ms */
export function span(ms) {
  if (!Number.isFinite(ms)) {
    return '–';
  }
  if (ms < 1000) {
    return `${Math.max(0, Math.round(ms))} ms`;
  }
  const s = ms / 1000;
  if (s < 60) {
    return `${s.toFixed(s < 10 ? 1 : 0)} s`;
  }
  if (s < 3600) {
    return `${Math.floor(s / 60)} min`;
  }
  return s < 172_800 ? `${Math.floor(s / 3600)} h` : `${Math.floor(s / 86_400)} d`;
}

/** How long ago that was. @param {string | null | undefined} time */
export function ago(time) {
  return time ? span(Date.now() - new Date(time).getTime()) : '–';
}

/** So many of them, in words. @param {number} count @param {string} one @param {string} more */
export function many(count, one, more) {
  return `${count.toLocaleString()} ${count === 1 ? one : more}`;
}
