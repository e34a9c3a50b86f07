// The version of @relaycast/sdk under test, and a workspace with a few agents in it.
import { eventually, Server } from './lib.mjs';

export const sdkName = process.argv[2] ?? '@relaycast/sdk';
export const sdk = await import(sdkName);
export const { RelayCast, SDK_VERSION } = sdk;

/** A server, a workspace, and one client per name, each with its token and id. */
export async function workspace(...names) {
  const server = await Server.start();
  const created = await RelayCast.createWorkspace('acme', { baseUrl: server.url });
  const relay = new RelayCast({ apiKey: created.apiKey, baseUrl: server.url });
  const agents = {};
  for (const name of names) agents[name] = await join(relay, name);
  return { server, relay, key: created.apiKey, ...agents };
}

export async function join(relay, name) {
  const { token, id } = await relay.agents.register({ name });
  return Object.assign(relay.as(token), { token, id, agentName: name });
}

/** Resolves when the socket of a client is open, and not much later. */
export async function connected(client) {
  let open = false;
  client.on.connected(() => (open = true));
  await eventually(() => open);
}

/** Connects an agent and keeps every event that it gets. Resolves once the server has answered its registration. */
export async function listen(agent) {
  const events = [];
  agent.connect();
  agent.on.any((event) => events.push(event));
  await connected(agent);
  // The server puts the direct node online when it has taken the registration, which is answered to nobody.
  await eventually(async () => (await agent.me()).status === 'online');
  return {
    all: events,
    of: (type) => events.filter((event) => event.type === type),
    find: (type, text) => events.find((event) => event.type === type && event.message?.text === text),
  };
}
