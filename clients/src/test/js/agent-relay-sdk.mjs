// @agent-relay/sdk 9.1.6: workspaces, sending, replies, reactions, listeners, inbox, and actions across processes.
import assert from 'node:assert/strict';
import { AgentRelay } from '@agent-relay/sdk';
import { z } from 'zod';
import { check, eventually, finish, Server } from './lib.mjs';

const server = await Server.start();
const baseUrl = server.url;

const relay = await check('createWorkspace gives a client with its key', async () => {
  const made = await AgentRelay.createWorkspace({ name: 'acme', baseUrl });
  assert.match(made.workspaceKey, /^rk_live_/);
  assert.equal((await made.workspace.info()).name, 'acme');
  return made;
});
const [planner, engineer, reviewer] = await check('workspace.register takes one name or many', async () => {
  const one = await relay.workspace.register('planner');
  const more = await relay.workspace.register([{ name: 'engineer', type: 'agent', persona: 'builds' }, { name: 'reviewer' }]);
  return [one, ...more];
});
await check('register again adopts the agent, strict refuses', async () => {
  const again = await relay.workspace.register('reviewer');
  assert.equal(again.id, reviewer.id);
  await assert.rejects(() => relay.workspace.register('reviewer', { strict: true }), { code: 'name_conflict' });
  Object.assign(reviewer, again);
});
await check('workspace.reconnect takes an agent up by its token', async () => {
  const back = await relay.workspace.reconnect({ apiToken: engineer.token });
  assert.equal(back.id, engineer.id);
});

const seen = [];
relay.addListener('*', (event) => seen.push(event));
const heard = [];
engineer.addListener('*', (event) => heard.push(event));
const text = (events, type, wanted) => events.find((event) => event.type === type && event.message?.text === wanted);
await check('both listeners are connected', async () => {
  await eventually(async () => {
    await planner.sendMessage({ to: '#general', text: 'are you there?' });
    return text(seen, 'message.created', 'are you there?') && text(heard, 'message.created', 'are you there?');
  });
});
const root = await check('sendMessage to a #channel reaches workspace and agent listeners', async () => {
  const sent = await planner.sendMessage({ to: '#general', text: 'plan ready', mentions: ['engineer'] });
  assert.equal(sent.kind, 'channel');
  assert.equal(sent.text, '@engineer plan ready');
  const event = await eventually(() => text(seen, 'message.created', '@engineer plan ready'));
  assert.equal(event.message.from.name, 'planner');
  assert.equal(event.envelope.channel.name, 'general');
  assert.equal(event.message.mode, 'wait');
  const own = await eventually(() => text(heard, 'message.created', '@engineer plan ready'));
  assert.equal(own.message.messageId, sent.messageId);
  return sent;
});
await check('sendMessage to an @agent is a direct message', async () => {
  const sent = await planner.sendMessage({ to: '@engineer', text: 'just you', mode: 'steer' });
  assert.equal(sent.kind, 'dm');
  const event = await eventually(() => text(heard, 'dm.received', 'just you'));
  assert.equal(event.message.from.name, 'planner');
  assert.equal(event.message.mode, 'steer');
});
await check('sendMessage to several is a group message', async () => {
  const sent = await planner.sendMessage({ to: ['@engineer', '@reviewer'], text: 'you both', idempotencyKey: 'g-1' });
  assert.equal(sent.kind, 'group_dm');
  const event = await eventually(() => text(heard, 'group_dm.received', 'you both'));
  assert.equal(event.message.conversationId, sent.conversationId);
});
await check('reply and react', async () => {
  const reply = await engineer.reply({ messageId: root.messageId, text: 'on it' });
  assert.equal(reply.kind, 'thread_reply');
  const event = await eventually(() => text(seen, 'thread.reply', 'on it'));
  assert.equal(event.message.parentId, root.messageId);
  assert.equal((await engineer.react({ messageId: root.messageId, emoji: '🚀' })).emoji, '🚀');
  const [group] = await planner.messages.reactions(root.messageId);
  assert.deepEqual([group.emoji, group.count, group.agents], ['🚀', 1, ['engineer']]);
  const thread = await planner.threads.get(root.messageId);
  assert.deepEqual(thread.replies.map((message) => message.text), ['on it']);
});
await check('message.read reaches listeners', async () => {
  await engineer.messages.markRead(root.messageId);
  await eventually(() => seen.some((event) => event.type === 'message.read' && event.messageId === root.messageId));
  assert.ok((await planner.messages.readers(root.messageId)).some((reader) => reader.agentName === 'engineer'));
});
await check('channels, search and agents through the facade', async () => {
  await planner.channels.create({ name: 'release', topic: 'soon' });
  await engineer.channels.join('#release');
  await planner.channels.invite('release', 'reviewer');
  assert.equal((await planner.channels.members('release')).length, 3);
  await planner.sendMessage({ to: '#release', text: 'a marmalade build' });
  const [hit] = await eventually(async () => {
    const hits = await engineer.messages.search('marmalade', { channel: '#release' });
    return hits.length && hits;
  });
  assert.equal(hit.agentName, 'planner');
  assert.equal((await relay.messages.list('#release'))[0].text, 'a marmalade build');
  assert.equal((await relay.agents.get('engineer')).status, 'online');
  assert.ok((await relay.agents.presence()).some((agent) => agent.agentName === 'engineer' && agent.status === 'online'));
});
await check('inbox.get, list, ack, fail and defer', async () => {
  const quiet = await relay.workspace.register('quiet');
  for (const word of ['one', 'two', 'three']) await planner.sendMessage({ to: '@quiet', text: word });
  const inbox = await quiet.inbox.get();
  assert.equal(inbox.unreadDms[0].unreadCount, 3);
  const { items } = await quiet.inbox.list();
  assert.deepEqual(items.map((item) => item.message.text), ['one', 'two', 'three']);
  assert.equal((await quiet.inbox.ack({ inboxItemId: items[0].id })).supported, true);
  assert.equal((await quiet.inbox.fail({ inboxItemId: items[1].id, error: 'no', retry: false })).state, 'failed');
  const later = new Date(Date.now() + 60_000).toISOString();
  assert.equal(Date.parse((await quiet.deliveries.defer(items[2].id, later)).deferUntil), Date.parse(later));
  assert.deepEqual((await quiet.inbox.list()).items.map((item) => item.id).filter((id) => id === items[0].id), []);
});

