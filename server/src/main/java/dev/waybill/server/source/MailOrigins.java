package dev.waybill.server.source;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Origin;
import dev.waybill.server.workspace.Supplies;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Finds the mail that a handle answers: its thread names it, and its target is who wrote it. Whoever else asks for it is told
/// nothing. Of several mails under one id, which anybody may send, it is the first that the target wrote.
final class MailOrigins {
    private static final String MAIL =
            """
            select e.id, e.source_id, e.metadata, e.payload from event_source s join event e on e.source_id = s.id
            where s.workspace_id = ? and s.type = 'email' and e.native_id = ?
            order by e.created_at, e.source_id, e.variant limit 100
            """;

    private final Supplies supplies;

    MailOrigins(Supplies supplies) {
        this.supplies = supplies;
    }

    Optional<Origin> find(WorkspaceId workspace, DeliveryHandle handle) {
        String thread = handle.threadRef();
        if (thread == null || !handle.provider().equals("email")) {
            return Optional.empty();
        }
        return supplies
                .database()
                .read(
                        tx ->
                                tx.list(
                                        MAIL,
                                        row ->
                                                new Origin(
                                                        row.text(1),
                                                        row.text(2),
                                                        supplies.json().tree(row.text(3)),
                                                        supplies.json().tree(row.text(4))),
                                        workspace,
                                        "email_message:" + thread))
                .stream()
                .filter(mail -> wrote(mail.metadata(), handle.targetRef()))
                .findFirst();
    }

    private static boolean wrote(JsonNode mail, String address) {
        return Stream.concat(Stream.of(mail.path("from")), mail.path("replyTo").valueStream())
                .anyMatch(one -> one.asString("").equalsIgnoreCase(address));
    }
}
