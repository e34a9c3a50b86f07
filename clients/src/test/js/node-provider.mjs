// NodeProviderClient of @relaycast/sdk 6: registration, invocations, results, errors, and posting as an agent.
import assert from 'node:assert/strict';
import { NodeProviderClient } from '@relaycast/sdk';
import { check, eventually, finish, refused } from './lib.mjs';
import { listen, RelayCast, workspace } from './relaycast.mjs';

const { server, relay, key, alice } = await workspace('alice');
const baseUrl = server.url;
const node = await relay.nodes.create({ name: 'box', capabilities: ['echo', 'break', 'quiet'] });
await relay.agents.register({ name: 'robin' });
await relay.nodes.bindAgent('box', { agentName: 'robin' });
const calls = [];
const provider = new NodeProviderClient({
  baseUrl, nodeToken: node.token, nodeId: node.id, nodeName: 'box', provider: { name: 'p1' },
  // Its first attempt has to succeed: Node reports a refused handshake without closing, and the client waits for that.
  reconnectBaseDelayMs: 8_000, reconnectJitter: false,
  onError: (error) => console.log(`       provider: ${error.message}`),
  capabilities: {
    echo: { global: true, handler: (input) => ({ got: input }) },
    break: { global: true, handler: () => { throw new Error('no good'); } },
    quiet: async (input, context) => {
      calls.push(context.invocationId);
      await context.sendMessage({ to: 'general', from: 'robin', text: 'posted by the node' });
      return null;
    },
  },
});
const served = provider.serve();
served.catch((error) => console.log(`serve ended: ${error.message}`));

await check('serve registers, and every capability is accepted', async () => {
  const data = await provider.whenRegistered();
  assert.deepEqual(data.accepted_capabilities.map((entry) => [entry.name, entry.kind, entry.accepted]).sort(),
    [['break', 'action', true], ['echo', 'action', true], ['quiet', 'action', true]]);
  assert.equal(data.provider.name, 'p1');
});
await check('the node is live at once, before its first heartbeat', async () => {
  const box = await relay.nodes.get('box');
  assert.deepEqual([box.status, box.live, box.handlersLive], ['online', true, true]);
});
const caller = await check('the caller connects', () => listen(alice));
await check('an invocation reaches the handler and its result the caller', async () => {
  const ack = await alice.actions.invoke('echo', { x: 1 });
  assert.equal(ack.status, 'dispatched');
  assert.equal(ack.dispatchedNodeId, node.id);
  const done = await eventually(() => caller.of('action.completed').find((event) => event.invocationId === ack.invocationId));
  assert.deepEqual(done.output, { got: { x: 1 } });
  assert.deepEqual((await alice.actions.getInvocation('echo', ack.invocationId)).output, { got: { x: 1 } });
});
await check('a handler that throws fails the invocation', async () => {
  const ack = await alice.actions.invoke('break', {});
  const failed = await eventually(() => caller.of('action.failed').find((event) => event.invocationId === ack.invocationId));
  assert.equal(failed.error, 'no good');
});
await check('a node-scoped action is invoked through its node, may post, and may answer null', async () => {
  const { status, body } = await server.request(alice.token, 'POST', '/v1/nodes/box/actions/quiet/invoke', { input: {} });
  assert.equal(status, 201);
  const id = body.data.invocation_id;
  const invocation = await eventually(async () => {
    const found = await alice.actions.getInvocation('quiet', id);
    return found.status === 'completed' && found;
  });
  assert.deepEqual(calls, [id]);
  assert.equal(invocation.output, null);
  assert.ok((await relay.messages.list('general')).some((message) => message.text === 'posted by the node' && message.agentName === 'robin'));
});
await check('what a node answers is completed by nobody else', async () => {
  const slow = new Promise(() => {});
  provider.capability('slow', () => slow);
  const ack = await alice.actions.invoke('echo', {});
  await eventually(async () => (await alice.actions.getInvocation('echo', ack.invocationId)).status === 'completed');
  const { status, body } = await server.request(key, 'POST', `/v1/actions/echo/invocations/${ack.invocationId}/complete`, { output: {} });
  assert.ok([403, 404].includes(status), `${status} ${body?.error?.code}`);
});
await check('it comes back by itself after the server was killed', async () => {
  await server.restart();
  await eventually(() => provider.connected, 30_000);
  await eventually(async () => (await relay.nodes.get('box')).live);
  const ack = await alice.actions.invoke('echo', { again: true });
  await eventually(async () => (await alice.actions.getInvocation('echo', ack.invocationId)).status === 'completed');
});
await check('stop deregisters, and its actions end with it', async () => {
  await provider.stop();
  await served;
  const impatient = new RelayCast({ apiKey: key, baseUrl, retryPolicy: { maxRetries: 0 } }).as(alice.token);
  await eventually(async () => {
    try {
      await impatient.actions.invoke('echo', {});
      return false;
    } catch (error) {
      return ['handler_unavailable', 'action_not_found'].includes(error.rawCode ?? error.code);
    }
  });
});
await check('a node token is no key for people', async () => {
  await refused(() => new RelayCast({ apiKey: node.token, baseUrl }).agents.list(), 'node_token_forbidden', 401);
});
await check('a registration with a wrong token is refused', async () => {
  const response = await fetch(`${baseUrl}/v1/node/ws?token=nt_live_${'0'.repeat(48)}`, {
    headers: { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' },
  }).catch((error) => error);
  assert.ok(!(response.status === 101));
});
await finish(server);
