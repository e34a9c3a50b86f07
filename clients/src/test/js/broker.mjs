// The broker binary of Agent Relay 9.1.6 with `cat` as its worker: what is sent to the worker is put before it, over
// restarts of the broker and of the server.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { check, eventually, finish, folder, freePort, here, quiet, start } from './lib.mjs';
import { workspace } from './relaycast.mjs';

const { server, relay, key, alice } = await workspace('alice');
const home = folder('broker');
const binary = join(here, 'node_modules/@agent-relay/broker-linux-x64/bin/agent-relay-broker');

class Broker {
  async start() {
    this.port = await freePort();
    this.log = '';
    this.events = [];
    // It ends when its standard input does. A group of its own, so that its workers end with it.
    this.process = start(
      binary,
      ['init', '--instance-name', 'boxy', '--workspace-key', key, '--api-port', String(this.port), '--state-dir', join(home, 'state'), '--channels', 'general', '--persist'],
      {
        cwd: home, detached: true, stdio: ['pipe', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, HOME: home, RELAY_BASE_URL: server.url, AGENT_RELAY_DATA_DIR: home, AGENT_RELAY_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
      },
    );
    this.process.stdout.on('data', (data) => (this.log += data));
    this.process.stderr.on('data', (data) => (this.log += data));
    await eventually(() => {
      const connection = JSON.parse(readFileSync(join(home, 'state/connection.json'), 'utf8'));
      this.key = connection.api_key;
      return connection.port === this.port && connection.pid === this.process.pid;
    }, 20_000);
    await eventually(async () => (await relay.nodes.get(hostname())).live, 20_000);
  }

  async api(method, path, body) {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method, headers: { authorization: `Bearer ${this.key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : undefined,
    });
    return response.json();
  }

  async spawn(name) {
    // Until it is ready it answers with a text.
    const made = await eventually(() => this.api('POST', '/api/spawn', { name, cli: 'cat', args: [], channels: ['general'], task: '' }));
    assert.equal(made.success, true, JSON.stringify(made));
    await eventually(async () => (await this.api('GET', '/api/spawned')).agents.some((agent) => agent.name === name));
  }

  /** The messages that were put before a worker since this broker started, in order. */
  async injected(name) {
    const { events } = await this.api('GET', `/api/events/replay?since_seq=${this.events.at(-1)?.seq ?? 0}`);
    this.events.push(...events.filter((event) => event.seq > (this.events.at(-1)?.seq ?? 0)));
    return this.events.filter((event) => event.kind === 'delivery_injected' && event.name === name).map((event) => event.event_id);
  }

  async kill() {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.process.on('exit', resolve));
    process.kill(-this.process.pid, 'SIGKILL');
    await ended;
  }
}

const broker = new Broker();
const sent = [];
const say = async (text) => sent.push((await alice.send('general', text)).id);
const pending = async (name) => (await relay.agents.get(name)).pendingDeliveries.length;
const allAcked = () => eventually(async () => {
  const open = (await relay.agents.get('w1')).pendingDeliveries;
  if (open.length) throw new Error(`not acked: ${JSON.stringify(open)}`);
  return true;
}, 20_000);
const arrived = async (ids, milliseconds = 20_000) => {
  await eventually(async () => {
    const seen = await broker.injected('w1');
    return ids.every((id) => seen.includes(id));
  }, milliseconds);
  assert.deepEqual((await broker.injected('w1')).filter((id) => ids.includes(id)), ids, 'in order, once each');
};

await check('it enrols a node and keeps it live', () => broker.start());
await check('a worker becomes an agent on that node', async () => {
  await broker.spawn('w1');
  const bound = await eventually(async () => (await relay.nodes.listAgents(hostname())).find((binding) => binding.agentName === 'w1'));
  assert.equal(bound.nodeRole, 'broker');
  assert.equal((await relay.agents.get('w1')).status, 'online');
});
await check('channel, thread, direct and group messages are put before the worker, and acked', async () => {
  await say('hello worker');
  const reply = await alice.reply(sent[0], 'in the thread');
  const direct = await alice.dm('w1', 'for you alone', { mode: 'steer' });
  const group = await alice.dms.createGroup({ participants: ['w1'] });
  const grouped = await alice.dms.sendMessage(group.id, 'for the group');
  await arrived([sent[0], reply.id, direct.message.id, grouped.message.id]);
  await eventually(() => /hello worker/.test(readFileSync(join(home, 'state/team/worker-logs/w1.log'), 'utf8')));
  await allAcked();
});
await check('a burst of 80 arrives whole and in order', async () => {
  const from = sent.length;
  for (let n = 0; n < 80; n++) await say(`burst ${n}`);
  await arrived(sent.slice(from), 60_000);
  await allAcked();
});
await check('reactions and reads do not stop the flow', async () => {
  await alice.react(sent[0], '👍');
  await alice.react(sent[0], '🎉');
  await say('after the reactions');
  await arrived(sent.slice(-1));
});
await check('a broker that was killed gets what it missed, and what comes later', async () => {
  const from = sent.length;
  await broker.kill();
  for (const n of [1, 2, 3]) await say(`while the broker was away ${n}`);
  await eventually(async () => (await pending('w1')) === 3);
  await broker.start();
  await broker.spawn('w1');
  await arrived(sent.slice(from));
  await say('after its restart 1');
  await say('after its restart 2');
  await arrived(sent.slice(from));
  await allAcked();
});
await check('a hole that was settled otherwise does not stop the flow', async () => {
  const from = sent.length;
  await broker.kill();
  for (const n of [1, 2, 3]) await say(`holed ${n}`);
  const { token } = await relay.agents.rotateToken('w1');
  await relay.as(token).markRead(sent[from + 1]);
  await broker.start();
  await broker.spawn('w1');
  await say('holed 4');
  await arrived([sent[from], sent[from + 2], sent[from + 3]]);
  await allAcked();
});
await check('a server that was killed under a broker that stays loses nothing', async () => {
  const from = sent.length;
  await server.restart();
  for (const n of [1, 2, 3]) await say(`just after the server came back ${n}`);
  await arrived(sent.slice(from), 60_000);
  for (const n of [4, 5]) await say(`later ${n}`);
  await arrived(sent.slice(from));
  await allAcked();
});
await check('messages in flight while the server is killed arrive, once', async () => {
  const from = sent.length;
  for (let n = 0; n < 20; n++) await say(`in flight ${n}`);
  await server.restart();
  await say('the last one');
  await arrived(sent.slice(from), 60_000);
  await allAcked();
});
await check('a worker that is spawned again under its name goes on', async () => {
  await broker.api('DELETE', '/api/spawned/w1');
  await eventually(async () => (await relay.agents.get('w1')).status === 'offline');
  const from = sent.length;
  await say('between two lives');
  await broker.spawn('w1');
  await say('second life');
  await arrived(sent.slice(from));
});
await check('nothing was put before the worker twice', async () => {
  await quiet(1_000);
  const seen = await broker.injected('w1');
  assert.deepEqual(seen, [...new Set(seen)]);
});
await broker.kill();
await finish(server);
