// The command line of the MCP Inspector against Waybill's own MCP server, over HTTP and through `waybill mcp`.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, finish, folder, here, run, Server, waybill } from './lib.mjs';

const server = await Server.start();
const key = (await server.request(undefined, 'POST', '/v1/workspaces', { name: 'acme' })).body.data.api_key;
const token = (await server.request(key, 'POST', '/v1/agents', { name: 'bob' })).body.data.token;
const inspector = join(here, 'node_modules/@modelcontextprotocol/inspector-cli/build/cli.js');
const home = folder('home');
// By itself the command line looks for the description of the whole Inspector, which it is a part of.
writeFileSync(join(here, 'node_modules/@modelcontextprotocol/package.json'), '{"name":"@modelcontextprotocol/inspector","version":"1.0.3"}');

/** What it prints, which is the result of the method. */
async function inspect(target, ...args) {
  const { code, out, err } = await run(process.execPath, [inspector, '--cli', ...target, ...args], {
    env: { PATH: process.env.PATH, HOME: home },
  });
  assert.equal(code, 0, `${out}\n${err}`);
  return JSON.parse(out.slice(out.indexOf('{')));
}

// The block that hosts have, with the key of the workspace: the agent is registered on the way, and its token kept.
const config = join(home, 'mcp.json');
writeFileSync(config, JSON.stringify({
  mcpServers: {
    waybill: { ...waybill('mcp', '--agent', 'scout'), env: { WAYBILL_URL: server.url, WAYBILL_KEY: key, HOME: home } },
  },
}));
const targets = {
  http: [`${server.url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`],
  stdio: ['--config', config, '--server', 'waybill'],
};
for (const [name, target] of Object.entries(targets)) {
  await check(`${name}: tools are listed`, async () => {
    const { tools } = await inspect(target, '--method', 'tools/list');
    assert.ok(tools.some((tool) => tool.name === 'post_message'));
  });
  await check(`${name}: a tool is called`, async () => {
    const result = await inspect(
      target, '--method', 'tools/call', '--tool-name', 'post_message', '--tool-arg', 'channel=general', `text=by ${name}`);
    assert.equal(result.structuredContent.text, `by ${name}`);
  });
  await check(`${name}: resources and prompts are listed`, async () => {
    assert.ok((await inspect(target, '--method', 'resources/list')).resources.length >= 4);
    assert.equal((await inspect(target, '--method', 'prompts/list')).prompts[0].name, 'system');
  });
}
await check('what both posted is there', async () => {
  const { body } = await server.request(key, 'GET', '/v1/channels/general/messages');
  assert.deepEqual(body.data.map((message) => `${message.agent_name}: ${message.text}`).sort(), ['bob: by http', 'scout: by stdio']);
});
await finish(server);
