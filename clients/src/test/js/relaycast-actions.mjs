// @relaycast/sdk: actions, nodes and bindings, observer tokens and their stream.
import assert from 'node:assert/strict';
import { check, eventually, finish, quiet, refused } from './lib.mjs';
import { connected, listen, RelayCast, sdk, SDK_VERSION, workspace } from './relaycast.mjs';

console.log(`@relaycast/sdk ${SDK_VERSION}`);
const { server, relay, alice, bob, carol } = await workspace('alice', 'bob', 'carol');
const baseUrl = server.url;
const bobsRelay = new RelayCast({ apiKey: bob.token, baseUrl });

// Without those that every server has.
const registered = async (client) =>
  (await client.actions.list()).map((action) => action.name).filter((name) => !name.startsWith('agent.')).sort();

await check('actions.register, list, get', async () => {
  const made = await bobsRelay.actions.register({
    name: 'review.vote', description: 'vote', handlerAgent: 'bob',
    inputSchema: { type: 'object', properties: { vote: { type: 'string' } } }, availableTo: ['alice'],
  });
  assert.equal(made.handlerAgent, 'bob');
  assert.deepEqual(made.availableTo, ['alice']);
  assert.equal(made.isActive, true);
  await relay.actions.register({ name: 'open.one', description: 'for all', handlerAgent: 'bob' });
  assert.deepEqual(await registered(relay), ['open.one']);
  const mine = new RelayCast({ apiKey: alice.token, baseUrl });
  assert.deepEqual(await registered(mine), ['open.one', 'review.vote']);
  assert.equal((await mine.actions.get('review.vote')).description, 'vote');
  await refused(() => new RelayCast({ apiKey: carol.token, baseUrl }).actions.get('review.vote'), 'action_not_found', 404);
});
await check('an action for another agent, or for nobody, is refused', async () => {
  await refused(() => bobsRelay.actions.register({ name: 'x', description: 'x', handlerAgent: 'alice' }), 'forbidden', 403);
  await refused(() => relay.actions.register({ name: 'x', description: 'x' }), 'invalid_action_handler', 400);
});

const handler = await check('the handler connects', () => listen(bob));
const caller = await check('the caller connects', () => listen(alice));
await check('invoke, getInvocation, completeInvocation, action.completed', async () => {
  const ack = await alice.actions.invoke('review.vote', { vote: 'yes' });
  assert.match(ack.invocationId, /^inv_/);
  assert.equal(ack.status, 'dispatched');
  const event = await eventually(() => handler.of('action.invoked')[0]);
  assert.deepEqual([event.invocationId, event.actionName, event.callerName], [ack.invocationId, 'review.vote', 'alice']);
  const invocation = await bob.actions.getInvocation('review.vote', ack.invocationId);
  assert.deepEqual(invocation.input, { vote: 'yes' });
  assert.equal(invocation.callerName, 'alice');
  const done = await bob.actions.completeInvocation('review.vote', ack.invocationId, { output: { counted: true } });
  assert.equal(done.status, 'completed');
  const completed = await eventually(() => caller.of('action.completed')[0]);
  assert.equal(completed.invocationId, ack.invocationId);
  assert.deepEqual(completed.output, { counted: true });
  assert.equal((await alice.actions.getInvocation('review.vote', ack.invocationId)).status, 'completed');
  await refused(() => bob.actions.completeInvocation('review.vote', ack.invocationId, { output: {} }), 'invocation_not_found', 404);
  assert.equal(handler.of('action.invoked').length, 1, 'the handler is called once');
});
await check('a failure reaches the caller as action.failed', async () => {
  const ack = await alice.actions.invoke('review.vote', { vote: 'no' });
  await bob.actions.completeInvocation('review.vote', ack.invocationId, { error: 'polls are closed' });
  const failed = await eventually(() => caller.of('action.failed')[0]);
  assert.deepEqual([failed.invocationId, failed.error], [ack.invocationId, 'polls are closed']);
});
await check('a caller that is not allowed is denied with 403, and told so', async () => {
  const outsider = await listen(carol);
  const error = await refused(() => carol.actions.invoke('review.vote', {}), 'action_denied', 403);
  assert.equal(error.message, 'Agent "carol" is not authorized to invoke action "review.vote"');
  await eventually(() => outsider.of('action.denied')[0]?.actionName === 'review.vote');
});
await check('invoke needs an agent, an action and a handler that is there', async () => {
  const workspaceKey = await server.request(relay.client.apiKey, 'POST', '/v1/actions/open.one/invoke', { input: {} });
  assert.deepEqual([workspaceKey.status, workspaceKey.body.error.code], [403, 'agent_token_required']);
  await refused(() => alice.actions.invoke('no.such', {}), 'action_not_found', 404);
  await refused(() => carol.actions.completeInvocation('open.one', 'inv_0', {}), 'invocation_not_found', 404);
  await bob.disconnect();
  const impatient = new RelayCast({ apiKey: relay.client.apiKey, baseUrl, retryPolicy: { maxRetries: 0 } }).as(alice.token);
  await eventually(() => refused(() => impatient.actions.invoke('open.one', {}), 'handler_unavailable', 503));
});
await check('only the handler completes', async () => {
  await listen(bob);
  const ack = await alice.actions.invoke('open.one', {});
  await refused(() => carol.actions.completeInvocation('open.one', ack.invocationId, { output: {} }), 'forbidden', 403);
});
await check('actions.delete ends the action and fails what is open', async () => {
  const ack = await alice.actions.invoke('open.one', {});
  await relay.actions.delete('open.one');
  await refused(() => alice.actions.invoke('open.one', {}), 'action_not_found', 404);
  await eventually(() => caller.of('action.failed').some((event) => event.invocationId === ack.invocationId));
});

