// @relaycast/sdk: channels, messages, threads, direct messages, reactions, search, inbox and read receipts.
import assert from 'node:assert/strict';
import { check, eventually, finish, refused } from './lib.mjs';
import { RelayCast, SDK_VERSION, workspace } from './relaycast.mjs';

console.log(`@relaycast/sdk ${SDK_VERSION}`);
const { server, relay, alice, bob, carol } = await workspace('alice', 'bob', 'carol');

await check('channels.create makes the creator its owner', async () => {
  const made = await alice.channels.create({ name: 'dev', topic: 'builds', metadata: { tier: 'one' } });
  assert.equal(made.name, 'dev');
  assert.equal(made.topic, 'builds');
  const members = await alice.channels.members('dev');
  assert.deepEqual(members.map((member) => [member.agentName, member.role]), [['alice', 'owner']]);
});
await check('a channel that exists, and a name that is none, are refused', async () => {
  await refused(() => alice.channels.create({ name: 'dev' }), 'channel_already_exists', 409);
  await refused(() => alice.channels.create({ name: 'No Good' }), 'invalid_channel_name', 400);
});
await check('channels.list and get, by an agent and by the workspace', async () => {
  assert.deepEqual((await alice.channels.list()).map((channel) => channel.name).sort(), ['dev', 'general']);
  assert.deepEqual((await relay.channels.list()).map((channel) => channel.name).sort(), ['dev', 'general']);
  const dev = await relay.channels.get('dev');
  assert.equal(dev.memberCount, 1);
  assert.equal(dev.members.length, 1);
  assert.equal(dev.isArchived, false);
  assert.deepEqual(dev.metadata, { tier: 'one' });
  await refused(() => relay.channels.get('nowhere'), 'channel_not_found', 404);
});
await check('channels.join twice, leave, and invite', async () => {
  assert.equal((await bob.channels.join('dev')).alreadyMember, false);
  assert.equal((await bob.channels.join('dev')).alreadyMember, true);
  await bob.channels.leave('dev');
  assert.equal((await alice.channels.members('dev')).length, 1);
  await refused(() => bob.channels.invite('dev', 'carol'), 'not_a_member', 403);
  const invited = await alice.channels.invite('dev', 'bob');
  assert.deepEqual([invited.channel, invited.agent], ['dev', 'bob']);
  assert.equal((await alice.channels.members('dev')).length, 2);
});
await check('channels.update and setTopic', async () => {
  assert.equal((await alice.channels.setTopic('dev', 'releases')).topic, 'releases');
  assert.deepEqual((await alice.channels.update('dev', { metadata: { tier: 'two' } })).metadata, { tier: 'two' });
});
await check('channels.mute keeps deliveries away until unmute', async () => {
  await bob.channels.mute('dev');
  assert.equal((await alice.channels.members('dev')).find((member) => member.agentName === 'bob').isMuted, true);
  const muted = await alice.send('dev', 'unheard');
  await bob.channels.unmute('dev');
  const heard = await alice.send('dev', 'heard');
  const ids = (await bob.deliveries()).map((delivery) => delivery.messageId);
  assert.ok(!ids.includes(muted.id) && ids.includes(heard.id));
});
await check('channels.archive hides a channel, and general stays', async () => {
  await alice.channels.create({ name: 'old' });
  await alice.channels.archive('old');
  assert.ok(!(await alice.channels.list()).some((channel) => channel.name === 'old'));
  assert.ok((await alice.channels.list({ includeArchived: true })).some((channel) => channel.name === 'old' && channel.isArchived));
  await refused(() => bob.channels.join('old'), 'channel_archived', 400);
  await refused(() => alice.channels.archive('general'), 'cannot_archive_general', 400);
});

