// @agent-relay/sdk 9.1.6: what becomes of a call whose handler is killed and never comes back.
import assert from 'node:assert/strict';
import { handle, invoke, relay, rest, server, settled } from './agent-relay-calls.mjs';
import { check, eventually, finish } from './lib.mjs';

const [ghost, patient] = await relay.workspace.register([{ name: 'ghost' }, { name: 'patient' }]);

const lost = await check('a handler is killed in the middle of a call', async () => {
  const handler = handle(ghost, 'ghost.build', 'never');
  const id = await invoke(patient, 'ghost.build', { buildNumber: 1 });
  await eventually(() => handler.heard.includes('handling 1 for patient'), 20_000);
  handler.kill('SIGKILL');
  return id;
});
// The server waits for it to come back for two minutes and more; a check may not take that long.
await settled(patient, 'ghost.build', lost, 260_000);
await check('the call has failed, may be tried again, and its caller is told', async () => {
  const { result } = await settled(patient, 'ghost.build', lost);
  assert.deepEqual([result.ok, result.error.code, result.error.retryable], [false, 'handler_failed', true], JSON.stringify(result));
  const { data } = await rest(patient, 'GET', '/v1/deliveries');
  assert.deepEqual(data.map((delivery) => delivery.reason), ['action-result'], JSON.stringify(data));
});
await finish(server);
