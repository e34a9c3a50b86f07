// Every frame of both sockets, in a scenario that provokes all kinds, parses under the schemas of @relaycast/types.
//
// /v1/node/ws: FleetRelaycastToBrokerMessageSchema, the strict union of deliver, action.invoke, context.update, ping,
//   reply and error; the data of replies: NodeRegisterReplyDataSchema, AgentRegisterReplyDataSchema. What is inside
//   deliver and context.update is reshaped by the SDK's own WsClient and then has to parse as ServerEventSchema.
// /v1/ws: ServerEventSchema, with no key beyond the schema but the numbers of the stream and those listed below.
import assert from 'node:assert/strict';
import { WsClient } from '@relaycast/sdk';
import {
  AgentRegisterReplyDataSchema, FleetRelaycastToBrokerMessageSchema, NodeRegisterReplyDataSchema, ServerEventSchema,
} from '@relaycast/types';
import { check, eventually, finish } from './lib.mjs';
import { workspace } from './relaycast.mjs';
import { RawSocket } from './sockets.mjs';

const { server, relay, key, alice, bob } = await workspace('alice', 'bob');
const eventSchemas = new Map(ServerEventSchema.options.map((option) => [[...option.shape.type.values][0], option]));
const extraKeys = {
  'action.completed': ['caller_name', 'duration_ms'],
  'action.failed': ['caller_name', 'duration_ms', 'error_code', 'retryable'],
  'action.denied': ['invocation_id', 'status', 'output', 'duration_ms', 'error_code', 'retryable', 'reason'],
  'delivery.failed': ['target_agent_id', 'target_agent_name', 'delivery_seq', 'reason'],
  'action.invoked': ['handler_node_id'],
};
const reshape = new WsClient({ token: 'x', baseUrl: server.url, path: '/v1/node/ws' });

function parsesAsNodeFrame(frame) {
  FleetRelaycastToBrokerMessageSchema.parse(frame);
  const inner = frame.type === 'deliver' ? [frame.payload.type, frame.payload.data]
    : frame.type === 'context.update' ? [frame.event, frame.data] : undefined;
  if (inner && eventSchemas.has(inner[0])) ServerEventSchema.parse(reshape.transformServerLikeEvent(...inner));
}

function parsesAsStreamEvent(frame) {
  const schema = eventSchemas.get(frame.type);
  if (!schema) {
    assert.match(frame.type, /^(harness|node)\.|^agent\.status\.|^group_dm\.created$/, `unknown event type ${frame.type}`);
    return;
  }
  ServerEventSchema.parse(frame);
  const known = new Set([...Object.keys(schema.shape), 'seq', 'agent_seq', ...(extraKeys[frame.type] ?? [])]);
  assert.deepEqual(Object.keys(frame).filter((name) => !known.has(name)), [], JSON.stringify(frame));
}

function allParse(frames, parse) {
  assert.ok(frames.length > 0);
  const wrong = frames.flatMap((frame) => {
    try {
      parse(frame);
      return [];
    } catch (error) {
      return [`${JSON.stringify(frame)}\n  ${error.message}`];
    }
  });
  assert.deepEqual(wrong, []);
}

const register = (node, extra = {}) => ({
  id: `register-${node.name}`, type: 'node.register', name: node.name, node_id: node.id, capabilities: [], max_agents: 0,
  tags: [], version: 'raw', ...extra,
});
const stream = await RawSocket.open(server, '/v1/ws', key);
const direct = {};
for (const agent of [alice, bob]) {
  const { body } = await server.request(agent.token, 'POST', '/v1/agent/node-token', {});
  const socket = await RawSocket.open(server, '/v1/node/ws', body.data.token);
  direct[agent.agentName] = { socket, node: { id: body.data.node_id, name: body.data.node_name } };
}
const brokerNode = await relay.nodes.create({ name: 'box', kind: 'ws', role: 'broker' });
const broker = await RawSocket.open(server, '/v1/node/ws', brokerNode.token, { header: true });
const providerNode = await relay.nodes.create({ name: 'shelf' });
const provider = await RawSocket.open(server, '/v1/node/ws', providerNode.token);
const all = () => [direct.alice.socket, direct.bob.socket, broker, provider].flatMap((socket) => socket.frames);

