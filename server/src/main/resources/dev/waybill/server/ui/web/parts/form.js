// @ts-check
import { html, nothing } from 'lit';
import { foreign, plain } from '../lib/text.js';
import { View } from './view.js';

const DEEPEST = 4;
const MOST_FIELDS = 60;

/** A schema that was loaded again and says the same keeps what is filled in. @param {any} now @param {any} before */
const isOther = (now, before) => JSON.stringify(now) !== JSON.stringify(before);

/**
 * A form for what a JSON schema describes. Strings, numbers, booleans, choices, lists of words and objects have fields of
 * their own; for everything else there is a field for JSON. Tells what was filled in with an event `send`; whether it fits
 * is for the server to say.
 */
export class Form extends View {
  static properties = { schema: { attribute: false, hasChanged: isOther }, label: {}, busy_: { attribute: false }, disabled: { type: Boolean } };

  #value = /** @type {any} */ ({});
  /** @type {Map<string, string>} */
  #faults = new Map();
  #fields = 0;

  constructor() {
    super();
    /** @type {any} */
    this.schema = {};
    this.label = 'Send';
    this.disabled = false;
  }

  /** @param {Map<string, any>} changed */
  willUpdate(changed) {
    if (changed.has('schema')) {
      this.#value = {};
      this.#faults.clear();
    }
  }

  render() {
    this.#fields = 0;
    const schema = object(this.schema);
    const whole = this.#isObject(schema) && Object.keys(object(schema.properties)).length > 0;
    return html`<form class="made" @submit=${this.#submit} novalidate>
      ${whole ? this.#properties(schema, [], 0) : this.#any({ description: 'The input, as JSON' }, [], 'input')}
      <button type="submit" class="primary" ?disabled=${this.disabled}>${this.label}</button>
    </form>`;
  }

