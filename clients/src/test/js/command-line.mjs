// The agent-relay command: workspaces, agents, channels, messages, direct messages, reactions, inbox, capabilities.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { check, eventually, finish, folder, here, run, Server } from './lib.mjs';

const server = await Server.start();
const home = folder('home');
const base = {
  PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, AGENT_RELAY_DATA_DIR: home,
  RELAY_BASE_URL: server.url, AGENT_RELAY_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', AGENT_RELAY_SKIP_UPDATE_CHECK: '1',
  ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
};
let key;
const tokens = {};

/** Runs the command as an agent, or as the workspace, and expects this exit code. */
async function relay(words, { as, code = 0 } = {}) {
  const env = { ...base, ...(key ? { RELAY_WORKSPACE_KEY: key } : {}), ...(as ? { RELAY_AGENT_TOKEN: tokens[as] } : {}) };
  const ended = await run(process.execPath, [join(here, 'node_modules/agent-relay/dist/cli/index.js'), ...words], { env, cwd: home });
  assert.equal(ended.code, code, `${words.join(' ')}: ${ended.out}${ended.err}`);
  return ended.out.trimStart().startsWith('{') || ended.out.trimStart().startsWith('[') ? JSON.parse(ended.out) : ended.out + ended.err;
}

await check('workspace create prints and stores a key', async () => {
  const made = await relay(['workspace', 'create', 'acme', '--base-url', server.url]);
  assert.match(made.workspaceKey, /^rk_live_/);
  key = made.workspaceKey;
  assert.ok((await relay(['workspace', 'list'])).workspaces.includes('acme'));
});
await check('agent register prints a token, a taken name exits with 1', async () => {
  for (const name of ['alice', 'bob']) tokens[name] = (await relay(['agent', 'register', name, '--type', 'agent'])).token;
  assert.match(tokens.alice, /^at_live_/);
  await relay(['agent', 'register', 'alice'], { code: 1 });
});
await check('agent add, list, remove', async () => {
  await relay(['agent', 'add', 'carol', '--type', 'human']);
  assert.deepEqual((await relay(['agent', 'list'])).map((agent) => agent.name).sort(), ['alice', 'bob', 'carol']);
  await relay(['agent', 'remove', 'carol']);
  assert.equal((await relay(['agent', 'list', '--status', 'all'])).some((agent) => agent.name === 'carol'), false);
  await relay(['agent', 'remove', 'nobody'], { code: 1 });
});
await check('channel create, join, invite, set_topic, list, leave, archive', async () => {
  assert.equal((await relay(['channel', 'create', 'dev', '--topic', 'builds'], { as: 'alice' })).name, 'dev');
  await relay(['channel', 'create', 'dev'], { as: 'alice', code: 1 });
  assert.match(await relay(['channel', 'join', 'dev'], { as: 'bob' }), /Joined dev/);
  await relay(['channel', 'leave', 'dev'], { as: 'bob' });
  await relay(['channel', 'invite', 'dev', 'bob'], { as: 'alice' });
  assert.equal((await relay(['channel', 'set_topic', 'dev', 'releases'], { as: 'alice' })).topic, 'releases');
  await relay(['channel', 'create', 'old'], { as: 'alice' });
  await relay(['channel', 'archive', 'old'], { as: 'alice' });
  assert.deepEqual((await relay(['channel', 'list'], { as: 'alice' })).map((channel) => channel.name).sort(), ['dev', 'general']);
  assert.equal((await relay(['channel', 'list', '--archived'], { as: 'alice' })).length, 3);
});
const posted = await check('message post and list', async () => {
  const sent = await relay(['message', 'post', 'dev', 'hello from the shell @bob'], { as: 'alice' });
  assert.equal(sent.channel.name, 'dev');
  const listed = await relay(['message', 'list', 'dev', '--limit', '5'], { as: 'bob' });
  assert.deepEqual(listed.map((message) => [message.text, message.from.name]), [['hello from the shell @bob', 'alice']]);
  await relay(['message', 'post', 'nowhere', 'x'], { as: 'alice', code: 1 });
  return sent;
});
await check('message reply and get_thread', async () => {
  await relay(['message', 'reply', posted.id, 'hello back'], { as: 'bob' });
  const thread = await relay(['message', 'get_thread', posted.id], { as: 'alice' });
  assert.deepEqual(thread.replies.map((message) => message.text), ['hello back']);
});
await check('message search', async () => {
  const found = await eventually(async () => {
    const hits = await relay(['message', 'search', 'shell', '--channel', 'dev', '--from', 'alice', '--limit', '3'], { as: 'bob' });
    return hits.length && hits;
  });
  assert.deepEqual(found.map((hit) => hit.id), [posted.id]);
});
await check('message reaction add and remove', async () => {
  assert.equal((await relay(['message', 'reaction', 'add', posted.id, '👍'], { as: 'bob' })).emoji, '👍');
  await relay(['message', 'reaction', 'remove', posted.id, '👍'], { as: 'bob' });
});
await check('message dm send, list, send_group', async () => {
  const sent = await relay(['message', 'dm', 'send', 'bob', 'psst'], { as: 'alice' });
  assert.match(sent.conversationId, /^dm_/);
  assert.deepEqual((await relay(['message', 'dm', 'list', sent.conversationId], { as: 'bob' })).map((message) => message.text), ['psst']);
  const group = await relay(['message', 'dm', 'send_group', 'all of you', '--to', 'bob'], { as: 'alice' });
  assert.ok(group.conversationId);
  await relay(['message', 'dm', 'send', 'nobody', 'x'], { as: 'alice', code: 1 });
});
await check('message inbox check, mark_read, get_readers', async () => {
  const inbox = await relay(['message', 'inbox', 'check', '--limit', '10'], { as: 'bob' });
  assert.ok(inbox.mentions.some((mention) => mention.id === posted.id));
  assert.ok(inbox.unreadDms.length >= 1);
  await relay(['message', 'inbox', 'mark_read', posted.id], { as: 'bob' });
  assert.ok((await relay(['message', 'inbox', 'get_readers', posted.id], { as: 'alice' })).some((reader) => reader.agentName === 'bob'));
});
await check('capabilities register, list, delete', async () => {
  assert.equal((await relay(['capabilities', 'register', 'deploy.run', '--description', 'deploys', '--handler', 'bob'], { as: 'bob' })).command, 'deploy.run');
  // Without those that every server has.
  const registered = async () => (await relay(['capabilities', 'list'], { as: 'alice' }))
    .map((entry) => entry.command).filter((name) => !name.startsWith('agent.'));
  assert.deepEqual(await registered(), ['deploy.run']);
  await relay(['capabilities', 'delete', 'deploy.run'], { as: 'bob' });
  assert.deepEqual(await registered(), []);
});
await check('fleet nodes lists nodes', async () => {
  await server.request(key, 'POST', '/v1/nodes', { name: 'box', capabilities: ['spawn:claude'] });
  assert.match(JSON.stringify(await relay(['fleet', 'nodes', '--name', 'box'])), /box/);
});
await check('a wrong token exits with 1 and says why', async () => {
  tokens.nobody = `at_live_${'0'.repeat(32)}`;
  assert.match(await relay(['message', 'post', 'dev', 'x'], { as: 'nobody', code: 1 }), /Invalid agent token/);
});
await finish(server);
