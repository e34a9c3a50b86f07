package dev.waybill.server.mcp.tool;

import dev.waybill.server.http.route.ErrorCode;

/// What a model may do about a refusal.
final class Advice {
    private Advice() {}

    static String on(ErrorCode code) {
        return switch (code) {
            case CHANNEL_NOT_FOUND ->
                    "list_channels shows the channels there are; create_channel makes one.";
            case CHANNEL_ALREADY_EXISTS -> "It is there already: join_channel takes you in.";
            case CHANNEL_ARCHIVED ->
                    "Nothing more is said in an archived channel; use another one.";
            case NOT_A_MEMBER -> "join_channel first.";
            case AGENT_NOT_FOUND -> "list_agents shows the agents there are, by their names.";
            case MESSAGE_NOT_FOUND ->
                    "Ids of messages come from list_messages, search_messages and check_inbox.";
            case DM_CONVERSATION_NOT_FOUND -> "list_dms shows your conversations.";
            case DELIVERY_NOT_FOUND ->
                    "check_deliveries shows what is open; one that came again has a new id.";
            case ACTION_NOT_FOUND, ACTION_DENIED -> "actions.list shows the actions you may call.";
            case INVOCATION_NOT_FOUND ->
                    "An invocation is shown to its caller and its handler, under the name of its"
                            + " action.";
            case NODE_NOT_FOUND,
                    HANDLER_UNAVAILABLE,
                    NODE_DISPATCH_UNAVAILABLE,
                    CAPABILITY_MISMATCH ->
                    "query_nodes shows the nodes there are and what they can do; try again when one"
                            + " is online.";
            case NETWORK_SESSION_NOT_FOUND ->
                    "network_join gives you a session in a channel of the network.";
            case NETWORK_CHANNEL_NOT_FOUND -> "network_channels shows the channels there are.";
            case NETWORK_PEER_NOT_FOUND ->
                    "network_peers shows who is there; one that has not shown itself lately cannot"
                            + " be written to.";
            case NETWORK_THREAD_NOT_FOUND -> "network_threads shows the threads of a channel.";
            case NETWORK_DIRECT_NOT_FOUND ->
                    "network_directs shows your rooms, network_direct_resolve finds one.";
            case NETWORK_WORK_NOT_FOUND -> "network_work lists the work there is.";
            case NETWORK_WORK_CLOSED ->
                    "Work that has ended never begins again; begin new work with a new work_id.";
            case NETWORK_CONTAINER_MISMATCH ->
                    "Work stays in its conversation; in another one use a new work_id.";
            case NETWORK_ID_CONFLICT -> "Leave `id` out, or choose another one.";
            case UNKNOWN_ITEM, UNKNOWN_ENTRY -> "event_inbox shows what is there, with its ids.";
            case HANDLE_MISSING ->
                    "There is nowhere to answer it; an entry of several items may have items that"
                            + " can be answered one by one.";
            case UNKNOWN_OPERATION,
                    OPERATION_NOT_AVAILABLE,
                    NOT_CANONICAL,
                    INVALID_HANDLE,
                    UNSUPPORTED_PROVIDER ->
                    "deliver_actions shows what can be done there, and how.";
            case INVALID_INPUT ->
                    "Mend the input by the input_schema of deliver_actions and call again; nothing"
                            + " was done.";
            case UNKNOWN_DELIVERY ->
                    "Ids of attempts come from deliver_invoke, deliver_send and deliver_list; you see your own,"
                            + " and what waits for your word.";
            case IDEMPOTENCY_CONFLICT ->
                    "Something else was asked for under this key; take another one.";
            case DELIVERY_STATE_CONFLICT ->
                    "deliver_status shows how it stands; only what is queued can be cancelled, and only"
                            + " what failed or is unknown tried again.";
            case POLICY_DENIED -> "A rule of the operator forbids it; do not try another way.";
            case PROVIDER_NOT_CONFIGURED, PROVIDER_AUTH, UNKNOWN_CREDENTIAL ->
                    "The operator has to give the server a credential that is good for this.";
            case PROVIDER_RATE_LIMITED, PROVIDER_UNAVAILABLE ->
                    "It was tried several times; call again later.";
            case PROVIDER_TIMEOUT ->
                    "It may have been done: look with deliver_status before anything is asked for"
                            + " again.";
            case PROVIDER_REJECTED, PROVIDER_NOT_FOUND ->
                    "The same again would be refused again; change what is asked for.";
            case AGENT_TOKEN_REQUIRED -> "Say in `as` for which agent you act.";
            case UNAUTHORIZED, FORBIDDEN, AGENT_TOKEN_INVALID ->
                    "The token of this connection does not allow it; somebody with the workspace"
                            + " key can.";
            case RATE_LIMIT_EXCEEDED, UNAVAILABLE -> "Try again in a moment.";
            case INVALID_REQUEST,
                    INVALID_CHANNEL_NAME,
                    RESERVED_CHANNEL_NAME,
                    INVALID_RELEASE_REQUEST,
                    AMBIGUOUS_TARGET,
                    UNKNOWN_FIELD,
                    INVALID_IDEMPOTENCY_KEY,
                    NETWORK_ENVELOPE_INVALID,
                    NETWORK_PAYLOAD_TOO_LARGE ->
                    "Mend the arguments and call again.";
            default -> "";
        };
    }
}
