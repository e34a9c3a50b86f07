// @relaycast/sdk: nodes of kind http_push, with a receiver that checks signatures and acknowledges in each of three ways.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { check, eventually, finish, refused, Server } from './lib.mjs';
import { join, RelayCast, SDK_VERSION } from './relaycast.mjs';

console.log(`@relaycast/sdk ${SDK_VERSION}`);
const server = await Server.start({ WAYBILL_OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' });
const created = await RelayCast.createWorkspace('acme', { baseUrl: server.url });
const relay = new RelayCast({ apiKey: created.apiKey, baseUrl: server.url });
const alice = await join(relay, 'alice');
const bob = await join(relay, 'bob');

const posted = [];
let answer = () => ({ status: 204 });
const receiver = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const bytes = Buffer.concat(parts);
    posted.push({ headers: request.headers, bytes, body: JSON.parse(bytes) });
    const { status, body } = answer();
    response.writeHead(status, body ? { 'content-type': 'application/json' } : {});
    response.end(body ? JSON.stringify(body) : undefined);
  });
});
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${receiver.address().port}/inbox`;
const texts = () => posted.map(({ body }) => body.data.text);

const deliveredAs = async (text, status) =>
  eventually(async () =>
    (await bob.deliveries({ status, limit: 200 })).find((delivery) => delivery.message.text === text));

await check('nodes.create takes an address and shows no secret', async () => {
  const node = await relay.nodes.create({
    name: 'hook',
    kind: 'http_push',
    delivery: { url, ackMode: 'on_2xx', auth: { type: 'hmac_sha256', secret: 'shared secret' } },
  });
  assert.equal(node.kind, 'http_push');
  assert.equal(node.role, 'direct');
  assert.equal(node.deliveryAdapter, 'http.hmac.v1');
  assert.match(node.token, /^nt_live_/);
  assert.ok(!JSON.stringify(node).includes('shared secret'));
  assert.equal((await relay.nodes.get('hook')).delivery.ackMode, 'on_2xx');
});
await check('what is not right is refused', async () => {
  const create = (delivery) => () => relay.nodes.create({ name: 'bad', kind: 'http_push', delivery });
  await refused(create({ url, ackMode: 'perhaps' }), 'invalid_node_delivery', 400);
  await refused(create({ url, useProxy: true }), 'invalid_node_delivery', 400);
  await refused(create({ url: 'http://169.254.169.254/' }), 'unsafe_node_delivery_url', 400);
});
await check('deliveries are posted, signed and in order; success acknowledges', async () => {
  const bound = await relay.nodes.bindAgent('hook', { agentName: 'bob' });
  assert.equal(bound.nodeKind, 'http_push');
  for (const text of ['one', 'two', 'three']) await alice.dm('bob', text);
  await eventually(() => posted.length === 3);
  assert.deepEqual(texts(), ['one', 'two', 'three']);
  for (const { headers, bytes, body } of posted) {
    const signature = createHmac('sha256', 'shared secret')
      .update(`${headers['x-relaycast-timestamp']}.`)
      .update(bytes)
      .digest('hex');
    assert.equal(headers['x-relaycast-signature'], `sha256=${signature}`);
    assert.equal(headers['x-relaycast-event'], 'dm.received');
    assert.equal(headers['x-relaycast-delivery'], body.delivery_id);
    assert.equal(body.agent_name, 'bob');
  }
  assert.equal((await deliveredAs('three', 'acked')).routeNodeKind, 'http_push');
});
await check('a receiver may say in its answer that it acknowledges', async () => {
  await relay.nodes.create({
    name: 'hook',
    kind: 'http_push',
    delivery: { url, ackMode: 'response', auth: { type: 'static_headers', headers: { 'X-Api-Key': 'k1' } } },
  });
  let answers = 0;
  answer = () => ({ status: 200, body: { ack: ++answers > 1 } });
  await alice.dm('bob', 'twice');
  const acked = await deliveredAs('twice', 'acked');
  assert.equal(acked.dispatchAttempts, 2);
  assert.equal(posted.at(-1).headers['x-api-key'], 'k1');
});
await check('or acknowledge later, with the token of the agent', async () => {
  await relay.nodes.create({ name: 'hook', kind: 'http_push', delivery: { url } });
  await alice.dm('bob', 'later');
  const open = await deliveredAs('later', 'delivered');
  assert.equal((await bob.ackDelivery(open.id)).status, 'acked');
  assert.equal(texts().filter((text) => text === 'later').length, 1);
});
await check('an agent that is unbound gets the rest itself', async () => {
  await relay.nodes.unbindAgent('hook', 'bob');
  await alice.dm('bob', 'home');
  assert.equal((await deliveredAs('home', 'queued')).routeNodeKind, 'ws');
  assert.ok(!texts().includes('home'));
});

receiver.close();
await finish(server);
