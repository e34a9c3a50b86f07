package dev.waybill.server.message;

import dev.waybill.server.store.LookUp;
import dev.waybill.server.store.Tx;
import java.util.List;
import java.util.stream.Collectors;

/// Who the agents are that messages go to by their names.
record NameLookUp(AgentNames.Named recipient) implements LookUp {
    @Override
    public void together(Tx tx, List<LookUp> all) {
        AgentNames.of(tx)
                .lookUp(
                        tx,
                        all.stream()
                                .map(NameLookUp.class::cast)
                                .map(NameLookUp::recipient)
                                .collect(Collectors.toSet()));
    }
}
