package dev.waybill.protocol.source;

import java.util.List;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/// What an agent has to read, oldest first.
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
public record InboxEntryList(String agentId, String inboxId, List<InboxEntry> entries) {
    public InboxEntryList {
        entries = List.copyOf(entries);
    }
}