  /** @param {any} schema @param {string[]} path @param {number} depth @returns {any} */
  #properties(schema, path, depth) {
    const required = Array.isArray(schema.required) ? schema.required : [];
    return Object.entries(object(schema.properties)).map(([name, inner]) =>
      ++this.#fields > MOST_FIELDS
        ? nothing
        : this.#field(object(inner), [...path, name], required.includes(name), depth),
    );
  }

  /** @param {any} schema @param {string[]} path @param {boolean} required @param {number} depth @returns {any} */
  #field(schema, path, required, depth) {
    const name = path[path.length - 1];
    if (this.#isObject(schema) && depth < DEEPEST && Object.keys(object(schema.properties)).length > 0) {
      return html`<fieldset><legend>${foreign(schema.title ?? name, 80)}</legend>${this.#properties(schema, path, depth + 1)}</fieldset>`;
    }
    const control = this.#control(schema, path, required);
    return control ?? this.#any(schema, path, name, required);
  }

  /** @param {any} schema @param {string[]} path @param {boolean} required */
  #control(schema, path, required) {
    if (Array.isArray(schema.enum)) {
      return this.#labelled(schema, path, required, (/** @type {string} */ id) => html`<select id=${id} @change=${(/** @type {any} */ e) =>
          this.#put(path, e.target.value === '' ? undefined : schema.enum[Number(e.target.value)])}>
        <option value="">–</option>
        ${schema.enum.map((/** @type {any} */ v, /** @type {number} */ i) => html`<option value=${i}>${plain(v)}</option>`)}
      </select>`);
    }
    const type = Array.isArray(schema.type) ? schema.type.find((/** @type {any} */ t) => t !== 'null') : schema.type;
    switch (type) {
      case 'boolean':
        return this.#labelled(schema, path, required, (id) => html`<select id=${id} @change=${(/** @type {any} */ e) =>
            this.#put(path, e.target.value === '' ? undefined : e.target.value === 'yes')}>
          <option value="">–</option><option value="yes">yes</option><option value="no">no</option>
        </select>`);
      case 'integer':
      case 'number':
        return this.#labelled(schema, path, required, (id) => html`<input id=${id} type="number" step=${type === 'integer' ? 1 : 'any'}
          min=${schema.minimum ?? nothing} max=${schema.maximum ?? nothing}
          @input=${(/** @type {any} */ e) => this.#put(path, e.target.value === '' ? undefined : Number(e.target.value))}>`);
      case 'string':
        return this.#labelled(schema, path, required, (id) => this.#words(schema, path, id));
      case 'array':
        return object(schema.items).type === 'string' && !object(schema.items).enum
          ? this.#labelled({ ...schema, description: schema.description ?? 'One in each line' }, path, required, (id) =>
              html`<textarea id=${id} rows="2" @input=${(/** @type {any} */ e) =>
                this.#put(path, e.target.value === '' ? undefined : e.target.value.split('\n'))}></textarea>`)
          : null;
      default:
        return null;
    }
  }

  /** @param {any} schema @param {string[]} path @param {string} id */
  #words(schema, path, id) {
    /** @param {any} e */
    const put = (e) => this.#put(path, e.target.value === '' ? undefined : e.target.value);
    return !(schema.maxLength <= 200) || schema.format === 'multiline'
      ? html`<textarea id=${id} rows="2" @input=${put}></textarea>`
      : html`<input id=${id} type="text" maxlength=${schema.maxLength} autocomplete="off" @input=${put}>`;
  }

  /** @param {any} schema @param {string[]} path @param {string} name @param {boolean} [required] */
  #any(schema, path, name, required = false) {
    return this.#labelled({ title: name, ...schema, description: schema.description ?? 'As JSON' }, path, required, (id) =>
      html`<textarea id=${id} class="code" rows="4" spellcheck="false" @input=${(/** @type {any} */ e) => this.#parse(path, e.target.value)}></textarea>`);
  }

  /** @param {any} schema @param {string[]} path @param {boolean} required @param {(id: string) => any} control */
  #labelled(schema, path, required, control) {
    const id = `${this.id || 'form'}-${path.join('-').replace(/[^\w-]/g, '_')}`;
    const fault = this.#faults.get(path.join('/'));
    return html`<div class="field">
      <label for=${id}>${foreign(schema.title ?? path[path.length - 1], 80)}${required ? html` <span class="must">required</span>` : nothing}</label>
      ${control(id)}
      ${schema.description ? html`<small>${foreign(schema.description, 400)}</small>` : nothing}
      ${fault ? html`<small class="fault" role="alert">${fault}</small>` : nothing}
    </div>`;
  }

  /** @param {any} schema */
  #isObject(schema) {
    return schema.type === 'object' || (schema.type === undefined && schema.properties !== undefined);
  }

  /** @param {string[]} path @param {string} text */
  #parse(path, text) {
    try {
      this.#faults.delete(path.join('/'));
      this.#put(path, text.trim() === '' ? undefined : JSON.parse(text));
    } catch {
      this.#faults.set(path.join('/'), 'This is not JSON yet');
    }
    this.requestUpdate();
  }

  /** @param {string[]} path @param {any} value */
  #put(path, value) {
    this.#value = put(this.#value, path, value);
  }

  /** @param {Event} e */
  #submit = (e) => {
    e.preventDefault();
    if (this.#faults.size === 0) {
      this.dispatchEvent(new CustomEvent('send', { detail: this.#value }));
    }
  };
}

/** @param {any} into @param {string[]} path @param {any} value @returns {any} */
function put(into, path, value) {
  if (path.length === 0) {
    return value;
  }
  const copy = Object.assign(Object.create(null), object(into));
  const inner = put(copy[path[0]], path.slice(1), value);
  if (inner === undefined || (path.length > 1 && Object.keys(inner).length === 0)) {
    delete copy[path[0]];
  } else {
    copy[path[0]] = inner;
  }
  return copy;
}

/** @param {any} value @returns {any} */
function object(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

customElements.define('wb-form', Form);
