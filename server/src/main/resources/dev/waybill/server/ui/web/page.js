// @ts-check
import { html, nothing } from 'lit';
import { View } from './parts/view.js';
import { forgetToken, keptToken, signIn } from './lib/session.js';
import { foreign } from './lib/text.js';
import { link, place } from './lib/route.js';
import './sections/now.js';
import './sections/conversations.js';
import './sections/deliveries.js';
import './sections/actions.js';
import './sections/network.js';
import './sections/outbound.js';
import './sections/ledger.js';

/** @typedef {import('./lib/session.js').Session} Session */

/** @type {{ name: string, title: string, key: string, for: (s: Session) => boolean, draw: (s: Session) => any }[]} */
const SECTIONS = [
  { name: 'now', title: 'Now', key: 'n', for: () => true, draw: (s) => html`<wb-now .session=${s}></wb-now>` },
  {
    name: 'conversations',
    title: 'Conversations',
    key: 'c',
    for: (s) => (s.may('channels') && s.may('messages')) || s.may('dms') || s.may('network'),
    draw: (s) => html`<wb-conversations .session=${s}></wb-conversations>`,
  },
  { name: 'deliveries', title: 'Deliveries', key: 'd', for: (s) => s.may('deliveries'), draw: (s) => html`<wb-deliveries .session=${s}></wb-deliveries>` },
  { name: 'actions', title: 'Actions', key: 'a', for: (s) => s.owner, draw: (s) => html`<wb-actions .session=${s}></wb-actions>` },
  { name: 'network', title: 'Network', key: 'w', for: (s) => s.may('network'), draw: (s) => html`<wb-network .session=${s}></wb-network>` },
  { name: 'outbound', title: 'Outbound', key: 'o', for: (s) => s.owner, draw: (s) => html`<wb-outbound .session=${s}></wb-outbound>` },
  { name: 'ledger', title: 'Ledger', key: 'l', for: (s) => s.may('stream'), draw: (s) => html`<wb-ledger .session=${s}></wb-ledger>` },
];

/** The whole page. */
class Page extends View {
  /** @type {Session | null} */
  #session = null;
  #pressedG = false;
  #help = false;

  connectedCallback() {
    super.connectedCallback();
    let section = place.section;
    this.watch(place, () => {
      this.requestUpdate();
      if (section !== place.section) {
        section = place.section;
        this.updateComplete.then(() => this.querySelector('h1')?.focus());
      }
    });
    document.addEventListener('keydown', this.#press);
    const kept = keptToken();
    if (kept) {
      this.#signIn(kept, true);
    }
  }

  render() {
    return this.#session ? this.#inside(this.#session) : this.#door();
  }

  #door() {
    return html`<main class="door">
      <h1 tabindex="-1">Waybill</h1>
      <p>See every agent, message, delivery and decision of a workspace.</p>
      <form @submit=${this.#enter}>
        <div class="field">
          <label for="token">Workspace key or observer token</label>
          <input id="token" name="token" type="password" required autocomplete="off" spellcheck="false" autocapitalize="off">
          <small>It stays in this page. A workspace key (rk_…) may act; an observer token (ot_…) looks only.</small>
        </div>
        <label class="check"><input type="checkbox" name="keep"> Remember it until this tab is closed</label>
        <button class="primary" ?disabled=${this.busy('enter')}>${this.busy('enter') ? 'Signing in…' : 'Sign in'}</button>
        ${this.trouble('enter')}
      </form>
    </main>`;
  }