await check('registerAction serves another agent, which is known to the handler', async () => {
  const callers = [];
  engineer.registerAction({
    name: 'ticket.create', description: 'opens a ticket',
    inputSchema: z.object({ title: z.string(), pointCount: z.number().optional() }),
    availableTo: ['planner'],
    handler: ({ input, agent, ctx }) => {
      callers.push([agent.name, ctx.caller.name]);
      return { ticket: 7, title: input.title };
    },
  });
  const ack = await eventually(() => planner.capabilities.invoke('ticket.create', { title: 'mend it' }).catch(() => undefined));
  const done = await eventually(async () => {
    const found = await planner.capabilities.getInvocation('ticket.create', ack.invocationId);
    return ['completed', 'failed'].includes(found.status) && found;
  });
  assert.equal(done.status, 'completed', JSON.stringify(done));
  assert.deepEqual(done.output, { ticket: 7, title: 'mend it' });
  assert.deepEqual(callers, [['planner', 'planner']]);
});
await check('others are denied by the server', async () => {
  await assert.rejects(() => reviewer.capabilities.invoke('ticket.create', { title: 'x' }), (error) => error.rawCode === 'action_denied' && error.statusCode === 403);
});
await check('capabilities.list by the workspace hides what is restricted', async () => {
  assert.ok(!(await relay.capabilities.list()).some((capability) => capability.command === 'ticket.create'));
});
await check('nodes.list shows the direct nodes or none, and fails not', async () => {
  assert.ok(Array.isArray(await relay.nodes.list()));
});
await finish(server);
