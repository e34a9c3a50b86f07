package dev.waybill.protocol.network.wire;

import dev.waybill.protocol.network.json.Tree;
import dev.waybill.protocol.network.text.Blanks;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Looks for secrets in a body, and in what the members of `proof` and `ext` hold. It finds prose too.
final class SecretScan {
    private final Set<String> places = new LinkedHashSet<>();

    private SecretScan() {}

    static SecretScan of(Draft draft) {
        SecretScan scan = new SecretScan();
        if (draft.body() != null) {
            scan.look(draft.body(), "body");
        }
        scan.lookInto(draft.proof(), "proof");
        scan.lookInto(draft.extensions(), "ext");
        return scan;
    }

    boolean clean() {
        return places.isEmpty();
    }

    /// Which parts of the envelope they are in.
    List<String> places() {
        return List.copyOf(places);
    }

    private void lookInto(Tree.@Nullable Members members, String place) {
        if (members != null) {
            members.members().forEach(member -> look(member.value(), place));
        }
    }

    private void look(Tree value, String place) {
        if (found(value)) {
            places.add(place);
        }
    }

    private static boolean found(Tree value) {
        return switch (value) {
            case Tree.Text text -> SecretPatterns.in(text.value());
            case Tree.Items items -> items.items().stream().anyMatch(SecretScan::found);
            case Tree.Members members -> members.members().stream().anyMatch(SecretScan::found);
            case Tree.Numeral _, Tree.Flag _, Tree.Nothing _ -> false;
        };
    }

    private static boolean found(Tree.Member member) {
        return SecretPatterns.in(member.name())
                || (SecretPatterns.names(member.name()) && holdsSomething(member.value()))
                || found(member.value());
    }

    static boolean holdsSomething(Tree value) {
        return switch (value) {
            case Tree.Text text ->
                    Blanks.present(text.value()) != null
                            && !text.value().contains(SecretPatterns.STRUCK);
            case Tree.Items items -> !items.items().isEmpty();
            case Tree.Members members -> !members.members().isEmpty();
            case Tree.Numeral _, Tree.Flag _ -> true;
            case Tree.Nothing _ -> false;
        };
    }
}
