// What the scripts about actions share: a workspace with agents, calls, their ends, and handlers in processes of their own.
import { join } from 'node:path';
import { AgentRelay } from '@agent-relay/sdk';
import { eventually, here, Server, start } from './lib.mjs';

export const server = await Server.start();
export const baseUrl = server.url;
export const relay = await AgentRelay.createWorkspace({ name: 'acme', baseUrl });

export const rest = async (who, method, path, body) => (await server.request(who.token ?? who, method, path, body)).body;
export const invocationOf = async (who, action, id) => (await rest(who, 'GET', `/v1/actions/${action}/invocations/${id}`)).data;
export const settled = (who, action, id, limit) => eventually(async () => {
  const found = await invocationOf(who, action, id);
  return ['completed', 'failed', 'denied'].includes(found.status) && found;
}, limit);

/** The action is registered in the background, so the first call may come too early. */
export const invoke = (who, action, input) => eventually(() => who.capabilities.invoke(action, input).catch((error) => {
  if (['action_not_found', 'handler_unavailable'].includes(error.rawCode)) return undefined;
  throw error;
}), 30_000).then((ack) => ack.invocationId);

/** Starts a process that handles the action as the agent. */
export function handle(agent, action, manner) {
  const child = start(process.execPath, [join(here, 'action-handler.mjs'), baseUrl, relay.workspaceKey, agent.token, action, manner],
    { cwd: here, stdio: ['ignore', 'pipe', 'inherit'] });
  child.heard = '';
  child.stdout.on('data', (data) => (child.heard += data));
  return child;
}
