// @ts-check
import { html, nothing } from 'lit';
import { badge, problem, View } from '../parts/view.js';
import '../parts/plot.js';
import { ago, foreign, span } from '../lib/text.js';
import { link } from '../lib/route.js';

const EVERY = 5_000;
const MOST_ASKED = 60;
const LATE = 60_000;
/** More than this many waiting deliveries are not told one by one. */
const TOLD = 50;

/** Who is there, what waits, and what is stuck. */
class Now extends View {
  static properties = { session: { attribute: false } };

  /** What waits for an agent, by its name. @type {Map<string, any>} */
  #details = new Map();
  /** @type {any[]} */
  #dead = [];
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #stamp = 0;
  #done = '';

  constructor() {
    super();
    /** @type {import('../lib/session.js').Session} */
    this.session = /** @type {any} */ (undefined);
  }

  connectedCallback() {
    super.connectedCallback();
    this.watch(this.session.names, () => {
      if (this.#details.size === 0) {
        this.#ask();
      }
      this.requestUpdate();
    });
    this.watch(this.session.meter, () => {
      this.#stamp++;
      this.requestUpdate();
    });
    this.#timer = setInterval(() => !document.hidden && this.#ask(), EVERY);
    this.#ask();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  #ask() {
    const { api, names, deliveries } = this.session;
    if (names.agents.length > 0) {
      this.attempt(
        'details',
        () => Promise.all(names.agents.slice(0, MOST_ASKED).map((agent) => api.get(`/v1/agents/${encodeURIComponent(agent.name)}`).catch(() => null))),
        (all) => {
          const known = all.filter((agent) => agent);
          this.#details = new Map(known.map((agent) => [agent.name, agent]));
          known.forEach((agent) => agent.pending_deliveries.forEach((/** @type {any} */ p) => deliveries.note(p, agent.id)));
        },
      );
    }
    if (this.session.owner) {
      this.attempt('dead', () => api.get('/v1/dead-letters', { limit: 20 }), (rows) => (this.#dead = rows));
    }
  }

  render() {
    const { names, meter } = this.session;
    const per = (/** @type {number[]} */ line) => (line.slice(-5).reduce((a, b) => a + b, 0) / 5).toFixed(1);
    const slow = meter.latency[meter.latency.length - 1] || [...meter.latency].reverse().find((v) => v > 0) || NaN;
    return html`${names.error ? problem(names.error) : nothing}
      <section class="plots" aria-label="Traffic">
        <wb-plot label="Messages per second" now=${per(meter.sent)} .values=${meter.sent} .stamp=${this.#stamp}></wb-plot>
        <wb-plot label="Deliveries settled per second" now=${per(meter.delivered)} .values=${meter.delivered} .stamp=${this.#stamp}></wb-plot>
        <wb-plot label="Time until settled (median)" now=${span(slow)} .values=${meter.latency} .stamp=${this.#stamp}></wb-plot>
      </section>
      ${this.#stuck()}
      ${this.session.may('agents') ? this.#agents() : nothing}
      ${this.session.may('nodes') ? this.#nodes() : nothing}`;
  }

  #stuck() {
    const found = this.#findings();
    return html`<section aria-labelledby="stuck-title">
      <h2 id="stuck-title">What is stuck</h2>
      ${this.trouble('help')}${this.#done ? html`<p class="done" role="status">${this.#done}</p>` : nothing}
      ${found.length === 0
        ? html`<p class="none">${this.session.names.loading ? 'Loading…' : 'Nothing waits longer than it should.'}</p>`
        : html`<ul class="cards">${found.map((f) => html`<li class="card warn">
            <b>${foreign(f.who, 60)}</b> <span>${f.why}</span>
            ${f.act && this.session.may('write') ? html`<button ?disabled=${this.busy('help')} @click=${f.act}>${f.label}</button>` : nothing}
            ${f.href ? html`<a href=${f.href}>Look</a>` : nothing}
          </li>`)}</ul>`}
    </section>`;
  }

  /** @returns {{ who: string, why: string, label?: string, act?: () => void, href?: string }[]} */
  #findings() {
    const out = [];
    for (const agent of this.#details.values()) {
      const waiting = agent.pending_deliveries;
      const oldest = oldestOf(waiting);
      if (oldest && Date.now() - Date.parse(oldest.created_at) > LATE) {
        const held = waiting.some((/** @type {any} */ p) => p.mode !== 'immediate');
        out.push({
          who: agent.name,
          why: `${count(waiting)} waiting, the oldest for ${ago(oldest.created_at)}. ${reason(agent, held)}`,
          label: 'Flush',
          act: held ? () => this.#flush(agent.name) : undefined,
          href: link(['deliveries'], { agent: agent.name }),
        });
      }
    }
    for (const node of this.session.names.nodes) {
      if (!node.live && node.active_agents > 0) {
        out.push({ who: node.name, why: `is not connected and hosts ${node.active_agents} agents. Start it again, or give the agents to another node.` });
      }
    }
    if (this.#dead.length > 0) {
      out.push({
        who: 'Dead letters',
        why: `${this.#dead.length >= 20 ? '20 or more' : this.#dead.length} deliveries were given up.`,
        label: 'Send all again',
        act: () => this.#redrive(),
        href: link(['deliveries'], { state: 'dead_lettered' }),
      });
    }
    return out;
  }

