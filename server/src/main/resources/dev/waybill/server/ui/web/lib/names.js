// @ts-check
import { part } from './api.js';

const EVERY = 15_000;
const MOST_NODES = 40;

/** Who is who: the agents, nodes and channels, read again when the trail tells of a change, and now and then. */
export class Names extends EventTarget {
  /** @type {any[]} */
  agents = [];
  /** @type {any[]} */
  nodes = [];
  /** @type {any[]} */
  channels = [];
  /** Which node hosts an agent, by its name. @type {Map<string, string>} */
  hosts = new Map();
  /** Nothing has come yet. */
  loading = true;
  /** @type {Error | null} */
  error = null;
  #session;
  #byId = new Map();
  #channelById = new Map();
  #due = false;
  #timer;

  /** @param {import('./session.js').Session} session */
  constructor(session) {
    super();
    this.#session = session;
    this.#timer = setInterval(() => !document.hidden && this.refresh(), EVERY);
    session.trail.addEventListener('change', (e) => {
      const fresh = /** @type {CustomEvent} */ (e).detail;
      if (fresh.some((/** @type {any} */ row) => /^(agent|channel|member|node)\./.test(row.type))) {
        this.#soon();
      }
    });
  }

  close() {
    clearInterval(this.#timer);
  }

  async refresh() {
    const { api } = this.#session;
    /** @param {import('./session.js').Right} right @param {string} path */
    const list = (right, path) => (this.#session.may(right) ? api.get(path) : Promise.resolve([]));
    try {
      [this.agents, this.nodes, this.channels] = await Promise.all([
        list('agents', '/v1/agents'),
        list('nodes', '/v1/nodes'),
        list('channels', '/v1/channels'),
      ]);
      this.error = null;
      this.hosts = await this.#hosted();
      this.#byId = new Map(this.agents.map((agent) => [agent.id, agent.name]));
      this.#channelById = new Map(this.channels.map((channel) => [channel.id, channel.name]));
    } catch (e) {
      this.error = /** @type {Error} */ (e);
    }
    this.loading = false;
    this.dispatchEvent(new CustomEvent('change'));
  }

  async #hosted() {
    const hosting = this.nodes.filter((node) => node.active_agents > 0).slice(0, MOST_NODES);
    const all = await Promise.all(hosting.map((node) => this.#session.api.get(`/v1/nodes/${part(node.name)}/agents`).catch(() => [])));
    return new Map(all.flat().map((binding) => [binding.agent_name, binding.node_name]));
  }

  /** @param {string} id */
  agent(id) {
    return this.#byId.get(id) ?? id;
  }

  /** @param {string} id */
  channel(id) {
    return this.#channelById.get(id) ?? id;
  }

  #soon() {
    if (!this.#due) {
      this.#due = true;
      setTimeout(() => {
        this.#due = false;
        this.refresh();
      }, 1_000);
    }
  }
}