await check('nodes.create enrols, and again keeps the id with a new token', async () => {
  const made = await relay.nodes.create({ name: 'box', kind: 'ws', role: 'broker', capabilities: ['spawn:claude'], maxAgents: 2 });
  assert.match(made.id, /^node_/);
  assert.match(made.token, /^nt_live_[0-9a-f]{48}$/);
  const again = await relay.nodes.create({ name: 'box' });
  assert.equal(again.id, made.id);
  assert.notEqual(again.token, made.token);
  assert.equal(again.maxAgents, 2);
});
await check('nodes.list, get and their filters', async () => {
  assert.ok((await relay.nodes.list()).some((node) => node.name === 'box'));
  assert.deepEqual((await relay.nodes.list({ capability: 'spawn:claude' })).map((node) => node.name), ['box']);
  assert.deepEqual((await relay.nodes.list({ name: 'box' })).map((node) => node.name), ['box']);
  const box = await relay.nodes.get('box');
  assert.deepEqual([box.kind, box.role, box.status, box.live], ['ws', 'broker', 'offline', false]);
  assert.ok(!('token' in box));
  await refused(() => relay.nodes.get('nowhere'), 'node_not_found', 404);
});
await check('nodes.bindAgent, listAgents, unbindAgent', async () => {
  const bound = await relay.nodes.bindAgent('box', { agentName: 'carol', sessionRef: 's1', priority: 3 });
  assert.deepEqual([bound.agentName, bound.nodeName, bound.status, bound.sessionRef, bound.priority], ['carol', 'box', 'active', 's1', 3]);
  assert.deepEqual((await relay.nodes.listAgents('box')).map((binding) => binding.agentName), ['carol']);
  const token = await server.request(carol.token, 'POST', '/v1/agent/node-token', {});
  assert.deepEqual([token.status, token.body.error?.code], [409, 'agent_bound_to_node']);
  await relay.nodes.unbindAgent('box', 'carol');
  assert.deepEqual(await relay.nodes.listAgents('box'), []);
  await refused(() => relay.nodes.unbindAgent('box', 'carol'), 'node_agent_binding_not_found', 404);
  assert.equal((await server.request(carol.token, 'POST', '/v1/agent/node-token', {})).status, 200);
});

