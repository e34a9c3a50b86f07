// DeliveryRunner of @agent-relay/sdk 9.1.6: nothing is lost, nothing is out of order, and what it says is recorded.
import assert from 'node:assert/strict';
import { AgentRelay } from '@agent-relay/sdk';
import { DeliveryRunner } from '@agent-relay/sdk/delivery';
import { check, eventually, finish, quiet, Server } from './lib.mjs';

const server = await Server.start();
const relay = await AgentRelay.createWorkspace({ name: 'acme', baseUrl: server.url });
const sender = await relay.workspace.register('sender');

/** An agent whose runner answers by what a message says, and keeps what it was given. */
async function runner(name, answer = () => ({ status: 'delivered' })) {
  const agent = await relay.workspace.register(name);
  const got = [];
  const errors = [];
  const running = new DeliveryRunner({
    messaging: agent.messaging,
    agentName: name,
    delivery: {
      receiveMessage: async (message, context) => {
        got.push({ text: message.text, from: message.from.name, mode: context.mode, id: context.id });
        return answer(message.text, got.length);
      },
    },
    onError: (_, error) => errors.push(error.message),
  });
  running.start().catch((error) => errors.push(error.message));
  const texts = () => got.map((item) => item.text);
  const rows = async (status) =>
    (await server.request(agent.token, 'GET', `/v1/deliveries?status=${status}&limit=200`)).body.data;
  return { agent, got, texts, errors, rows, running };
}

await check('what was there before it started comes first', async () => {
  const early = await relay.workspace.register('early');
  for (const word of ['a', 'b', 'c']) await sender.sendMessage({ to: '@early', text: word });
  const { texts, rows } = await runner('early');
  await eventually(() => texts().length === 3);
  await sender.sendMessage({ to: '@early', text: 'd' });
  await eventually(() => texts().length === 4);
  assert.deepEqual(texts(), ['a', 'b', 'c', 'd']);
  await eventually(async () => (await rows('acked')).length === 4);
  assert.ok(early);
});
await check('a burst of 30 arrives whole and in order', async () => {
  const { texts, rows, errors } = await runner('burst');
  await eventually(async () => (await relay.agents.get('burst')).status === 'online');
  const wanted = Array.from({ length: 30 }, (_, n) => `burst ${n}`);
  for (const word of wanted) await sender.sendMessage({ to: '@burst', text: word });
  await eventually(() => texts().length >= 30, 30_000);
  await quiet(500);
  assert.deepEqual(texts(), wanted);
  assert.deepEqual(errors, []);
  await eventually(async () => (await rows('acked')).length === 30);
});
await check('what is sent while it starts is not lost', async () => {
  const wanted = Array.from({ length: 40 }, (_, n) => `starting ${n}`);
  await relay.workspace.register('starter');
  const sending = (async () => {
    for (const word of wanted) await sender.sendMessage({ to: '@starter', text: word });
  })();
  const { texts } = await runner('starter');
  await sending;
  await eventually(() => texts().length >= 40, 30_000);
  assert.deepEqual(texts(), wanted);
});
await check('a burst of 30 sent at once arrives whole, once each, in the order of the server', async () => {
  const { agent, texts } = await runner('crowd');
  await eventually(async () => (await relay.agents.get('crowd')).status === 'online');
  const sent = await Promise.all(Array.from({ length: 30 }, (_, n) => sender.sendMessage({ to: '#general', text: `crowd ${n}` })));
  await eventually(() => texts().length >= 30, 30_000);
  await quiet(500);
  const { body } = await server.request(agent.token, 'GET', '/v1/deliveries?status=acked&limit=200');
  const order = body.data.map((row) => row.message.text).filter((word) => word.startsWith('crowd'));
  assert.equal(sent.length, 30);
  assert.deepEqual(texts(), order);
  assert.equal(new Set(texts()).size, 30);
});
await check('an error that is thrown becomes failed and retryable, and is tried again', async () => {
  const { texts, rows, errors } = await runner('thrower', (text, nth) => {
    if (text === 'explode' && nth === 1) throw new Error('boom');
    return { status: 'delivered' };
  });
  await eventually(async () => (await relay.agents.get('thrower')).status === 'online');
  await sender.sendMessage({ to: '@thrower', text: 'explode' });
  const [row] = await eventually(async () => {
    const failed = await rows('failed');
    return failed.length === 1 && failed;
  });
  assert.deepEqual([row.retryable, row.error], [true, 'boom']);
  assert.deepEqual(errors, ['boom']);
  await eventually(() => texts().length === 2, 45_000);
  await eventually(async () => (await rows('acked')).some((acked) => acked.message_id === row.message_id));
});
await check('a failure that is reported is final', async () => {
  const { rows } = await runner('refuser', () => ({ status: 'failed', reason: 'not mine' }));
  await eventually(async () => (await relay.agents.get('refuser')).status === 'online');
  await sender.sendMessage({ to: '@refuser', text: 'take it' });
  const [row] = await eventually(async () => {
    const failed = await rows('failed');
    return failed.length === 1 && failed;
  });
  assert.deepEqual([row.retryable, row.error], [false, 'not mine']);
});
await check('a deferral is queued until its time, then comes again under a new id', async () => {
  const { got, texts, rows } = await runner('later', (text, nth) =>
    nth === 1 ? { status: 'deferred', availableAt: new Date(Date.now() + 2_000), reason: 'busy' } : { status: 'delivered' });
  await eventually(async () => (await relay.agents.get('later')).status === 'online');
  await sender.sendMessage({ to: '@later', text: 'when you can' });
  const [row] = await eventually(async () => {
    const queued = await rows('queued');
    return queued.length === 1 && queued[0].available_at && queued;
  });
  assert.equal(row.reason, 'busy');
  await eventually(() => texts().length === 2, 45_000);
  assert.notEqual(got[0].id, got[1].id);
});
await check('what is not settled stays listed although the socket acked it', async () => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const { agent, texts } = await runner('slow', async () => {
    await held;
    return { status: 'delivered' };
  });
  await eventually(async () => (await relay.agents.get('slow')).status === 'online');
  for (const word of ['1', '2', '3']) await sender.sendMessage({ to: '@slow', text: word });
  await eventually(() => texts().length === 1);
  await quiet(1_000);
  assert.equal((await agent.inbox.list()).items.length, 3);
  release();
  await eventually(() => texts().length === 3);
  await eventually(async () => (await agent.inbox.list()).items.length === 0);
});
await finish(server);
