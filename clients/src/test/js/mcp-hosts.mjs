// Waybill's own MCP server, driven by the official TypeScript clients: the 1.x SDK over HTTP and pipes, and the client of
// the stateless line, which may also speak the older one.
//
//   node mcp-hosts.mjs sdk|client|client-2026 http|stdio
import assert from 'node:assert/strict';
import { check, eventually, finish, folder, quiet, Server, waybill } from './lib.mjs';

const [kind, transportKind] = [process.argv[2] ?? 'sdk', process.argv[3] ?? 'http'];
const stateless = kind === 'client-2026';
const sdk =
  kind === 'sdk'
    ? {
        ...(await import('@modelcontextprotocol/sdk/client/index.js')),
        ...(await import('@modelcontextprotocol/sdk/client/stdio.js')),
        ...(await import('@modelcontextprotocol/sdk/client/streamableHttp.js')),
        ...(await import('@modelcontextprotocol/sdk/types.js')),
      }
    : { ...(await import('@modelcontextprotocol/client')), ...(await import('@modelcontextprotocol/client/stdio')) };

const server = await Server.start();
const made = await server.request(undefined, 'POST', '/v1/workspaces', { name: 'acme' });
const key = made.body.data.api_key;
const tokens = {};
for (const name of ['bob', 'carol']) {
  tokens[name] = (await server.request(key, 'POST', '/v1/agents', { name })).body.data.token;
}

function transport(name) {
  if (transportKind === 'http') {
    return new sdk.StreamableHTTPClientTransport(new URL('/mcp', server.url), {
      requestInit: { headers: { authorization: `Bearer ${tokens[name]}` } },
    });
  }
  return new sdk.StdioClientTransport({
    ...waybill('mcp'),
    stderr: 'inherit',
    cwd: folder('host'),
    env: { PATH: process.env.PATH, HOME: folder('home'), WAYBILL_URL: server.url, WAYBILL_TOKEN: tokens[name] },
  });
}

/** A connected client that remembers what it was told. */
async function connect(name) {
  const told = [];
  const client = new sdk.Client(
    { name: 'waybill-test', version: '1' },
    stateless ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  );
  const on = (method, schema) =>
    client.setNotificationHandler(kind === 'sdk' ? schema : method, (notice) =>
      told.push([notice.method ?? method, notice.params?.uri].filter(Boolean).join(' ')));
  on('notifications/tools/list_changed', sdk.ToolListChangedNotificationSchema);
  on('notifications/resources/updated', sdk.ResourceUpdatedNotificationSchema);
  await client.connect(transport(name));
  return Object.assign(client, { told, names: async () => (await client.listTools()).tools.map((tool) => tool.name) });
}

async function tool(client, name, args = {}) {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(result.content.map((part) => part.text).join('\n'));
  return result.structuredContent;
}

/** Has the client told when these change. */
const subscribe = (client, ...uris) =>
  stateless
    ? client.listen({ toolsListChanged: true, resourceSubscriptions: uris })
    : Promise.all(uris.map((uri) => client.subscribeResource({ uri })));

/** Answers the next call of an action as its handler does. */
async function answer(action, body) {
  const id = await eventually(async () => {
    const { body: page } = await server.request(key, 'GET', '/v1/workspace/events?limit=500');
    return page.data.events.filter((event) => event.type === 'action.invoked').at(-1)?.payload.invocation_id;
  });
  await server.request(tokens.carol, 'POST', `/v1/actions/${action}/invocations/${id}/complete`, body);
  return id;
}

const register = (action) =>
  server.request(tokens.carol, 'POST', '/v1/actions', { description: 'A test.', handler_agent: 'carol', queue: true, ...action });

