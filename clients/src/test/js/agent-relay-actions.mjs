// @agent-relay/sdk 9.1.6: registerAction with schemas, availableTo and policies, results, and handlers that are killed.
import assert from 'node:assert/strict';
import { AgentRelay } from '@agent-relay/sdk';
import { RelayCast } from '@relaycast/sdk';
import { z } from 'zod';
import { check, eventually, finish, here, quiet, Server, start } from './lib.mjs';
import { join } from 'node:path';

const server = await Server.start();
const baseUrl = server.url;
const relay = await AgentRelay.createWorkspace({ name: 'acme', baseUrl });
const [planner, engineer, reviewer, builder, ghost] = await relay.workspace.register(
  ['planner', 'engineer', 'reviewer', 'builder', 'ghost'].map((name) => ({ name })));

const rest = async (who, method, path, body) => (await server.request(who.token ?? who, method, path, body)).body;
const invocationOf = async (who, action, id) => (await rest(who, 'GET', `/v1/actions/${action}/invocations/${id}`)).data;
const settled = (who, action, id, limit) => eventually(async () => {
  const found = await invocationOf(who, action, id);
  return ['completed', 'failed', 'denied'].includes(found.status) && found;
}, limit);
/** The action is registered in the background, so the first call may come too early. */
const invoke = (who, action, input) => eventually(() => who.capabilities.invoke(action, input).catch((error) => {
  if (['action_not_found', 'handler_unavailable'].includes(error.rawCode)) return undefined;
  throw Object.assign(new Error(`${error.statusCode} ${error.rawCode}: ${error.message}`), { refused: error });
}), 30_000).then((ack) => ack.invocationId);
const refusedWith = (rawCode, statusCode) => (error) => {
  assert.deepEqual([error.rawCode, error.statusCode], [rawCode, statusCode], error.message);
  return true;
};
function handle(agent, action, manner) {
  const child = start(process.execPath, [join(here, 'action-handler.mjs'), baseUrl, relay.workspaceKey, agent.token, action, manner],
    { cwd: here, stdio: ['ignore', 'pipe', 'inherit'] });
  child.heard = '';
  child.stdout.on('data', (data) => (child.heard += data));
  return child;
}

// It takes the server two minutes to give a handler up, so this begins first and is looked at last.
const lost = await check('a handler is killed in the middle of a call, and never comes back', async () => {
  const process = handle(ghost, 'ghost.build', 'never');
  const id = await invoke(planner, 'ghost.build', { buildNumber: 1 });
  await eventually(() => process.heard.includes('handling 1 for planner'), 20_000);
  process.kill('SIGKILL');
  return id;
});

