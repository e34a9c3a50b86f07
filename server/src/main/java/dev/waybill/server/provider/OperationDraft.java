package dev.waybill.server.provider;

import dev.waybill.protocol.outbound.Idempotence;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// An operation while it is being written down. Until it is said otherwise it takes nothing, is not plain text, can be taken
/// back, and would be done twice.
public final class OperationDraft {
    private final String name;
    private final String title;
    private final String description;
    private ObjectNode input = Shape.nothing();
    private @Nullable ObjectNode result;
    private boolean canonical;
    private Idempotence idempotence = Idempotence.NONE;
    private boolean destructive;
    private List<String> permissions = List.of();

    public OperationDraft(String name, String title, String description) {
        this.name = name;
        this.title = title;
        this.description = description;
    }

    public OperationDraft takes(ObjectNode schema) {
        this.input = schema;
        return this;
    }

    public OperationDraft gives(ObjectNode schema) {
        this.result = schema;
        return this;
    }

    public OperationDraft canonical() {
        this.canonical = true;
        return this;
    }

    public OperationDraft idempotence(Idempotence kind) {
        this.idempotence = kind;
        return this;
    }

    public OperationDraft destructive() {
        this.destructive = true;
        return this;
    }

    public OperationDraft needs(String... names) {
        this.permissions = List.of(names);
        return this;
    }

    public Operation done() {
        return new Operation(
                name,
                title,
                description,
                input,
                result,
                canonical,
                idempotence,
                destructive,
                permissions);
    }
}