await check('nothing is sent before a node registers', async () => assert.deepEqual(all(), []));
await check('node.register is answered with NodeRegisterReplyData', async () => {
  for (const { socket, node } of Object.values(direct)) {
    NodeRegisterReplyDataSchema.parse((await socket.ask(register(node, { max_agents: 1, tags: ['implicit', 'direct', 'sdk'] }))).data);
  }
  const data = NodeRegisterReplyDataSchema.parse((await provider.ask(register(providerNode, {
    provider: { name: 'p1', instance_id: 'i1' }, capabilities: [{ name: 'echo', global: true }],
  }))).data);
  assert.deepEqual(data.provider, { name: 'p1', instance_id: 'i1' });
  assert.deepEqual(data.accepted_capabilities.map((entry) => [entry.name, entry.accepted]), [['echo', true]]);
});
await check('a registration without an id, as the broker sends it, is answered too', async () => {
  const { id, ...frame } = register(brokerNode);
  broker.send({ ...frame, resume_cursor: null });
  broker.send({ type: 'node.heartbeat', name: 'box', node_id: brokerNode.id, capabilities: [], max_agents: 0, version: 'raw', load: 0, active_agents: 0, handlers_live: false });
  assert.ok((await broker.see((answer) => answer.type === 'reply')).id.length > 0, id);
});
await check('agent.register is answered with exactly AgentRegisterReplyData', async () => {
  const { data } = await broker.ask({ id: 'a1', type: 'agent.register', name: 'worker' });
  AgentRegisterReplyDataSchema.parse(data);
  assert.match(data.token, /^at_live_/);
});
await check('inventory.sync is answered', async () => {
  const { agent_id } = (await broker.see((frame) => frame.id === 'a1')).data;
  const { data } = await broker.ask({ id: 's1', type: 'inventory.sync', agents: [{ agent_id, name: 'worker' }] });
  assert.deepEqual(Object.keys(data).sort(), ['completed_invocations', 'open_invocations', 'rebound_agents', 'rescheduled_invocations']);
});
await check('errors are error frames', async () => {
  assert.equal((await broker.ask(register({ id: 'node_1', name: 'box' }, { id: 'e1' }))).code, 'node_id_mismatch');
  assert.equal((await broker.ask({ id: 'e2', type: 'no.such.frame' })).code, 'invalid_message');
});

