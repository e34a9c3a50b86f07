// @relaycast/sdk: what survives when the server is killed with SIGKILL under its clients.
import assert from 'node:assert/strict';
import { check, eventually, finish } from './lib.mjs';
import { join, listen, SDK_VERSION, workspace } from './relaycast.mjs';

console.log(`@relaycast/sdk ${SDK_VERSION}`);
const { server, relay, alice, bob, carol } = await workspace('alice', 'bob', 'carol');
const texts = (events) => events.all.filter((event) => event.message).map((event) => event.message.text);

await check('a queue, a token and a key survive', async () => {
  await alice.send('general', 'kept 1');
  await alice.dm('carol', 'kept 2');
  await server.restart();
  assert.deepEqual((await carol.deliveries()).map((delivery) => delivery.message.text), ['kept 1', 'kept 2']);
  assert.equal((await relay.workspace.info()).name, 'acme');
});
const events = await check('an agent connects', () => listen(bob));
await check('a connected agent comes back by itself and misses nothing', async () => {
  await eventually(() => texts(events).includes('kept 1'));
  await alice.send('general', 'before the kill');
  await eventually(() => texts(events).includes('before the kill'));
  await server.restart();
  for (let n = 0; n < 5; n++) await alice.send('general', `after the kill ${n}`);
  await eventually(() => texts(events).includes('after the kill 4'), 40_000);
  assert.deepEqual(texts(events), ['kept 1', 'before the kill', ...[0, 1, 2, 3, 4].map((n) => `after the kill ${n}`)]);
});
await check('every message that was confirmed before a kill is there after it', async () => {
  const confirmed = [];
  const sending = (async () => {
    for (let n = 0; n < 2_000; n++) {
      const { body, status } = await server.request(alice.token, 'POST', '/v1/channels/general/messages', { text: `race ${n}` });
      if (status === 201) confirmed.push(body.data.id);
    }
  })().catch(() => 'the connection broke, as it should');
  await eventually(() => confirmed.length >= 50);
  await server.kill();
  await sending;
  await server.boot();
  const there = new Set();
  let before;
  for (;;) {
    const page = await relay.messages.list('general', { limit: 100, before });
    page.forEach((message) => there.add(message.id));
    if (page.length < 100) break;
    before = page.at(-1).id;
  }
  assert.deepEqual(confirmed.filter((id) => !there.has(id)), []);
});
await check('an idempotency key is remembered over a kill', async () => {
  const one = await alice.send('general', 'once', { idempotencyKey: 'survivor' });
  await server.restart();
  assert.equal((await alice.send('general', 'once', { idempotencyKey: 'survivor' })).id, one.id);
});
await check('a message pushed but not acked is pushed again', async () => {
  const { WebSocket } = await import('ws');
  const dave = await join(relay, 'dave');
  const node = (await server.request(dave.token, 'POST', '/v1/agent/node-token', {})).body.data;
  const attach = () => new Promise((resolve) => {
    const frames = [];
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/node/ws?token=${node.token}`);
    socket.on('message', (data) => frames.push(JSON.parse(data)));
    socket.on('error', () => {});
    socket.on('open', () => {
      socket.send(JSON.stringify({ v: 1, id: 'r', type: 'node.register', name: node.node_name, node_id: node.node_id, capabilities: [], max_agents: 1, tags: [], version: 'raw' }));
      resolve({ frames, socket });
    });
  });
  const delivered = (side) => side.frames.filter((frame) => frame.type === 'deliver' && frame.seq > 0);
  const first = await attach();
  const sent = await alice.dm('dave', 'unacked');
  const mine = (side) => delivered(side).find((frame) => frame.msg_id === sent.message.id);
  const pushed = await eventually(() => mine(first));
  await server.restart();
  const second = await attach();
  const again = await eventually(() => mine(second));
  assert.deepEqual(again, pushed, 'the same frame, word for word');
  second.socket.send(JSON.stringify({ v: 1, type: 'delivery.ack', agent: 'dave', up_to_seq: again.seq }));
  await eventually(async () => (await dave.deliveries({ status: 'acked' })).length === 1);
});
await finish(server);