const seen = [];
await check('an action is registered with names in camelCase, availableTo and a policy', async () => {
  engineer.registerAction({
    name: 'deploy.preview',
    description: 'Deploy a preview environment for a branch.',
    inputSchema: z.object({
      branchName: z.string().min(2),
      maxAgents: z.number().int().min(1).max(10),
      userID: z.string().optional(),
      targetHosts: z.array(z.object({ hostName: z.string(), portNumber: z.number() })).default([]),
      extraEnv: z.record(z.string(), z.string()).optional(),
    }),
    outputSchema: z.object({ previewUrl: z.string(), hostCount: z.number() }),
    availableTo: ['planner'],
    policy: (input, ctx) => ({ allowed: input.branchName !== 'main', reason: `${ctx.caller.name} may not deploy main.` }),
    handler: ({ input, agent, ctx }) => {
      seen.push({ input, agent: agent.name, caller: ctx.caller.name, type: ctx.caller.type });
      if (input.branchName === 'broken') throw new Error('no such branch');
      return { previewUrl: `https://${input.branchName}.example`, hostCount: input.targetHosts.length };
    },
  });
  const mine = await eventually(async () => (await rest(planner, 'GET', '/v1/actions')).data.find((action) => action.name === 'deploy.preview'));
  assert.deepEqual(mine.available_to, ['planner']);
  assert.deepEqual(Object.keys(mine.input_schema.properties).sort(), ['branch_name', 'extra_env', 'max_agents', 'target_hosts', 'user_i_d']);
  assert.ok(!(await rest(reviewer, 'GET', '/v1/actions')).data.some((action) => action.name === 'deploy.preview'));
});
await check('what the SDK sends is valid, and the handler knows the caller', async () => {
  const input = { branchName: 'feature', maxAgents: 3, userID: 'u1', targetHosts: [{ hostName: 'a', portNumber: 80 }], extraEnv: { someKey: 'x' } };
  const id = await invoke(planner, 'deploy.preview', input);
  const done = await settled(planner, 'deploy.preview', id);
  assert.equal(done.status, 'completed', JSON.stringify(done));
  assert.deepEqual(seen.at(-1), { input, agent: 'planner', caller: 'planner', type: 'agent' });
  assert.deepEqual(done.result, { ok: true, action: 'deploy.preview', invocationId: id, output: { preview_url: 'https://feature.example', host_count: 1 } });
});
await check('the result is on the invocation for the SDK, too', async () => {
  const id = await invoke(planner, 'deploy.preview', { branchName: 'feature', maxAgents: 1 });
  await settled(planner, 'deploy.preview', id);
  const shown = await new RelayCast({ apiKey: relay.workspaceKey, baseUrl }).as(planner.token).actions.getInvocation('deploy.preview', id);
  assert.deepEqual(shown.result, { ok: true, action: 'deploy.preview', invocationId: id, output: { previewUrl: 'https://feature.example', hostCount: 0 } });
});
await check('what has a default may be left out', async () => {
  const id = await invoke(planner, 'deploy.preview', { branchName: 'feature', maxAgents: 1 });
  assert.equal((await settled(planner, 'deploy.preview', id)).status, 'completed');
  assert.deepEqual(seen.at(-1).input.targetHosts, []);
});
await check('a call may wait for its result', async () => {
  const { status, body } = await server.request(planner.token, 'POST', '/v1/actions/deploy.preview/invoke?wait=20s', { input: { branchName: 'feature', maxAgents: 1 } });
  assert.equal(status, 200);
  assert.equal(body.data.result.output.preview_url, 'https://feature.example');
});
await check('wrong input is refused with 422 before the handler hears of it', async () => {
  const before = seen.length;
  for (const input of [
    { branchName: 'feature' },
    { branchName: 'feature', maxAgents: 11 },
    { branchName: 'feature', maxAgents: '3' },
    { branchName: 'f', maxAgents: 3 },
    { branchName: 'feature', maxAgents: 1, targetHosts: [{ hostName: 'a' }] },
  ]) {
    await assert.rejects(() => planner.capabilities.invoke('deploy.preview', input), refusedWith('validation_failed', 422), JSON.stringify(input));
  }
  assert.equal(seen.length, before);
  const refused = await rest(planner, 'POST', '/v1/actions/deploy.preview/invoke', { input: { branchName: 'feature' } });
  const kept = await invocationOf(planner, 'deploy.preview', refused.error.invocation_id);
  assert.deepEqual([kept.result.ok, kept.result.error.code], [false, 'validation_failed']);
  assert.match(JSON.stringify(kept.result.error), /maxAgents|max_agents/);
});
await check('availableTo holds on the server', async () => {
  await assert.rejects(() => reviewer.capabilities.invoke('deploy.preview', { branchName: 'feature', maxAgents: 1 }), refusedWith('action_denied', 403));
});
await check('a policy of the handler refuses with its reason', async () => {
  const before = seen.length;
  const id = await invoke(planner, 'deploy.preview', { branchName: 'main', maxAgents: 1 });
  const { result } = await settled(planner, 'deploy.preview', id);
  assert.equal(result.ok, false);
  assert.equal(result.error.message, 'planner may not deploy main.');
  assert.equal(seen.length, before);
});
await check('a handler that throws fails the call with handler_failed', async () => {
  const id = await invoke(planner, 'deploy.preview', { branchName: 'broken', maxAgents: 1 });
  const { result } = await settled(planner, 'deploy.preview', id);
  assert.deepEqual([result.ok, result.error.code, result.error.message], [false, 'handler_failed', 'no such branch']);
});
await check('a caller that was away gets action.completed when it is back, once', async () => {
  const caller = new RelayCast({ apiKey: relay.workspaceKey, baseUrl }).as(reviewer.token);
  engineer.registerAction({ name: 'open.build', description: 'for all', handler: () => ({ builtNumber: 7 }) });
  const id = await invoke(reviewer, 'open.build', {});
  await settled(reviewer, 'open.build', id);
  const events = [];
  caller.on.any((event) => events.push(event));
  caller.connect();
  const told = () => events.filter((event) => event.type === 'action.completed' && event.invocationId === id);
  await eventually(() => told().length === 1);
  assert.deepEqual(told()[0].output, { builtNumber: 7 });
  await caller.disconnect();
  await quiet(300);
  caller.connect();
  await quiet(1_000);
  assert.equal(told().length, 1);
  await caller.disconnect();
});
await check('a handler that is killed and started again gets the call again', async () => {
  const first = handle(builder, 'builder.build', 'never');
  const id = await invoke(planner, 'builder.build', { buildNumber: 2 });
  await eventually(() => first.heard.includes('handling 2'), 20_000);
  first.kill('SIGKILL');
  const second = handle(builder, 'builder.build', 'at once');
  const done = await settled(planner, 'builder.build', id, 90_000);
  assert.equal(done.status, 'completed', JSON.stringify(done));
  assert.equal(done.result.output.built_number, 2);
  assert.equal(done.result.output.pid, second.pid);
  assert.match(second.heard, /handling 2 for planner/);
  second.kill('SIGKILL');
});
await check('a rule tells of every call that was confirmed, once, though the server is killed', async () => {
  await rest(planner, 'POST', '/v1/channels', { name: 'ops' });
  await rest(relay.workspaceKey, 'POST', '/v1/rules', {
    on: { types: ['action.invoked'], action: 'open.*', caller: 'planner' }, notify: { channel: '#ops' }, text: '{invocation_id}',
  });
  const confirmed = [];
  for (let n = 0; n < 3; n++) {
    const calling = (async () => {
      for (;;) {
        const { status, body } = await server.request(planner.token, 'POST', '/v1/actions/open.build/invoke', { input: {} });
        if (status === 201) confirmed.push(body.data.invocation_id);
      }
    })().catch(() => 'the connection broke, as it should');
    const goal = confirmed.length + 20;
    await eventually(() => confirmed.length >= goal, 40_000);
    await server.kill();
    await calling;
    await server.boot();
  }
  const told = async () => {
    const all = [];
    let before;
    for (;;) {
      const page = (await rest(relay.workspaceKey, 'GET', `/v1/channels/ops/messages?limit=100${before ? `&before=${before}` : ''}`)).data;
      all.push(...page.map((message) => message.text));
      if (page.length < 100) return all;
      before = page.at(-1).id;
    }
  };
  await eventually(async () => {
    const texts = new Set(await told());
    return confirmed.every((id) => texts.has(id));
  }, 20_000);
  const texts = await told();
  assert.equal(new Set(texts).size, texts.length, 'none twice');
});
await check('the call whose handler never came back has failed, may be tried again, and its caller is told', async () => {
  const { result } = await settled(planner, 'ghost.build', lost, 115_000);
  assert.deepEqual([result.ok, result.error.code, result.error.retryable], [false, 'handler_failed', true], JSON.stringify(result));
  const { data } = await rest(planner, 'GET', '/v1/deliveries?limit=200');
  const mail = data.filter((delivery) => delivery.reason === 'action-result' && JSON.stringify(delivery).includes(lost));
  assert.equal(mail.length, 1);
});
await finish(server);