  #agents() {
    const { agents, loading } = this.session.names;
    return html`<section aria-labelledby="agents-title">
      <h2 id="agents-title">Agents <small>${agents.length}</small></h2>
      ${agents.length === 0
        ? html`<p class="none" role="status">${loading ? 'Loading…' : 'No agent is registered yet.'}</p>`
        : html`<div class="wide" tabindex="0" role="region" aria-label="Agents"><table>
            <thead><tr><th>Agent</th><th>Status</th><th>Node</th><th>Waiting</th><th>Oldest</th><th>Last seen</th></tr></thead>
            <tbody>${agents.slice(0, 500).map((agent) => this.#agent(agent))}</tbody>
          </table></div>`}
      ${agents.length > 500 ? html`<p class="under">${agents.length - 500} more are not shown.</p>` : nothing}
    </section>`;
  }

  /** @param {any} agent */
  #agent(agent) {
    const waiting = this.#details.get(agent.name)?.pending_deliveries;
    const oldest = waiting && oldestOf(waiting);
    return html`<tr>
      <th scope="row"><a href=${link(['deliveries'], { agent: agent.name })}>${foreign(agent.name, 60)}</a></th>
      <td>${badge(agent.activity ?? agent.status)}</td>
      <td>${foreign(this.session.names.hosts.get(agent.name) ?? '–', 60)}</td>
      <td class="num">${waiting ? count(waiting) : '–'}</td>
      <td class="num">${oldest ? ago(oldest.created_at) : '–'}</td>
      <td class="num">${ago(agent.last_seen)}</td>
    </tr>`;
  }

  #nodes() {
    const nodes = this.session.names.nodes;
    return html`<section aria-labelledby="nodes-title">
      <h2 id="nodes-title">Nodes <small>${nodes.length}</small></h2>
      ${nodes.length === 0
        ? html`<p class="none">No node is enrolled or connected.</p>`
        : html`<div class="wide" tabindex="0" role="region" aria-label="Nodes"><table>
            <thead><tr><th>Node</th><th>State</th><th>Kind</th><th>Agents</th><th>Load</th><th>Heard of</th></tr></thead>
            <tbody>${nodes.slice(0, 500).map((node) => html`<tr>
              <th scope="row">${foreign(node.name, 60)}</th>
              <td>${badge(node.live ? 'online' : 'offline')}</td>
              <td>${foreign(`${node.kind} ${node.role}`, 40)}</td>
              <td class="num">${node.active_agents}${node.max_agents ? ` of ${node.max_agents}` : ''}</td>
              <td class="num">${Math.round(node.load * 100)} %</td>
              <td class="num">${ago(node.last_heartbeat_at)}</td>
            </tr>`)}</tbody>
          </table></div>`}
    </section>`;
  }

  /** @param {string} agent */
  #flush(agent) {
    this.attempt('help', () => this.session.api.post('/v1/deliveries/flush', { agent }), (done) => {
      this.#done = `${done.flushed.length} deliveries were let go.`;
      this.#ask();
    });
  }

  #redrive() {
    this.attempt('help', () => this.session.api.post('/v1/dead-letters/redrive', {}), (done) => {
      this.#done = `${done.redriven.length} dead letters are sent again.`;
      this.#ask();
    });
  }
}

/** @param {any[]} waiting */
function count(waiting) {
  return waiting.length >= TOLD ? `${TOLD} or more` : String(waiting.length);
}

/** @param {any[]} waiting */
function oldestOf(waiting) {
  return waiting.reduce((a, b) => (a && a.created_at <= b.created_at ? a : b), undefined);
}

/** @param {any} agent @param {boolean} held */
function reason(agent, held) {
  if (agent.status === 'offline') {
    return 'It is offline: it gets them when it connects.';
  }
  return held ? 'Some are held until it reports a fitting moment, or are let go by hand.' : 'It has not acknowledged them: it is not connected, or busy.';
}

customElements.define('wb-now', Now);