const hello = await check('send carries text, blocks, mode and mentions', async () => {
  const sent = await alice.send('#general', 'hello @bob', { blocks: [{ type: 'text', text: 'hello' }], mode: 'steer' });
  assert.match(sent.id, /^\d+$/);
  assert.equal(sent.agentName, 'alice');
  assert.equal(sent.injectionMode, 'steer');
  assert.deepEqual(sent.mentions, ['bob']);
  assert.deepEqual(sent.blocks, [{ type: 'text', text: 'hello' }]);
  return sent;
});
await check('message reads one back, for agents and for the workspace', async () => {
  const read = await bob.message(hello.id);
  assert.equal(read.text, 'hello @bob');
  assert.equal(read.replyCount, 0);
  assert.deepEqual(read.reactions, []);
  assert.equal((await relay.messages.get(hello.id)).id, hello.id);
  await refused(() => bob.message('1'), 'message_not_found', 404);
});
await check('the same idempotency key sends once', async () => {
  const one = await alice.send('general', 'only once', { idempotencyKey: 'key-1' });
  const two = await alice.send('general', 'only once', { idempotencyKey: 'key-1' });
  assert.equal(two.id, one.id);
  assert.equal((await bob.messages('general')).filter((message) => message.text === 'only once').length, 1);
  await refused(() => alice.send('general', 'something else', { idempotencyKey: 'key-1' }), 'idempotency_key_reused', 409);
  assert.notEqual((await bob.send('general', 'only once', { idempotencyKey: 'key-1' })).id, one.id);
});
await check('a workspace key sends nothing', async () => {
  const { body, status } = await server.request(relay.client.apiKey, 'POST', '/v1/channels/general/messages', { text: 'x' });
  assert.deepEqual([status, body.error.code], [403, 'agent_token_required']);
});
await check('messages pages backwards and forwards, newest first', async () => {
  const sent = [];
  for (let n = 1; n <= 5; n++) sent.push(await alice.send('dev', `page ${n}`));
  const texts = async (options) => (await bob.messages('dev', options)).map((message) => message.text);
  assert.deepEqual(await texts({ limit: 2 }), ['page 5', 'page 4']);
  assert.deepEqual(await texts({ limit: 2, before: sent[3].id }), ['page 3', 'page 2']);
  assert.deepEqual((await texts({ after: sent[2].id })).sort(), ['page 4', 'page 5']);
  assert.deepEqual((await relay.messages.list('#dev', { limit: 1 })).map((message) => message.text), ['page 5']);
});
await check('reply and thread: oldest first, replies to replies in the same thread', async () => {
  const reply = await bob.reply(hello.id, 'hi alice');
  assert.equal(reply.threadId, hello.id);
  const nested = await carol.reply(reply.id, 'hi both');
  assert.equal(nested.threadId, hello.id);
  const thread = await alice.thread(hello.id);
  assert.equal(thread.parent.id, hello.id);
  assert.deepEqual(thread.replies.map((message) => message.text), ['hi alice', 'hi both']);
  assert.equal((await relay.messages.thread(hello.id, { limit: 1 })).replies.length, 1);
  assert.equal((await alice.message(hello.id)).replyCount, 2);
  assert.ok(!(await alice.messages('general')).some((message) => message.id === reply.id));
});
await check('react, reactions, unreact; twice is once', async () => {
  const added = await bob.react(hello.id, '👍');
  assert.deepEqual([added.messageId, added.emoji, added.agentName], [hello.id, '👍', 'bob']);
  await bob.react(hello.id, '👍');
  await carol.react(hello.id, '👍');
  const groups = await alice.reactions(hello.id);
  assert.equal(groups.length, 1);
  assert.equal(groups[0].count, 2);
  assert.deepEqual([...groups[0].agents].sort(), ['bob', 'carol']);
  assert.deepEqual(await relay.messages.reactions(hello.id), groups);
  await bob.unreact(hello.id, '👍');
  assert.deepEqual((await alice.reactions(hello.id))[0].agents, ['carol']);
});
await check('markRead, readers, readStatus', async () => {
  const receipt = await bob.markRead(hello.id);
  assert.deepEqual([receipt.messageId, receipt.agentId], [hello.id, bob.id]);
  assert.ok((await alice.readers(hello.id)).some((reader) => reader.agentName === 'bob'));
  const status = (await alice.readStatus('#general')).find((entry) => entry.agentName === 'bob');
  assert.equal(status.lastReadId, hello.id);
  assert.ok((await alice.message(hello.id)).readByCount >= 1);
});
await check('search by word, channel and sender', async () => {
  await alice.send('dev', 'the quick brown fox');
  await bob.send('general', 'a quick answer');
  // Words are indexed after the message is confirmed.
  const found = await eventually(async () => {
    const hits = await carol.search('quick');
    return hits.length === 2 && hits;
  });
  assert.ok(found.every((hit) => typeof hit.relevanceScore === 'number'));
  assert.deepEqual((await carol.search('quick', { channel: 'dev' })).map((hit) => hit.agentName), ['alice']);
  assert.deepEqual((await carol.search('quick', { from: 'bob' })).map((hit) => hit.channelName), ['general']);
  assert.deepEqual(await carol.search('quick" OR *'), []);
});

