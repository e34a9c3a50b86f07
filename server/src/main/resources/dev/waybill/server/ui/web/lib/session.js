// @ts-check
import { Api, Refused } from './api.js';
import { Trail } from './trail.js';
import { Stream } from './stream.js';
import { Names } from './names.js';
import { Deliveries } from './deliveries.js';
import { Meter } from './meter.js';

const KEPT = 'waybill.token';

/** What a part of the API is asked for to see whether this token may. Observers have scopes, and nobody tells them which. */
const PROBES = {
  agents: '/v1/agents?status=online',
  nodes: '/v1/nodes?name=-',
  channels: '/v1/channels',
  dms: '/v1/dm/conversations/all',
  search: '/v1/search?q=a&limit=1',
  network: '/v1/network/status',
  audit: '/v1/network/audit?limit=1',
  stream: '/v1/workspace/events?limit=1',
};

/** @typedef {keyof typeof PROBES | 'write'} Right */

/** One person's visit: a token, what it may see, and what has been seen. */
export class Session {
  /** @param {string} token @param {any} workspace @param {Set<Right>} rights */
  constructor(token, workspace, rights) {
    this.api = new Api(token);
    this.workspace = workspace;
    this.rights = rights;
    this.owner = token.startsWith('rk_');
    this.trail = new Trail();
    this.stream = new Stream(this.api, this.trail);
    this.names = new Names(this);
    this.deliveries = new Deliveries(this.trail);
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
  const rights = await rightsOf(token, api);
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

/** @param {string} token @param {Api} api @returns {Promise<Set<Right>>} */
async function rightsOf(token, api) {
  const names = /** @type {(keyof typeof PROBES)[]} */ (Object.keys(PROBES));
  if (token.startsWith('rk_')) {
    return new Set([...names, /** @type {Right} */ ('write')]);
  }
  const open = await Promise.all(names.map((name) => allowed(api, PROBES[name])));
  return new Set(names.filter((_, i) => open[i]));
}

/** @param {Api} api @param {string} path */
async function allowed(api, path) {
  try {
    await api.get(path);
    return true;
  } catch (e) {
    return e instanceof Refused && e.status !== 401 && e.status !== 403;
  }
}