const bob = await check('a host connects', () => connect('bob'));
const carol = await check('and another one as another agent', () => connect('carol'));
await check('it is told what the relay is, and who it is', () => {
  assert.match(bob.getInstructions(), /check_inbox/);
  assert.match(bob.getInstructions(), /agent "bob"/);
});
await check('the tools of existing prompts are there', async () => {
  const names = await bob.names();
  for (const name of ['register_agent', 'post_message', 'list_messages', 'check_inbox', 'send_dm', 'check_deliveries', 'actions.invoke']) {
    assert.ok(names.includes(name), name);
  }
});
await check('post_message posts, and others read it', async () => {
  const sent = await tool(bob, 'post_message', { channel: 'general', text: 'hello from a host' });
  const { messages } = await tool(carol, 'list_messages', { channel: 'general' });
  assert.deepEqual(messages.map((message) => message.id), [sent.id]);
});
await check('a refusal is a tool error that says what to do', async () => {
  await assert.rejects(() => tool(bob, 'post_message', { channel: 'nowhere', text: 'x' }), /channel_not_found.*list_channels/);
});
await check('resources are listed and read, and the prompt too', async () => {
  const { resources } = await bob.listResources();
  assert.ok(resources.some((resource) => resource.uri === 'relay://inbox'));
  const { contents } = await bob.readResource({ uri: 'relay://channels/general/messages' });
  assert.match(contents[0].text, /hello from a host/);
  const { messages } = await bob.getPrompt({ name: 'system' });
  assert.match(messages[0].content.text, /relay/);
});
await check('a message that arrives is announced', async () => {
  await subscribe(bob, 'relay://inbox', 'relay://channels/general/messages');
  await quiet(500); // the stream of a host is opened beside its requests
  await tool(carol, 'send_dm', { to: 'bob', text: 'psst' });
  await tool(carol, 'post_message', { channel: 'general', text: 'all' });
  await eventually(() => bob.told.includes('notifications/resources/updated relay://inbox'));
  await eventually(() => bob.told.includes('notifications/resources/updated relay://channels/general/messages'));
  const { deliveries } = await tool(bob, 'check_deliveries', { wait_seconds: 5 });
  assert.ok(deliveries.some((delivery) => delivery.message.text === 'psst'));
});
await check('an action that comes is announced to those who see it', async () => {
  await subscribe(carol, 'relay://channels');
  await register({ name: 'lamp.set', input_schema: { type: 'object', properties: { on: { type: 'boolean' } }, required: ['on'] } });
  await eventually(() => bob.told.includes('notifications/tools/list_changed'));
  const names = await bob.names();
  assert.ok(names.includes('lamp.set') && names.includes('lamp_set'), names.join());
});
await check('two hosts with different agents see different tools', async () => {
  await register({ name: 'secret.plan', available_to: ['carol'] });
  await eventually(async () => (await carol.names()).includes('secret.plan'));
  assert.ok(!(await bob.names()).includes('secret.plan'));
});
await check('an action is called by its alias and gives its envelope', async () => {
  const call = tool(bob, 'lamp_set', { on: true });
  const id = await answer('lamp.set', { output: { lit: true } });
  assert.deepEqual(await call, { ok: true, action: 'lamp.set', invocationId: id, output: { lit: true } });
});
await check('input that does not fit is a tool error that names the field', async () => {
  const result = await bob.callTool({ name: 'lamp.set', arguments: { on: 'maybe' } });
  assert.equal(result.isError, true);
  assert.match(result.content[0].text, /validation_failed.*on/);
  assert.equal(result.structuredContent.error.code, 'validation_failed');
});
if (transportKind === 'stdio') {
  await check('when the server restarts, the host notices nothing', async () => {
    const call = server.restart();
    await call;
    bob.told.length = 0;
    await tool(bob, 'post_message', { channel: 'general', text: 'after the restart' });
    await eventually(async () => {
      await tool(carol, 'send_dm', { to: 'bob', text: 'still there?' });
      return bob.told.includes('notifications/resources/updated relay://inbox');
    }, 20_000);
  });
}
await check('goodbye', async () => {
  await bob.close();
  await carol.close();
});
await finish(server);
