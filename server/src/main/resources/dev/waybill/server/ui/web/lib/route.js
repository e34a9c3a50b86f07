// @ts-check

/** Where in the page one is: behind the #, so that the server is never told, and a link leads to any row. */
export class Place extends EventTarget {
  section = 'now';
  /** @type {string[]} */
  path = [];
  query = new URLSearchParams();

  constructor() {
    super();
    window.addEventListener('hashchange', () => this.#read());
    this.#read();
  }

  #read() {
    const [path, query] = location.hash.replace(/^#\/?/, '').split('?', 2);
    const parts = path.split('/').map(decoded);
    this.section = parts[0] || 'now';
    this.path = parts.slice(1).filter((p) => p !== '');
    this.query = new URLSearchParams(query ?? '');
    this.dispatchEvent(new CustomEvent('change'));
  }

  /** Changes what is asked for without a new place in the history. @param {Record<string, string>} changes */
  ask(changes) {
    const query = new URLSearchParams(this.query);
    Object.entries(changes).forEach(([k, v]) => (v === '' ? query.delete(k) : query.set(k, v)));
    this.query = query;
    history.replaceState(null, '', link([this.section, ...this.path], Object.fromEntries(query)));
    this.dispatchEvent(new CustomEvent('change'));
  }
}

/** @param {string[]} parts @param {Record<string, string>} [query] */
export function link(parts, query) {
  const asked = new URLSearchParams(query ?? {}).toString();
  return '#/' + parts.map(encodeURIComponent).join('/') + (asked ? '?' + asked : '');
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const place = new Place();