const scopes = ['stream:read', 'messages:read', 'threads:read', 'channels:read', 'reactions:read', 'agents:read'];
const dash = await check('observerTokens.create, list, get, update', async () => {
  const made = await relay.observerTokens.create({ name: 'dash', scopes });
  assert.match(made.token, /^ot_live_[0-9a-f]{48}$/);
  assert.equal(made.filters.includeDms, false);
  await refused(() => relay.observerTokens.create({ name: 'dash', scopes }), 'observer_token_name_conflict', 409);
  const [listed] = await relay.observerTokens.list();
  assert.equal(listed.id, made.id);
  assert.ok(!('token' in listed));
  assert.equal((await relay.observerTokens.get(made.id)).status, 'active');
  assert.equal((await relay.observerTokens.update(made.id, { description: 'wall' })).description, 'wall');
  return made;
});
await check('an observer reads within its scopes and writes nothing', async () => {
  const observer = new RelayCast({ apiKey: dash.token, baseUrl });
  assert.ok((await observer.channels.list()).length > 0);
  assert.ok((await observer.agents.list()).length >= 3);
  await refused(() => observer.allDmConversations(), 'insufficient_scope', 403);
  await refused(() => observer.agents.register({ name: 'x' }), 'observer_token_forbidden', 401);
});
await check('the observer stream shows the workspace, and no direct messages', async () => {
  const observer = new RelayCast({ apiKey: dash.token, baseUrl });
  const events = [];
  observer.on.any((event) => events.push(event));
  observer.connect();
  await connected(observer);
  const sent = await alice.send('general', 'seen by the wall');
  await alice.dm('bob', 'not for the wall');
  await alice.reply(sent.id, 'reply on the wall');
  await alice.react(sent.id, '👀');
  await alice.channels.create({ name: 'fresh' });
  await eventually(() => events.some((event) => event.type === 'channel.created'));
  const message = events.find((event) => event.type === 'message.created');
  assert.equal(message.message.text, 'seen by the wall');
  assert.equal(message.channel, 'general');
  assert.equal(events.find((event) => event.type === 'thread.reply').parentId, sent.id);
  assert.equal(events.find((event) => event.type === 'message.reacted').emoji, '👀');
  assert.ok(!events.some((event) => event.type === 'dm.received'));
  assert.ok(!events.some((event) => event.type.startsWith('delivery.')), 'deliveries:read was not given');
  observer.disconnect();
});
await check('a stream that was cut is resynced without a gap', async () => {
  const observer = new RelayCast({ apiKey: dash.token, baseUrl });
  const texts = [];
  const resynced = [];
  observer.on.messageCreated((event) => texts.push(event.message.text));
  observer.on.resynced((event) => resynced.push(event));
  observer.connect();
  await connected(observer);
  await alice.send('general', 'before the cut');
  await eventually(() => texts.length === 1);
  observer.ws.disconnect();
  await alice.send('general', 'during the cut 1');
  await alice.send('general', 'during the cut 2');
  observer.connect();
  await eventually(() => resynced.length === 1);
  assert.equal(resynced[0].gapDetected, false);
  assert.ok(resynced[0].replayed >= 2);
  await alice.send('general', 'after the cut');
  await eventually(() => texts.length >= 4);
  assert.deepEqual(texts, ['before the cut', 'during the cut 1', 'during the cut 2', 'after the cut']);
  observer.disconnect();
});
await check('the workspace key may listen to the stream, direct messages included', async () => {
  const events = [];
  relay.on.any((event) => events.push(event));
  relay.connect();
  await connected(relay);
  await alice.dm('bob', 'the owner sees it');
  await eventually(() => events.some((event) => event.type === 'dm.received' && event.message.text === 'the owner sees it'));
  relay.disconnect();
});
await check('an agent token is refused on the stream', async () => {
  const { WsClient } = sdk;
  const socket = new WsClient({ token: alice.token, baseUrl });
  let opened = false;
  socket.on('open', () => (opened = true));
  socket.connect();
  await quiet(700);
  socket.disconnect();
  assert.equal(opened, false);
});
await check('observerTokens.rotate ends the old token, revoke closes its stream', async () => {
  const rotated = await relay.observerTokens.rotate(dash.id);
  assert.notEqual(rotated.token, dash.token);
  await refused(() => new RelayCast({ apiKey: dash.token, baseUrl }).channels.list(), 'observer_token_invalid', 401);
  const observer = new RelayCast({ apiKey: rotated.token, baseUrl });
  let closed = false;
  observer.on.disconnected(() => (closed = true));
  observer.connect();
  await connected(observer);
  await relay.observerTokens.revoke(dash.id);
  await alice.send('general', 'traffic');
  await eventually(() => closed, 15_000);
  observer.disconnect();
  assert.equal((await relay.observerTokens.get(dash.id)).status, 'revoked');
});
await finish(server);
