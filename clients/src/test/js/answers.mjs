// The answers of the HTTP API, as they are on the wire, parse under the schemas of @relaycast/types: what the clients'
// own types promise to their users is there, as null where there is nothing.
import * as types from '@relaycast/types';
import { check, eventually, finish } from './lib.mjs';
import { workspace } from './relaycast.mjs';

const { server, key, alice, bob } = await workspace('alice', 'bob');

/** Asks, expects the status, and parses the data with the schema, or each of its entries with the schema of one. */
async function answer(schema, token, method, path, body, status = 200) {
  let data;
  await check(`${method} ${path.replace(/\d{10,}/g, ':id').replace(/dm_\w+/, ':dm').replace(/del_[^/]+/, ':del').replace(/inv_\w+/, ':inv').replace(/ot_\w+/, ':ot')}`, async () => {
    const response = await server.request(token, method, path, body);
    if (response.status !== status) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
    ({ data } = response.body);
    const wrong = (Array.isArray(schema) ? data : [data]).flatMap((entry) => {
      const result = (Array.isArray(schema) ? schema[0] : schema).safeParse(entry);
      return result.success ? [] : [`${result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}\n${JSON.stringify(entry)}`];
    });
    if (wrong.length) throw new Error(wrong.join('\n'));
    if (Array.isArray(schema) && data.length === 0) throw new Error('nothing to parse');
  });
  return data; // also when it was not as it should be, so that one fault is told once
}
const { token: a } = alice;
const { token: b } = bob;

await answer(types.CreateWorkspaceResponseSchema, undefined, 'POST', '/v1/workspaces', { name: 'other' }, 201);
await answer(types.WorkspaceLookupSchema, undefined, 'GET', '/v1/workspaces/by-name/acme');
await answer(types.WorkspaceSchema, key, 'GET', '/v1/workspace');
await answer(types.CreateAgentResponseSchema, key, 'POST', '/v1/agents', { name: 'carol' }, 201);
await answer([types.AgentSchema], key, 'GET', '/v1/agents');
await answer(types.AgentSchema, key, 'GET', '/v1/agents/alice');
await answer(types.AgentSchema, key, 'PATCH', '/v1/agents/carol', { persona: 'p' });
await answer(types.AgentSchema, a, 'GET', '/v1/agent');
await answer([types.AgentPresenceInfoSchema], key, 'GET', '/v1/agents/presence');
await answer(types.TokenRotateResponseSchema, key, 'POST', '/v1/agents/carol/rotate-token', {});
await answer(types.ReleaseAgentResponseSchema, key, 'POST', '/v1/agents/release', { name: 'carol' }, 201);

await answer(types.ChannelSchema, a, 'POST', '/v1/channels', { name: 'dev' }, 201);
await answer(types.JoinChannelResponseSchema, b, 'POST', '/v1/channels/dev/join');
await answer(types.InviteChannelResponseSchema, a, 'POST', '/v1/channels/dev/invite', { agent_name: 'carol' });
await answer(types.MuteChannelResponseSchema, b, 'POST', '/v1/channels/dev/mute');
await answer(types.MuteChannelResponseSchema, b, 'POST', '/v1/channels/dev/unmute');
await answer([types.ChannelMemberInfoSchema], a, 'GET', '/v1/channels/dev/members');
await answer(types.ChannelSchema, a, 'GET', '/v1/channels/dev');
await answer(types.ChannelSchema, a, 'PATCH', '/v1/channels/dev/topic', { topic: 't' });
await answer([types.ChannelSchema], key, 'GET', '/v1/channels');

const sent = await answer(types.MessageWithMetaSchema, a, 'POST', '/v1/channels/general/messages', { text: 'hello @bob' }, 201);
await answer(types.AddedReactionSchema, b, 'POST', `/v1/messages/${sent?.id}/reactions`, { emoji: '👍' }, 201);
await answer(types.ReadReceiptSchema, b, 'POST', `/v1/messages/${sent?.id}/read`);
await answer(types.MessageWithMetaSchema.partial({ attachments: true, reactions: true }), b, 'POST', `/v1/messages/${sent?.id}/replies`, { text: 'yes' }, 201);
await answer([types.MessageWithMetaSchema], a, 'GET', '/v1/channels/general/messages');
await answer(types.MessageWithMetaSchema, a, 'GET', `/v1/messages/${sent?.id}`);
await answer([types.ReactionGroupSchema], a, 'GET', `/v1/messages/${sent?.id}/reactions`);
await answer([types.ReaderInfoSchema], a, 'GET', `/v1/messages/${sent?.id}/readers`);
await answer([types.ChannelReadStatusSchema], a, 'GET', '/v1/channels/general/read-status');
// What was just said is found a moment later.
await eventually(async () => (await server.request(a, 'GET', '/v1/search?q=hello')).body.data.length > 0);
await answer([types.SearchMessageResultSchema], a, 'GET', '/v1/search?q=hello');

const dm = await answer(types.SendDmResponseSchema, a, 'POST', '/v1/dm', { to: 'bob', text: 'psst' }, 201);
const group = await answer(types.CreateGroupDmResponseSchema, a, 'POST', '/v1/dm/group', { participants: ['bob'] }, 201);
await answer(types.GroupDmMessageResponseSchema, a, 'POST', `/v1/dm/${group?.id}/messages`, { text: 'all' }, 201);
await answer(types.GroupDmParticipantResponseSchema, a, 'POST', `/v1/dm/${group?.id}/participants`, { agent_name: 'carol' });
await answer([types.DmConversationSummarySchema], b, 'GET', '/v1/dm/conversations');
await answer([types.DmMessageSchema], b, 'GET', `/v1/dm/${dm?.conversation_id}/messages`);
await answer([types.WorkspaceDmConversationSchema], key, 'GET', '/v1/dm/conversations/all');
await answer([types.DmMessageSchema], key, 'GET', `/v1/dm/conversations/${dm?.conversation_id}/messages`);
await answer(types.InboxResponseSchema, b, 'GET', '/v1/inbox');

const listed = await answer([types.DeliveryItemSchema], b, 'GET', '/v1/deliveries');
const [first, second, third] = listed ?? [];
await answer(types.DeliverySchema, b, 'POST', `/v1/deliveries/${first?.id}/ack`);
await answer(types.DeliverySchema, b, 'POST', `/v1/deliveries/${second?.id}/defer`, { available_at: new Date(Date.now() + 60_000).toISOString() });
await answer(types.DeliverySchema, b, 'POST', `/v1/deliveries/${(third ?? second)?.id}/fail`, {});

const token = await answer(types.ObserverTokenSchema, key, 'POST', '/v1/observer-tokens', { name: 'dash', scopes: ['stream:read'] }, 201);
await answer([types.ObserverTokenSchema], key, 'GET', '/v1/observer-tokens');
await answer(types.ObserverTokenSchema, key, 'POST', `/v1/observer-tokens/${token?.id}/rotate`, {});
await answer(types.ObserverTokenSchema, key, 'PATCH', `/v1/observer-tokens/${token?.id}`, { description: 'd' });
await check('a refusal parses too', async () => {
  types.ApiErrorSchema.parse((await eventually(() => server.request(a, 'GET', '/v1/messages/1'))).body);
});
await finish(server);
