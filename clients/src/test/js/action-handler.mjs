// A process that handles one action with @agent-relay/sdk until it is killed. Arguments: url, workspace key, agent token, action,
// and how it answers: at once, or never.
import { AgentRelay } from '@agent-relay/sdk';
import { z } from 'zod';

const [baseUrl, workspaceKey, apiToken, action, manner] = process.argv.slice(2);
const relay = new AgentRelay({ workspaceKey, baseUrl });
const agent = await relay.workspace.reconnect({ apiToken });
agent.registerAction({
  name: action,
  description: 'handled by a process of its own',
  inputSchema: z.object({ buildNumber: z.number().int() }),
  handler: ({ input, ctx }) => {
    console.log(`handling ${input.buildNumber} for ${ctx.caller.name}`);
    return manner === 'never' ? new Promise(() => {}) : { builtNumber: input.buildNumber, pid: process.pid };
  },
});
setInterval(() => {}, 1_000);
