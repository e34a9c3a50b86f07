// @relaycast/sdk: the delivery ledger, live events over the node socket, the offline queue, and two sockets at once.
import assert from 'node:assert/strict';
import { check, eventually, finish, quiet, refused } from './lib.mjs';
import { join, listen, SDK_VERSION, workspace } from './relaycast.mjs';

console.log(`@relaycast/sdk ${SDK_VERSION}`);
const { server, relay, alice, bob, carol } = await workspace('alice', 'bob', 'carol');

const statusOf = async (agent, messageId) => {
  for (const status of ['queued', 'delivered', 'acked', 'failed', 'dead_lettered']) {
    const found = (await agent.deliveries({ status, limit: 200 })).find((delivery) => delivery.messageId === messageId);
    if (found) return found;
  }
  return undefined;
};

await check('deliveries list what an absent agent missed, oldest first, with the message', async () => {
  const one = await alice.send('general', 'first');
  const two = await alice.dm('carol', 'second');
  const listed = await carol.deliveries();
  assert.deepEqual(listed.map((delivery) => delivery.message.text), ['first', 'second']);
  assert.deepEqual(listed.map((delivery) => delivery.seq), [1, 2]);
  assert.deepEqual(listed.map((delivery) => delivery.status), ['queued', 'queued']);
  assert.deepEqual(listed.map((delivery) => delivery.reason), ['message', 'dm']);
  assert.equal(listed[0].messageId, one.id);
  assert.equal(listed[1].messageId, two.message.id);
  assert.equal(listed[0].message.agentName, 'alice');
});
await check('ackDelivery settles one row, again and again', async () => {
  const [first, second] = await carol.deliveries();
  assert.equal((await carol.ackDelivery(second.id)).status, 'acked');
  assert.equal((await carol.ackDelivery(second.id)).status, 'acked');
  assert.deepEqual((await carol.deliveries()).map((delivery) => delivery.id), [first.id]);
  assert.equal((await carol.ackDelivery(first.id)).status, 'acked');
  await refused(() => bob.ackDelivery(first.id), 'delivery_not_found', 404);
});
await check('failDelivery and deferDelivery', async () => {
  const sent = await alice.dm('carol', 'too hard');
  const later = await alice.dm('carol', 'not now');
  const [hard, notNow] = await carol.deliveries();
  const failed = await carol.failDelivery(hard.id, { error: 'no idea', retryable: false });
  assert.deepEqual([failed.status, failed.error, failed.retryable], ['failed', 'no idea', false]);
  assert.equal((await carol.deliveries({ status: 'failed' }))[0].messageId, sent.message.id);
  const availableAt = new Date(Date.now() + 60_000).toISOString();
  const deferred = await carol.deferDelivery(notNow.id, { availableAt, reason: 'busy' });
  assert.equal(deferred.status, 'queued');
  assert.equal(Date.parse(deferred.availableAt), Date.parse(availableAt));
  assert.equal(deferred.messageId, later.message.id);
  assert.equal((await carol.ackDelivery(notNow.id)).status, 'acked');
  await refused(() => carol.deliveries({ status: 'nonsense' }), 'invalid_request', 400);
  await refused(() => carol.deferDelivery(hard.id, { availableAt: 'tomorrow' }), 'invalid_request', 400);
});
await check('reading a message settles its delivery', async () => {
  const sent = await alice.dm('carol', 'read me');
  await carol.markRead(sent.message.id);
  assert.equal((await statusOf(carol, sent.message.id)).status, 'acked');
});

const heard = await check('connect brings an agent online', () => listen(bob));
const sender = await check('so does another', () => listen(alice));

