// @ts-check
import { html } from 'lit';
import { foreign } from '../lib/text.js';
import { View } from './view.js';

/** Chooses whom this page speaks for: a new agent for the person, or one whose token is at hand. Tells `change`. */
class Voice extends View {
  static properties = { session: { attribute: false } };

  constructor() {
    super();
    /** @type {import('../lib/session.js').Session} */
    this.session = /** @type {any} */ (undefined);
  }

  render() {
    const voice = this.session.voice;
    if (voice) {
      return html`<p class="under">Speaking as <b>${foreign(voice.name, 60)}</b> <button class="quiet" @click=${this.#mute}>Stop</button></p>`;
    }
    return html`<form class="compose" @submit=${this.#choose}>
      <label for="voice">Speak as</label>
      <input id="voice" name="voice" required autocomplete="off" placeholder="a new name, or an agent's token">
      <button ?disabled=${this.busy('voice')}>Begin</button>
      ${this.trouble('voice')}
    </form>`;
  }

  /** @param {SubmitEvent} e */
  #choose = (e) => {
    e.preventDefault();
    const form = /** @type {HTMLFormElement} */ (e.target);
    const said = String(new FormData(form).get('voice')).trim();
    const { session } = this;
    this.attempt('voice', () => (said.startsWith('at_') ? session.speakWith(said) : session.speakAsNew(said)), () => {
      form.reset();
      this.#tell();
    });
  };

  #mute = () => {
    this.session.voice = null;
    this.#tell();
  };

  #tell() {
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent('change'));
  }
}

customElements.define('wb-voice', Voice);
