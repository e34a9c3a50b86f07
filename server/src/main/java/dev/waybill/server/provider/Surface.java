package dev.waybill.server.provider;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A kind of place at a provider. `target` and `thread` say how the references of a handle are written there; no more than
/// one operation is its plain text.
public record Surface(
        String name,
        List<String> aliases,
        String target,
        @Nullable String thread,
        String description,
        List<Operation> operations) {
    public Surface {
        aliases = List.copyOf(aliases);
        operations = List.copyOf(operations);
        if (operations.stream().filter(Operation::canonicalText).count() > 1) {
            throw new IllegalArgumentException(name + " has more than one canonical operation");
        }
    }

    boolean goesBy(String other) {
        return name.equals(other) || aliases.contains(other);
    }

    public Optional<Operation> operation(String wanted) {
        return operations.stream().filter(known -> known.name().equals(wanted)).findFirst();
    }

    public Optional<Operation> canonical() {
        return operations.stream().filter(Operation::canonicalText).findFirst();
    }
}