const conversation = await check('dm reaches one agent, in one conversation per pair', async () => {
  const sent = await alice.dm('bob', 'psst', { mode: 'steer' });
  assert.match(sent.conversationId, /^dm_[0-9a-f]{24}$/);
  assert.equal(sent.message.text, 'psst');
  assert.equal(sent.message.injectionMode, 'steer');
  assert.equal((await bob.dm('alice', 'yes?')).conversationId, sent.conversationId);
  await refused(() => alice.dm('nobody', 'x'), 'agent_not_found', 404);
  return sent.conversationId;
});
await check('dms.conversations and messages, for participants only', async () => {
  const [listed] = await bob.dms.conversations();
  assert.equal(listed.id, conversation);
  assert.equal(listed.type, '1:1');
  assert.equal(listed.unreadCount, 1);
  assert.equal(listed.lastMessage.text, 'yes?');
  assert.deepEqual(listed.participants.map((who) => who.agentName).sort(), ['alice', 'bob']);
  assert.deepEqual((await bob.dms.messages(conversation)).map((message) => message.text), ['yes?', 'psst']);
  assert.deepEqual((await bob.dms.messages(conversation, { limit: 1 })).map((message) => message.text), ['yes?']);
  await refused(() => carol.dms.messages(conversation), 'forbidden', 403);
});
await check('group messages: createGroup, sendMessage, add and remove participants', async () => {
  const group = await alice.dms.createGroup({ participants: ['bob'], name: 'plans' });
  assert.equal(group.dmType, 'group');
  assert.equal(group.participants.length, 2);
  const sent = await alice.dms.sendMessage(group.id, 'lunch?');
  assert.equal(sent.conversationId, group.id);
  assert.equal(sent.message.agentName, 'alice');
  await refused(() => carol.dms.sendMessage(group.id, 'me too'), 'forbidden', 403);
  assert.equal((await alice.dms.addParticipant(group.id, 'carol')).alreadyMember, false);
  assert.equal((await alice.dms.addParticipant(group.id, 'carol')).alreadyMember, true);
  await carol.dms.sendMessage(group.id, 'me too');
  await alice.dms.removeParticipant(group.id, 'carol');
  await refused(() => carol.dms.messages(group.id), 'forbidden', 403);
  assert.deepEqual((await bob.dms.messages(group.id)).map((message) => message.text), ['me too', 'lunch?']);
  assert.deepEqual((await alice.dms.sendMessage(conversation, 'one to one by id')).conversationId, conversation);
});
await check('the same idempotency key makes one group', async () => {
  const options = { participants: ['bob', 'carol'], name: 'twins' };
  const one = await alice.dms.createGroup(options, { idempotencyKey: 'group-1' });
  assert.equal((await alice.dms.createGroup(options, { idempotencyKey: 'group-1' })).id, one.id);
});
await check('allDmConversations and dmMessages show the workspace everything', async () => {
  const all = await relay.allDmConversations();
  const pair = all.find((entry) => entry.id === conversation);
  assert.deepEqual([...pair.participants].sort(), ['alice', 'bob']);
  assert.equal(pair.messageCount, 3);
  assert.equal((await relay.dmMessages(conversation, { limit: 2 })).length, 2);
});
await check('inbox counts what is unread and lists mentions, direct messages and reactions', async () => {
  await alice.send('general', 'ping @carol');
  await alice.dm('carol', 'for you');
  const asked = await carol.send('general', 'who agrees?');
  await bob.react(asked.id, '✅');
  const inbox = await carol.inbox({ limit: 10 });
  assert.ok(inbox.unreadChannels.find((entry) => entry.channelName === 'general').unreadCount >= 1);
  assert.ok(inbox.mentions.some((mention) => mention.text === 'ping @carol' && mention.agentName === 'alice'));
  const direct = inbox.unreadDms.find((entry) => entry.from === 'alice');
  assert.equal(direct.unreadCount, 1);
  assert.equal(direct.lastMessage.text, 'for you');
  assert.ok(inbox.recentReactions.some((entry) => entry.emoji === '✅' && entry.agentName === 'bob'));
});
await finish(server);
