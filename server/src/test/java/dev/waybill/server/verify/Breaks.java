package dev.waybill.server.verify;

import java.util.List;

/// What would break each invariant of a sound world.
final class Breaks {
    /// Statements after which the invariant does not hold.
    record Break(Invariant invariant, List<String> statements) {}

    static final List<Break> ALL =
            List.of(
                    of(
                            WorkspaceInvariants.MEMBERS,
                            "update member set agent_id = 21 where channel_id = 31 and agent_id = 11"),
                    of(WorkspaceInvariants.TOKENS, "update access_token set owner = '99'"),
                    of(WorkspaceInvariants.TOKENS, "update access_token set owner = '21'"),
                    of(WorkspaceInvariants.SESSION_EVENTS, "update agent set event_seq = 0"),
                    of(MessageInvariants.LEDGER, "delete from ledger where seq = 5"),
                    of(MessageInvariants.LEDGER, "delete from ledger where seq = 16"),
                    of(MessageInvariants.LEDGER, "delete from ledger where seq = 1"),
                    of(MessageInvariants.LEDGER, "update ledger set seq = 17 where seq = 3"),
                    of(MessageInvariants.LEDGER_OWNER, "update ledger set workspace_id = 3"),
                    of(
                            MessageInvariants.ON_RECORD,
                            "update ledger set type = 'x' where type = 'message.created'"),
                    of(
                            MessageInvariants.ON_RECORD,
                            "update ledger set type = 'dm.received', subject = '101' where seq = 16"),
                    of(
                            MessageInvariants.SUBJECT,
                            "update ledger set subject = '999' where subject = '102'"),
                    of(MessageInvariants.PLACE, "update message set agent_id = 21 where id = 101"),
                    of(MessageInvariants.PLACE, "update message set channel_id = 9 where id = 102"),
                    of(
                            MessageInvariants.THREAD,
                            "update message set thread_id = 101 where id = 103"),
                    of(MessageInvariants.THREAD, "update message set thread_id = 7 where id = 103"),
                    of(MessageInvariants.DELIVERED, "delete from delivery where message_id = 101"),
                    of(
                            MessageInvariants.ONCE,
                            "update message set idempotency_key = 'k1', thread_id = 102 where id = 102"),
                    of(MessageInvariants.ANSWERS, "update idempotency set workspace_id = 3"),
                    of(DeliveryInvariants.COUNTER, "update agent set delivery_seq = 5"),
                    of(
                            DeliveryInvariants.CURSORS,
                            "update agent set transport_seq = 7 where id = 12"),
                    of(DeliveryInvariants.GAPS, "delete from delivery where seq = 4"),
                    of(DeliveryInvariants.GAPS, "update agent set delivery_seq = 7 where id = 12"),
                    of(DeliveryInvariants.MESSAGE, "delete from message where id = 104"),
                    of(
                            DeliveryInvariants.MESSAGE,
                            "update message set workspace_id = 2 where id = 104"),
                    of(
                            DeliveryInvariants.MESSAGE,
                            "update delivery set agent_id = 13 where seq = 5"),
                    of(
                            DeliveryInvariants.STATE,
                            "update delivery set status = 'lost' where seq = 5"),
                    of(
                            DeliveryInvariants.STATE,
                            "update delivery set status = 'deferred' where seq = 5"),
                    of(DeliveryInvariants.STATE, "update delivery set seq = -5 where seq = 5"),
                    of(
                            DeliveryInvariants.ATTEMPTS,
                            "update delivery set status = null where seq = 2"),
                    of(DeliveryInvariants.ATTEMPTS, "delete from delivery where seq = 4"),
                    of(
                            DeliveryInvariants.ACKS,
                            "update ledger set subject = '12:2' where subject = '12:1'"),
                    of(DeliveryInvariants.ACKS, "update agent set ack_seq = 0 where id = 12"),
                    of(
                            DeliveryInvariants.ON_RECORD,
                            "update ledger set subject = 'x' where subject = 'del_103_12'"),
                    of(
                            ActionInvariants.SETTLED,
                            "update invocation set completed_at = 1 where id = 'inv_3'"),
                    of(
                            ActionInvariants.SETTLED,
                            "update invocation set error = null where id = 'inv_2'"),
                    of(
                            ActionInvariants.ON_RECORD,
                            "update ledger set subject = 'inv_3' where type = 'action.failed'"),
                    of(ActionInvariants.CALLER, "update invocation set caller_id = 21"),
                    of(OutboundInvariants.EVENTS, "delete from outbound_event where seq = 2"),
                    of(OutboundInvariants.EVENTS, "delete from outbound_event where seq = 3"),
                    of(OutboundInvariants.EVENTS, "delete from outbound_event"),
                    of(
                            OutboundInvariants.CHAIN,
                            "update outbound_event set from_status = 'failed' where seq = 3"),
                    of(OutboundInvariants.OWNED, "delete from outbound_attempt"),
                    of(OutboundInvariants.SETTLED, "update outbound_attempt set claim = 'me'"),
                    of(
                            OutboundInvariants.ON_RECORD,
                            "update ledger set type = 'x' where type = 'outbound.sent'"),
                    of(SourceInvariants.EVENTS, "update event_source set last_seq = 6"),
                    of(SourceInvariants.ENTRIES, "delete from event_inbox"),
                    of(SourceInvariants.ITEMS, "delete from event_item"),
                    of(SourceInvariants.MAIL, "update event_entry set message_id = null"),
                    of(NetworkInvariants.INBOX, "delete from message where id = 105"),
                    of(NetworkInvariants.OUTBOX, "delete from network_message"),
                    of(NetworkInvariants.SESSIONS, "update network_session set agent_id = 21"));

    private Breaks() {}

    private static Break of(Invariant invariant, String... statements) {
        return new Break(invariant, List.of(statements));
    }
}