await check('deliveries of every kind arrive', async () => {
  const { socket } = direct.bob;
  const root = await alice.send('general', 'to all');
  await alice.reply(root.id, 'a reply');
  await alice.dm('bob', 'direct', { mode: 'steer' });
  const group = await alice.dms.createGroup({ participants: ['bob', 'worker'] });
  await alice.dms.sendMessage(group.id, 'grouped');
  for (const type of ['message.created', 'thread.reply', 'dm.received', 'group_dm.received']) {
    await socket.deliver(type);
    if (type !== 'dm.received') await broker.deliver(type);
  }
  assert.equal((await socket.deliver('dm.received')).mode, 'steer');
  await alice.dm('worker', 'direct to the worker');
  await broker.deliver('dm.received');
  await bob.react(root.id, '👍');
  await bob.unreact(root.id, '👍');
  await bob.markRead(root.id);
  await direct.alice.socket.deliver('message.reacted');
  await direct.alice.socket.deliver('message.read');
});
await check('actions of every kind arrive', async () => {
  await relay.actions.register({ name: 'by.bob', description: 'd', handlerAgent: 'bob', availableTo: ['alice'] });
  await relay.actions.register({ name: 'by.worker', description: 'd', handlerAgent: 'worker' });
  const { socket } = direct.alice;
  const one = await alice.actions.invoke('by.bob', { n: 1 });
  await bob.actions.completeInvocation('by.bob', one.invocationId, { output: { n: 2 } });
  await socket.deliver('action.completed');
  const two = await alice.actions.invoke('by.bob', {});
  await bob.actions.completeInvocation('by.bob', two.invocationId, { error: 'no' });
  await socket.deliver('action.failed');
  await alice.actions.invoke('by.worker', { w: 1 });
  const invoked = await broker.see((frame) => frame.type === 'action.invoke');
  broker.send({ type: 'action.result', invocation_id: invoked.invocation_id, output: { ok: true } });
  await alice.actions.invoke('echo', { p: 1 });
  const echoed = await provider.see((frame) => frame.type === 'action.invoke');
  provider.send({ type: 'action.result', invocation_id: echoed.invocation_id, output: { ok: true } });
  await eventually(() => socket.frames.filter((frame) => frame.payload?.type === 'action.completed').length >= 3);
  await bob.actions.invoke('by.bob', {}).catch(() => 'denied');
  await direct.bob.socket.deliver('action.denied');
});
await check('context updates of every kind arrive', async () => {
  const update = (socket, event) => socket.see((frame) => frame.type === 'context.update' && frame.event === event);
  await update(direct.bob.socket, 'action.invoked');
  await bob.deliveries(); // who lists deliveries is told of each, and settles them
  for (const word of ['hold this', 'refuse that', 'take this']) await alice.dm('bob', word);
  await update(direct.bob.socket, 'delivery.accepted');
  const [held, refused, taken] = await eventually(async () => {
    const listed = (await bob.deliveries()).filter((delivery) => /hold|refuse|take/.test(delivery.message.text));
    return listed.length === 3 && listed;
  });
  await bob.ackDelivery(taken.id);
  await update(direct.bob.socket, 'delivery.delivered');
  await bob.deferDelivery(held.id, { availableAt: new Date(Date.now() + 60_000).toISOString(), reason: 'busy' });
  await update(direct.bob.socket, 'delivery.deferred');
  await bob.failDelivery(refused.id, { error: 'no', retryable: false });
  await update(direct.bob.socket, 'delivery.failed');
  assert.ok(!broker.frames.some((frame) => frame.type === 'context.update'), 'a broker does not know context.update');
});
await check('the stream carries the life of the workspace', async () => {
  await alice.channels.create({ name: 'dev', topic: 't' });
  await bob.channels.join('dev');
  await bob.channels.mute('dev');
  await bob.channels.unmute('dev');
  await bob.channels.leave('dev');
  await alice.channels.setTopic('dev', 'u');
  await alice.channels.archive('dev');
  await relay.agents.update('bob', { status: 'idle' });
  await relay.agents.update('bob', { status: 'active' });
  await relay.agents.events.emit('bob', { type: 'tool.called', payload: { tool: 'x' } });
  stream.send({ type: 'ping' });
  for (const type of [
    'message.created', 'thread.reply', 'dm.received', 'group_dm.received', 'message.reacted', 'message.read',
    'channel.created', 'channel.updated', 'channel.archived', 'member.joined', 'member.left', 'member.channel_muted',
    'member.channel_unmuted', 'agent.status.idle', 'agent.status.active', 'action.registered', 'action.invoked',
    'action.completed', 'action.failed', 'action.denied', 'delivery.accepted', 'delivery.delivered', 'delivery.deferred',
    'delivery.failed', 'harness.tool.called', 'pong',
  ]) {
    await check(`  the stream has ${type}`, () => stream.see((frame) => frame.type === type, 3_000));
  }
});
await check('a resync is acknowledged in the words of the schema', async () => {
  const seqs = stream.frames.map((frame) => frame.agent_seq).filter((seq) => seq !== undefined);
  assert.deepEqual(seqs, [...seqs].sort((a, b) => a - b), 'the numbers rise');
  const before = stream.frames.length;
  stream.send({ type: 'resync', last_seen_seq: seqs[0], since: new Date(0).toISOString() });
  const ack = await stream.see((frame) => frame.type === 'resync_ack');
  const again = stream.frames.slice(before, stream.frames.indexOf(ack));
  assert.deepEqual([ack.last_seen_seq, ack.gap_detected], [seqs[0], false]);
  assert.ok(ack.replayed > 0 && again.length >= ack.replayed);
  const seen = new Set(again.map((frame) => frame.agent_seq));
  for (let seq = seqs[0] + 1; seq <= ack.current_seq; seq++) assert.ok(seen.has(seq), `event ${seq}`);
});

await check('every frame to the direct nodes parses', () => allParse([...direct.alice.socket.frames, ...direct.bob.socket.frames], parsesAsNodeFrame));
await check('every frame to the broker node parses', () => allParse(broker.frames, parsesAsNodeFrame));
await check('every frame to the provider node parses', () => allParse(provider.frames, parsesAsNodeFrame));
await check('every event of the stream parses', () => allParse(stream.frames.filter((frame) => frame.type !== 'action.registered'), parsesAsStreamEvent));
await check('the four message-like events carry a stable UUID', async () => {
  for (const frame of stream.frames.filter((event) => event.message && event.type !== 'message.updated')) assert.match(frame.id, /^[0-9a-f]{8}-/);
});
await finish(server);