await check('message.created arrives with sender, channel and mode', async () => {
  const sent = await alice.send('general', 'hello bob');
  const event = await eventually(() => heard.find('message.created', 'hello bob'));
  assert.equal(event.channel, 'general');
  assert.equal(event.message.id, sent.id);
  assert.equal(event.message.agentName, 'alice');
  assert.equal(event.message.agentId, alice.id);
  assert.equal(event.message.injectionMode, 'wait');
  assert.match(event.id, /^[0-9a-f-]{36}$/);
});
await check('who lists deliveries is told of each before its message', async () => {
  const gwen = await join(relay, 'gwen');
  await gwen.deliveries();
  const events = await listen(gwen);
  await alice.dm('gwen', 'announced');
  await eventually(() => events.find('dm.received', 'announced'));
  const types = events.all.map((event) => event.type);
  assert.ok(types.includes('delivery.accepted'), String(types));
  assert.ok(types.indexOf('delivery.accepted') < types.indexOf('dm.received'), String(types));
  const [row] = await gwen.deliveries();
  assert.equal(row.id, events.of('delivery.accepted')[0].deliveryId, 'still listed, although its frame was acked');
});
await check('the cumulative ack makes the delivery acked', async () => {
  const sent = heard.find('message.created', 'hello bob').message.id;
  const settled = await eventually(async () => {
    const found = await statusOf(bob, sent);
    return found?.status === 'acked' && found;
  });
  assert.ok(settled.ackedAt);
});
await check('dm.received arrives with steer', async () => {
  const sent = await alice.dm('bob', 'now', { mode: 'steer' });
  const event = await eventually(() => heard.find('dm.received', 'now'));
  assert.equal(event.conversationId, sent.conversationId);
  assert.equal(event.message.agentName, 'alice');
  assert.equal(event.message.injectionMode, 'steer');
});
await check('group_dm.received arrives', async () => {
  const group = await alice.dms.createGroup({ participants: ['bob'] });
  await alice.dms.sendMessage(group.id, 'group news');
  const event = await eventually(() => heard.find('group_dm.received', 'group news'));
  assert.equal(event.conversationId, group.id);
  assert.equal(event.message.agentName, 'alice');
});
await check('thread.reply arrives with its parent', async () => {
  const root = await bob.send('general', 'a question');
  await alice.reply(root.id, 'an answer');
  const event = await eventually(() => heard.find('thread.reply', 'an answer'));
  assert.equal(event.parentId, root.id);
  assert.equal(event.channel, 'general');
  assert.equal(event.message.agentName, 'alice');
});
await check('message.reacted arrives, added and removed', async () => {
  const root = await bob.send('general', 'rate this');
  await alice.react(root.id, '🎉');
  const added = await eventually(() => heard.of('message.reacted').find((event) => event.messageId === root.id));
  assert.deepEqual([added.emoji, added.agentName, added.action], ['🎉', 'alice', 'added']);
  await alice.unreact(root.id, '🎉');
  await eventually(() => heard.of('message.reacted').find((event) => event.messageId === root.id && event.action === 'removed'));
});
await check('message.read arrives at the author', async () => {
  const sent = await alice.dm('carol', 'have you seen it?');
  await carol.markRead(sent.message.id);
  const event = await eventually(() => sender.of('message.read').find((read) => read.messageId === sent.message.id));
  assert.equal(event.agentName, 'carol');
});
await check('subscribe filters by channel and @self', async () => {
  const got = [];
  const subscription = bob.subscribe(['#side', '@self'], (event) => got.push(event.message.text));
  await bob.channels.create({ name: 'side' });
  await alice.channels.join('side');
  await alice.send('general', 'not for the subscription');
  await alice.send('side', 'side one');
  await alice.dm('bob', 'self two');
  await eventually(() => got.length >= 2);
  assert.deepEqual(got, ['side one', 'self two']);
  subscription.unsubscribe();
});
await check('a burst arrives whole and in order', async () => {
  const texts = Array.from({ length: 40 }, (_, n) => `burst ${n}`);
  for (const text of texts) await alice.send('general', text);
  await eventually(() => heard.find('message.created', 'burst 39'));
  assert.deepEqual(heard.of('message.created').map((event) => event.message.text).filter((text) => text.startsWith('burst')), texts);
});

await check('what is sent to an agent that is away waits, and is replayed when it comes back', async () => {
  await eventually(async () => (await relay.agents.get('bob')).pendingDeliveries.length === 0);
  await bob.disconnect();
  await eventually(async () => (await relay.agents.get('bob')).status === 'offline');
  const sent = await alice.send('general', 'while you were out');
  await alice.dm('bob', 'this too', { mode: 'steer' });
  assert.equal((await relay.agents.get('bob')).pendingDeliveries.length, 2);
  const back = await listen(bob);
  await eventually(() => back.find('dm.received', 'this too'));
  const events = back.all.filter((event) => event.message);
  assert.deepEqual(events.map((event) => event.message.text), ['while you were out', 'this too']);
  assert.equal(events[0].channel, 'general');
  assert.equal(events[0].message.agentName, 'alice');
  assert.equal(events[1].message.injectionMode, 'steer');
  await eventually(async () => (await statusOf(bob, sent.id))?.status === 'acked');
  await quiet(300);
  assert.equal(back.all.filter((event) => event.message).length, 2, 'nothing that was acked is sent again');
});
await check('two sockets of one agent both stay, and both get everything', async () => {
  const dave = await join(relay, 'dave');
  const twin = relay.as(dave.token);
  const [one, two] = [await listen(dave), await listen(twin)];
  await quiet(2_500);
  for (const text of ['both 1', 'both 2', 'both 3']) await alice.dm('dave', text);
  await eventually(() => one.find('dm.received', 'both 3') && two.find('dm.received', 'both 3'));
  for (const side of [one, two]) {
    assert.deepEqual(side.of('dm.received').map((event) => event.message.text), ['both 1', 'both 2', 'both 3']);
    assert.equal(side.of('close').length, 0, 'a socket was closed');
    assert.equal(side.of('reconnecting').length, 0, 'a socket flapped');
  }
});
await check('deferred until soon comes again when it is due', async () => {
  const erin = await join(relay, 'erin');
  await alice.dm('erin', 'in a moment');
  const [waiting] = await erin.deliveries();
  await erin.deferDelivery(waiting.id, { availableAt: new Date(Date.now() + 1_500).toISOString() });
  const events = await listen(erin);
  await quiet(400);
  assert.equal(events.of('dm.received').length, 0, 'not before its time');
  await eventually(() => events.find('dm.received', 'in a moment'), 30_000);
});
await finish(server);
