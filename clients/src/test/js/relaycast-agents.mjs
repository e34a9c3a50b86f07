// @relaycast/sdk: workspaces, agents, tokens, presence and the event log of an agent.
import assert from 'node:assert/strict';
import { check, eventually, finish, refused } from './lib.mjs';
import { RelayCast, SDK_VERSION, workspace } from './relaycast.mjs';

console.log(`@relaycast/sdk ${SDK_VERSION}`);
const { server, relay, key, alice, bob } = await workspace('alice', 'bob');
const baseUrl = server.url;

await check('createWorkspace gives a workspace key', async () => {
  const made = await RelayCast.createWorkspace('other', { baseUrl });
  assert.match(made.apiKey, /^rk_live_[0-9a-f]{32}$/);
  assert.match(made.workspaceId, /^\d+$/);
  assert.ok(Date.parse(made.createdAt) > 0);
});
await check('ensureWorkspace with the key finds the workspace that is there', async () => {
  const again = await RelayCast.ensureWorkspace('acme', { baseUrl, apiKey: key });
  assert.equal(again.existed, true);
  assert.equal(again.apiKey, key);
  assert.equal(again.workspaceId, (await relay.workspace.info()).id);
});
await check('ensureWorkspace makes one that is not there', async () => {
  assert.equal((await RelayCast.ensureWorkspace('third', { baseUrl })).existed, false);
});
await check('lookupWorkspace finds by name, and null where there is none', async () => {
  const found = await RelayCast.lookupWorkspace('acme', { baseUrl });
  assert.equal(found.name, 'acme');
  assert.equal(found.id, (await relay.workspace.info()).id);
  assert.equal(await RelayCast.lookupWorkspace('nowhere', { baseUrl }), null);
});
await check('workspace.info describes the workspace', async () => {
  const info = await relay.workspace.info();
  assert.equal(info.name, 'acme');
  assert.ok(['free', 'pro', 'enterprise'].includes(info.plan));
  assert.equal(info.systemPrompt, null);
  assert.deepEqual(info.metadata, {});
});
await check('a wrong workspace key is unauthorized', async () => {
  const stranger = new RelayCast({ apiKey: `rk_live_${'0'.repeat(32)}`, baseUrl });
  const error = await refused(() => stranger.workspace.info(), 'unauthorized', 401);
  assert.equal(error.code, 'unauthorized');
});

