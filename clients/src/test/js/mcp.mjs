// `agent-relay mcp` over stdio, driven by the official MCP client.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { check, eventually, finish, folder, here } from './lib.mjs';
import { workspace } from './relaycast.mjs';

const { server, relay, key, bob, carol } = await workspace('bob', 'carol');
const home = folder('home');
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [join(here, 'node_modules/agent-relay/dist/cli/index.js'), 'mcp'],
  cwd: home,
  stderr: 'ignore',
  env: {
    PATH: process.env.PATH, HOME: home, RELAY_BASE_URL: server.url, RELAY_WORKSPACE_KEY: key, RELAY_AGENT_NAME: 'scout',
    AGENT_RELAY_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', AGENT_RELAY_SKIP_UPDATE_CHECK: '1',
  },
});
const client = new Client({ name: 'waybill-test', version: '1' });

/** Calls a tool and returns what it structured; a tool that failed throws its text. */
async function tool(name, args = {}) {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(result.content.map((part) => part.text).join('\n'));
  return result.structuredContent ?? JSON.parse(result.content[0].text);
}

await check('it starts and speaks MCP', () => client.connect(transport));
await check('it offers its tools', async () => {
  const names = (await client.listTools()).tools.map((entry) => entry.name);
  for (const name of ['register_agent', 'post_message', 'list_messages', 'check_inbox', 'send_dm', 'mark_message_read']) {
    assert.ok(names.includes(name), name);
  }
});
await check('register_agent joins the workspace', async () => {
  const made = await tool('register_agent', { name: 'scout', type: 'agent', persona: 'looks around' });
  assert.equal(made.registered_name ?? made.name, 'scout');
  const { agents } = await tool('list_agents');
  assert.deepEqual(agents.map((agent) => agent.name).sort(), ['bob', 'carol', 'scout']);
});
await check('create_channel, join_channel, list_channels, set_channel_topic, invite_to_channel', async () => {
  assert.equal((await tool('create_channel', { name: 'finds', topic: 'first' })).name, 'finds');
  await tool('join_channel', { channel: 'finds' });
  assert.equal((await tool('set_channel_topic', { channel: 'finds', topic: 'second' })).topic, 'second');
  await tool('invite_to_channel', { channel: 'finds', agent: 'bob' });
  assert.deepEqual((await tool('list_channels')).channels.map((channel) => channel.name).sort(), ['finds', 'general']);
  assert.equal((await bob.channels.members('finds')).length, 2);
});
const posted = await check('post_message and list_messages', async () => {
  const sent = await tool('post_message', { channel: 'finds', text: 'a rare beetle @bob', mode: 'steer' });
  assert.equal(sent.injectionMode ?? sent.injection_mode, 'steer');
  const { messages } = await tool('list_messages', { channel: 'finds', limit: 5 });
  assert.deepEqual(messages.map((message) => message.text), ['a rare beetle @bob']);
  return sent;
});
await check('reply_to_thread and get_message_thread', async () => {
  await bob.reply(posted.id, 'where?');
  await tool('reply_to_thread', { message_id: posted.id, text: 'under the log' });
  const thread = await tool('get_message_thread', { message_id: posted.id });
  assert.deepEqual(thread.replies.map((message) => message.text), ['where?', 'under the log']);
});
await check('add_reaction resolves short names, remove_reaction takes it back', async () => {
  await tool('add_reaction', { message_id: posted.id, emoji: ':eyes:' });
  assert.deepEqual((await bob.reactions(posted.id)).map((group) => group.emoji), ['👀']);
  await tool('remove_reaction', { message_id: posted.id, emoji: ':eyes:' });
  assert.deepEqual(await bob.reactions(posted.id), []);
});
await check('search_messages', async () => {
  const results = await eventually(async () => {
    const found = await tool('search_messages', { query: 'beetle', channel: 'finds' });
    return found.results.length && found.results;
  });
  assert.deepEqual(results.map((hit) => hit.id), [posted.id]);
});
await check('send_dm and list_dms', async () => {
  await tool('send_dm', { to: 'bob', text: 'a secret' });
  const { conversations } = await tool('list_dms');
  assert.equal(conversations.length, 1);
  assert.equal((await bob.dms.messages(conversations[0].id))[0].text, 'a secret');
});
await check('send_group_dm', async () => {
  const { conversation } = await tool('send_group_dm', { participants: ['bob', 'carol'], name: 'club', text: 'welcome' });
  assert.equal((await carol.dms.messages(conversation.id))[0].text, 'welcome');
});
await check('check_inbox shows what came in, and other tools mention it too', async () => {
  await bob.dm('scout', 'well done');
  await bob.send('finds', 'hey @scout');
  const inbox = await tool('check_inbox', { limit: 10 });
  const text = JSON.stringify(inbox);
  assert.match(text, /well done/);
  assert.match(text, /hey @scout/);
});
await check('mark_message_read and get_message_readers', async () => {
  const sent = await bob.send('finds', 'read this');
  await tool('mark_message_read', { message_id: sent.id });
  const { readers } = await tool('get_message_readers', { message_id: sent.id });
  assert.deepEqual(readers.map((reader) => reader.agentName ?? reader.agent_name), ['scout']);
});
await check('query_nodes, and spawn and add_agent without a node say so', async () => {
  await relay.nodes.create({ name: 'box', capabilities: ['spawn:claude'] });
  assert.match(JSON.stringify(await tool('query_nodes', { name: 'box' })), /box/);
  await assert.rejects(() => tool('add_agent', { name: 'w', cli: 'claude', task: 't' }));
});
await check('leave_channel, archive_channel, remove_agent', async () => {
  await tool('leave_channel', { channel: 'finds' });
  await tool('archive_channel', { channel: 'finds' });
  await tool('remove_agent', { name: 'carol', reason: 'done' });
  assert.equal((await relay.agents.get('carol')).status, 'offline');
});
await check('an error is told as a tool error', async () => {
  await assert.rejects(() => tool('post_message', { channel: 'nowhere', text: 'x' }), /not.found|nowhere/i);
});
await client.close();
await finish(server);
