// @ts-check
import { Api, Refused } from './api.js';
import { read, Trail } from './trail.js';
import { Stream } from './stream.js';
import { Names } from './names.js';
import { Meter } from './meter.js';

const KEPT = 'waybill.token';
const PAGE = 500;

/** @typedef {'agents' | 'nodes' | 'channels' | 'messages' | 'dms' | 'search' | 'network' | 'stream' | 'deliveries' | 'write'} Right */

/** One person's visit: a token, what it may see, and what has been seen. */
export class Session {
  /** @param {string} token @param {any} workspace @param {Set<Right>} rights */
  constructor(token, workspace, rights) {
    this.api = new Api(token);
    this.workspace = workspace;
    this.rights = rights;
    this.owner = rights.has('write');
    this.trail = new Trail();
    this.stream = new Stream(this.api, this.trail);
    this.names = new Names(this);
    this.meter = new Meter(this.trail);
    /** Whom this page speaks for, if anybody. @type {{ name: string, api: Api } | null} */
    this.voice = null;
  }

  /** Whether it may be done. @param {Right} right */
  may(right) {
    return this.rights.has(right);
  }

  start() {
    if (this.may('stream')) {
      this.stream.run();
    }
    this.names.refresh();
  }

  close() {
    this.stream.close();
    this.names.close();
    this.meter.close();
    sessionStorage.removeItem(KEPT);
  }

  /** Reads one page more of what happened before all that is here. */
  async older() {
    const { trail, api } = this;
    const { first } = trail;
    const since = Math.max(0, first - 1 - PAGE);
    const rows = [];
    for (let at = since; at < first - 1; ) {
      const page = await api.get('/v1/workspace/events', { since: at, limit: PAGE });
      rows.push(...page.events.map(read));
      at = Math.max(at + 1, page.next_since);
    }
    trail.prepend(rows.filter((row) => row.seq < first), since);
  }

  /** Speaks for the agent whose token that is. @param {string} token */
  async speakWith(token) {
    const api = new Api(token);
    const agent = await api.get('/v1/agent');
    this.voice = { name: agent.name, api };
  }

  /** Registers an agent of type human, whose token stays in this page. @param {string} name */
  async speakAsNew(name) {
    const made = await this.api.post('/v1/agents', { name, type: 'human' });
    this.voice = { name: made.name, api: new Api(made.token) };
  }
}

/**
 * Throws a Refused if the token is none, or none for this page.
 * @param {string} token @param {boolean} keep until the tab is closed
 */
export async function signIn(token, keep) {
  if (!/^(rk|ot)_[A-Za-z0-9_]+$/.test(token)) {
    throw new Refused(0, 'token', 'That is neither a workspace key (rk_…) nor an observer token (ot_…)');
  }
  const api = new Api(token);
  const workspace = await api.get('/v1/workspace');
  const rights = await rightsOf(api);
  if (keep) {
    sessionStorage.setItem(KEPT, token);
  } else {
    sessionStorage.removeItem(KEPT);
  }
  return new Session(token, workspace, rights);
}

export function keptToken() {
  return sessionStorage.getItem(KEPT);
}

export function forgetToken() {
  sessionStorage.removeItem(KEPT);
}

/** What the server says this token is good for. @param {Api} api @returns {Promise<Set<Right>>} */
async function rightsOf(api) {
  const { kind, scopes, filters } = await api.get('/v1/observer');
  const rights = /** @type {Right[]} */ (['agents', 'nodes', 'channels', 'messages', 'dms', 'search', 'stream', 'deliveries']).filter((right) => scopes.includes(`${right}:read`));
  if (kind === 'owner') {
    return new Set([...rights, 'network', 'write']);
  }
  const { include_dms: dms, ...narrowing } = filters ?? {};
  const open = Object.values(narrowing).every((value) => value === null || value === undefined);
  return new Set([...rights.filter((right) => right !== 'dms' || dms), .../** @type {Right[]} */ (rights.includes('messages') && open ? ['network'] : [])]);
}