  /** @param {Session} session */
  #inside(session) {
    const open = SECTIONS.filter((section) => section.for(session));
    const here = open.find((section) => section.name === place.section) ?? open[0];
    const { mark, reason } = session.stream;
    document.title = `${here.title} – Waybill`;
    return html`<a class="skip" href="#main" @click=${this.#skip}>To the content</a>
      <header class="top">
        <b class="brand">Waybill</b>
        <span class="workspace">${foreign(session.workspace.name, 60)}</span>
        <span class="mark is-${mark.replace(' ', '-')}" role="status" title=${reason}>${session.may('stream') ? mark : 'no stream'}</span>
        <span class="grow"></span>
        ${session.owner ? nothing : html`<span class="badge">observer</span>`}
        <button class="quiet" aria-label="Keyboard help" @click=${this.#toggleHelp}>?</button>
        <button class="quiet" @click=${this.#leave}>Sign out</button>
      </header>
      <nav aria-label="Sections">
        ${open.map((s) => html`<a href=${link([s.name])} aria-current=${s === here ? 'page' : 'false'}>${s.title}</a>`)}
      </nav>
      <main id="main">
        <h1 tabindex="-1">${here.title}</h1>
        ${here.draw(session)}
      </main>
      ${mark === 'offline' ? html`<p class="old" role="alert">Offline: ${foreign(reason, 200)}. What is shown may be old.</p>` : nothing}
      ${this.#help ? this.#helpBox(open) : nothing}`;
  }

  /** @param {typeof SECTIONS} open */
  #helpBox(open) {
    return html`<aside class="help" role="dialog" aria-label="Keyboard help">
      <h2>Keyboard</h2>
      <dl class="facts">
        ${open.map((s) => html`<div><dt><kbd>g</kbd> <kbd>${s.key}</kbd></dt><dd>${s.title}</dd></div>`)}
        <div><dt><kbd>/</kbd></dt><dd>to the filter</dd></div>
        <div><dt><kbd>↑</kbd> <kbd>↓</kbd> <kbd>Enter</kbd></dt><dd>in lists</dd></div>
        <div><dt><kbd>Esc</kbd></dt><dd>close, or leave a field</dd></div>
      </dl>
      <button @click=${this.#toggleHelp}>Close</button>
    </aside>`;
  }

  #toggleHelp = () => {
    this.#help = !this.#help;
    this.requestUpdate();
  };

  /** @param {Event} e */
  #skip = (e) => {
    e.preventDefault();
    this.querySelector('h1')?.focus();
  };

  /** @param {SubmitEvent} e */
  #enter = (e) => {
    e.preventDefault();
    const form = /** @type {HTMLFormElement} */ (e.target);
    const data = new FormData(form);
    this.#signIn(String(data.get('token')).trim(), data.get('keep') !== null);
  };

  /** @param {string} token @param {boolean} keep */
  #signIn(token, keep) {
    this.attempt(
      'enter',
      () => signIn(token, keep),
      (session) => {
        this.#session = session;
        session.stream.addEventListener('change', () => this.requestUpdate());
        session.stream.addEventListener('refused', () => this.#refused());
        session.start();
      },
    ).then(() => this.failure('enter') && forgetToken());
  }

  #refused() {
    this.#session?.close();
    this.#session = null;
    this.attempt('enter', () => Promise.reject(new Error('The token is no longer accepted')), () => {});
  }

  #leave = () => {
    this.#session?.close();
    this.#session = null;
    location.hash = '';
    this.requestUpdate();
  };

  /** @param {KeyboardEvent} e */
  #press = (e) => {
    const typing = e.target instanceof HTMLElement && e.target.closest('input, textarea, select');
    if (!this.#session || e.ctrlKey || e.metaKey || e.altKey || (typing && e.key !== 'Escape')) {
      return;
    }
    const section = this.#pressedG ? SECTIONS.find((s) => s.key === e.key && this.#session && s.for(this.#session)) : undefined;
    this.#pressedG = e.key === 'g';
    if (section) {
      location.hash = link([section.name]);
    } else if (e.key === '/') {
      /** @type {HTMLElement | null} */ (this.querySelector('main input[type=search]'))?.focus();
    } else if (e.key === '?') {
      this.#toggleHelp();
    } else if (e.key === 'Escape') {
      if (typing) {
        /** @type {HTMLElement} */ (e.target).blur();
      }
      this.#help = false;
      this.requestUpdate();
      return;
    } else {
      return;
    }
    e.preventDefault();
  };
}

customElements.define('wb-page', Page);