await check('agents.register gives a token and an online agent', async () => {
  const made = await relay.agents.register({ name: 'carol', type: 'human', persona: 'a tester', metadata: { team: 'qa' } });
  assert.match(made.token, /^at_live_[0-9a-f]{32}$/);
  assert.equal(made.name, 'carol');
  assert.equal(made.status, 'online');
  const carol = await relay.agents.get('carol');
  assert.equal(carol.type, 'human');
  assert.equal(carol.persona, 'a tester');
  assert.equal(carol.handle, '@carol');
  assert.deepEqual(carol.metadata, { team: 'qa' });
  assert.deepEqual(carol.channels.map((channel) => channel.name), ['general']);
});
await check('a taken name is a name_conflict', async () => {
  const error = await refused(() => relay.agents.register({ name: 'alice' }), 'agent_already_exists', 409);
  assert.equal(error.code, 'name_conflict');
});
await check('registerAgent without strict falls back to another name', async () => {
  const made = await relay.registerAgent({ name: 'alice' });
  assert.notEqual(made.name, 'alice');
  assert.ok(made.name.startsWith('alice'));
});
await check('registerOrRotate takes a name over with a new token', async () => {
  const first = await relay.agents.register({ name: 'dora' });
  const second = await relay.agents.registerOrRotate({ name: 'dora' });
  assert.equal(second.id, first.id);
  assert.notEqual(second.token, first.token);
  assert.equal((await relay.as(second.token).me()).name, 'dora');
});
await check('registerOrGet is the older name for it', async () => {
  assert.equal((await relay.agents.registerOrGet({ name: 'dora' })).name, 'dora');
  assert.equal((await relay.agents.registerOrGet({ name: 'erin' })).name, 'erin');
});
await check('a token that never was is agent_token_invalid, in the exact words clients look for', async () => {
  const error = await refused(() => relay.as(`at_live_${'f'.repeat(32)}`).me(), 'agent_token_invalid', 401);
  assert.equal(error.code, 'agent_token_invalid');
  assert.equal(error.message, 'Invalid agent token');
});
await check('agents.rotateToken by the workspace and by the agent itself', async () => {
  const made = await relay.agents.register({ name: 'frank' });
  const rotated = await relay.agents.rotateToken('frank');
  assert.equal(rotated.name, 'frank');
  assert.equal((await relay.as(rotated.token).me()).id, made.id);
  const own = await new RelayCast({ apiKey: rotated.token, baseUrl }).agents.rotateToken('frank');
  assert.equal((await relay.as(own.token).me()).id, made.id);
  await refused(() => new RelayCast({ apiKey: bob.token, baseUrl }).agents.rotateToken('frank'), 'forbidden', 403);
});
await check('agents.me with a token, agents.list and its filter', async () => {
  assert.equal((await relay.agents.me(alice.token)).name, 'alice');
  const names = (await relay.agents.list()).map((agent) => agent.name);
  assert.ok(names.includes('alice') && names.includes('bob'));
  assert.ok((await relay.agents.list({ status: 'all' })).length >= names.length);
  assert.ok((await relay.agents.list({ status: 'online' })).every((agent) => agent.status === 'online'));
});
await check('an unknown agent is not_found', async () => {
  const error = await refused(() => relay.agents.get('nobody'), 'agent_not_found', 404);
  assert.equal(error.code, 'not_found');
});
await check('agents.update merges metadata and changes persona and status', async () => {
  await relay.agents.update('bob', { metadata: { a: 1 } });
  const updated = await relay.agents.update('bob', { metadata: { b: 2 }, persona: 'builder' });
  assert.equal(updated.persona, 'builder');
  assert.deepEqual(updated.metadata, { a: 1, b: 2 });
  assert.equal((await relay.agents.update('bob', { status: 'offline' })).status, 'offline');
  assert.equal((await relay.agents.update('bob', { status: 'online' })).status, 'online');
});
await check('agents.delete ends the agent and frees its name', async () => {
  const made = await relay.agents.register({ name: 'gone' });
  const text = (await relay.as(made.token).send('general', 'I was here')).id;
  await relay.agents.delete('gone');
  await refused(() => relay.agents.get('gone'), 'agent_not_found', 404);
  await refused(() => relay.as(made.token).me(), 'agent_token_invalid', 401);
  assert.equal((await relay.messages.get(text)).agentName, 'gone');
  assert.notEqual((await relay.agents.register({ name: 'gone' })).id, made.id);
});
await check('an agent that deletes nothing it may not', async () => {
  const foreign = new RelayCast({ apiKey: bob.token, baseUrl });
  await assert.rejects(() => foreign.agents.delete('alice'), { code: 'unauthorized' });
  await assert.rejects(() => foreign.agents.list(), { code: 'unauthorized' });
});

await check('presence: markOnline, heartbeat, markOffline', async () => {
  const status = async (name) =>
    (await relay.agents.presence()).find((agent) => agent.agentName === name)?.status;
  await bob.presence.markOnline();
  await bob.presence.heartbeat();
  assert.equal(await status('bob'), 'online');
  await bob.presence.markOffline();
  await eventually(async () => (await status('bob')) === 'offline');
  await bob.heartbeat();
  await eventually(async () => (await status('bob')) === 'online');
});
await check('agents.events.emit and list keep a session log', async () => {
  const first = await relay.agents.events.emit('alice', { type: 'tool.called', payload: { tool: 'grep' } });
  const second = await relay.agents.events.emit('alice', { type: 'log', payload: { line: 'x' } });
  assert.ok(second.sequence > first.sequence);
  assert.deepEqual(first.payload, { tool: 'grep' });
  const listed = await relay.agents.events.list('alice');
  assert.deepEqual(listed.slice(0, 2).map((event) => event.type), ['log', 'tool.called']);
  assert.equal((await relay.agents.events.list('alice', { type: 'log', limit: 1 })).length, 1);
  await refused(() => relay.agents.events.emit('alice', { type: 'no.such' }), 'invalid_event_type', 400);
});
await check('spawn without a node that could do it is refused, release completes here', async () => {
  const patient = new RelayCast({ apiKey: key, baseUrl, retryPolicy: { maxRetries: 0 } });
  await refused(() => patient.agents.spawn({ name: 'w', cli: 'claude', task: 't' }), 'handler_unavailable', 503);
  const released = await relay.agents.release({ name: 'frank' });
  assert.equal(released.actionName, 'release');
  assert.equal(released.status, 'completed');
  assert.equal((await relay.agents.get('frank')).status, 'offline');
  await refused(() => relay.agents.release({ name: 'nobody' }), 'agent_not_found', 404);
});
await check('what is not there is not_found as JSON', async () => {
  const { status, body } = await server.request(key, 'GET', '/v1/no/such/thing');
  assert.deepEqual([status, body.ok, body.error.code], [404, false, 'not_found']);
});
await finish(server);
