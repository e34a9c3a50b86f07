// @ts-check
import { html, nothing } from 'lit';
import { badge, problem, View } from '../parts/view.js';
import '../parts/plot.js';
import { ago, foreign, many, span } from '../lib/text.js';
import { link, place } from '../lib/route.js';

const EVERY = 5_000;
const LATE = 60_000;
const MOST_ROWS = 500;
const MOST_DEAD = 100;

/** Who is there, what waits, and what is stuck. */
class Now extends View {
  static properties = { session: { attribute: false } };

  /** What waits for an agent, by its name; null until that is known. @type {Map<string, any> | null} */
  #backlog = null;
  /** @type {any} */
  #dead = { data: [] };
  /** What waits for the owner's word. @type {any[]} */
  #unapproved = [];
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
    this.watch(this.session.names);
    this.watch(place);
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
    const { api } = this.session;
    if (this.session.may('deliveries')) {
      this.attempt('backlog', () => api.get('/v1/workspace/backlog'), (rows) => (this.#backlog = new Map(rows.map((/** @type {any} */ row) => [row.agent_name, row]))));
    }
    if (this.session.owner) {
      this.attempt('dead', () => api.page('/v1/dead-letters', { limit: MOST_DEAD }), (page) => (this.#dead = page));
      this.attempt('unapproved', () => api.bare('/v1/deliveries/attempts?approval=pending&status=queued&limit=200'), (page) => (this.#unapproved = page.deliveries ?? []));
    }
  }

  render() {
    const { names, meter } = this.session;
    const per = (/** @type {number[]} */ line) => (line.slice(-5).reduce((a, b) => a + b, 0) / 5).toFixed(1);
    const slow = meter.latency[meter.latency.length - 1] || [...meter.latency].reverse().find((v) => v > 0) || NaN;
    return html`${names.error ? problem(names.error) : nothing}${this.trouble('backlog')}
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
      ${this.trouble('dead')}${this.trouble('unapproved')}${this.trouble('help')}${this.#done ? html`<p class="done" role="status">${this.#done}</p>` : nothing}
      ${found.length === 0
        ? html`<p class="none">${this.failure('backlog') || this.failure('dead') ? 'It is not known what waits.' : this.session.names.loading ? 'Loading…' : 'Nothing waits longer than it should.'}</p>`
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
    const agents = new Map(this.session.names.agents.map((agent) => [agent.name, agent]));
    for (const waits of this.#backlog?.values() ?? []) {
      const late = past(waits.behind_since) > LATE;
      const held = waits.held > 0 && past(waits.oldest_at) > LATE;
      if (late || held) {
        out.push({
          who: waits.agent_name,
          why: `${waits.waiting.toLocaleString()} waiting, the oldest for ${ago(waits.oldest_at)}. ${late ? reason(agents.get(waits.agent_name)) : ''} ${held ? `${waits.held.toLocaleString()} held until it reports a fitting moment, or let go by hand.` : ''}`,
          label: 'Flush',
          act: held ? () => this.#flush(waits.agent_name) : undefined,
          href: link(['deliveries'], { agent: waits.agent_name, state: 'waiting' }),
        });
      }
    }
    for (const node of this.session.names.nodes) {
      if (!node.live && node.active_agents > 0) {
        out.push({ who: node.name, why: `is not connected and hosts ${node.active_agents === 1 ? 'an agent' : `${node.active_agents} agents`}. Start it again, or give them to another node.` });
      }
    }
    const { data: dead, cursor } = this.#dead;
    if (dead.length > 0) {
      out.push({
        who: 'Dead letters',
        why: cursor?.has_more ? `${dead.length} or more deliveries were given up.` : `${many(dead.length, 'delivery was', 'deliveries were')} given up.`,
        label: 'Send all again',
        act: () => this.#redrive(),
        href: link(['deliveries'], { state: 'dead_lettered' }),
      });
    }
    if (this.#unapproved.length > 0) {
      out.push({
        who: 'Outbound',
        why: `${many(this.#unapproved.length, 'attempt waits', 'attempts wait')} for approval.`,
        href: link(['outbound'], { state: 'approval' }),
      });
    }
    return out;
  }

  #agents() {
    const { agents, loading } = this.session.names;
    const shown = this.#chosen(agents);
    return html`<section aria-labelledby="agents-title">
      <h2 id="agents-title">Agents <small>${agents.length}</small></h2>
      ${agents.length === 0
        ? html`<p class="none" role="status">${loading ? 'Loading…' : 'No agent is registered yet.'}</p>`
        : html`<div class="bar"><label>Filter <input type="search" placeholder="name" .value=${place.query.get('q') ?? ''} @input=${(/** @type {any} */ e) => place.ask({ q: e.target.value })}></label></div>
          <div class="wide" tabindex="0" role="region" aria-label="Agents"><table>
            <thead><tr><th>Agent</th><th>Status</th><th>Node</th><th>Waiting</th><th>Held</th><th>Oldest</th><th>Lag</th><th>Last seen</th></tr></thead>
            <tbody>${shown.slice(0, MOST_ROWS).map((agent) => this.#agent(agent))}</tbody>
          </table></div>`}
      ${shown.length > MOST_ROWS ? html`<p class="under">${shown.length - MOST_ROWS} more are not shown: those with the least waiting.</p>` : nothing}
    </section>`;
  }

  /** Those asked for; of very many, those first for which most waits. @param {any[]} agents */
  #chosen(agents) {
    const word = (place.query.get('q') ?? '').toLowerCase();
    const fit = word ? agents.filter((agent) => agent.name.toLowerCase().includes(word)) : agents;
    const waiting = (/** @type {any} */ agent) => this.#backlog?.get(agent.name)?.waiting ?? 0;
    return fit.length > MOST_ROWS ? [...fit].sort((a, b) => waiting(b) - waiting(a)) : fit;
  }

  /** @param {any} agent */
  #agent(agent) {
    const waits = this.#backlog?.get(agent.name);
    const known = this.#backlog !== null;
    return html`<tr>
      <th scope="row">${known ? html`<a href=${link(['deliveries'], { agent: agent.name })}>${foreign(agent.name, 60)}</a>` : foreign(agent.name, 60)}</th>
      <td>${badge(agent.activity ?? agent.status)}</td>
      <td>${foreign(this.session.names.hosts.get(agent.name) ?? '–', 60)}</td>
      <td class="num">${known ? (waits?.waiting ?? 0).toLocaleString() : '–'}</td>
      <td class="num">${known ? (waits?.held ?? 0).toLocaleString() : '–'}</td>
      <td class="num">${waits ? ago(waits.oldest_at) : '–'}</td>
      <td class="num">${waits?.behind_since ? ago(waits.behind_since) : '–'}</td>
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
      this.#done = `${many(done.flushed.length, 'delivery was', 'deliveries were')} let go.`;
      this.#ask();
    });
  }

  #redrive() {
    this.attempt('help', () => this.session.api.post('/v1/dead-letters/redrive', {}), (done) => {
      this.#done = `${many(done.redriven.length, 'dead letter is', 'dead letters are')} sent again.`;
      this.#ask();
    });
  }
}

/** How long ago that was. @param {string | null} time */
function past(time) {
  return time ? Date.now() - Date.parse(time) : 0;
}

/** @param {any} agent */
function reason(agent) {
  return agent?.status === 'offline' ? 'It is offline: start it, and it gets them when it connects.' : 'It has not acknowledged them: it is not connected, or busy.';
}

customElements.define('wb-now', Now);
