package dev.waybill.protocol.network.wire;

import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.RawJson;
import dev.waybill.protocol.network.json.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Strikes secrets out of a value and leaves the rest as it was.
final class Redaction {
    private Redaction() {}

    static RawJson of(RawJson value) {
        return struck(value.tree());
    }

    static Map<String, RawJson> of(Map<String, RawJson> members) {
        Map<String, RawJson> struck = new LinkedHashMap<>();
        members.forEach((name, value) -> struck.put(name, of(value)));
        return struck;
    }

    private static RawJson struck(Tree value) {
        return switch (value) {
            case Tree.Text text ->
                    SecretPatterns.in(text.value())
                            ? text(SecretPatterns.struckOut(text.value()))
                            : text.raw();
            case Tree.Items items -> {
                List<RawJson> all = new ArrayList<>();
                items.items().forEach(item -> all.add(struck(item)));
                yield RawJson.listOf(all);
            }
            case Tree.Members members -> {
                ObjectText object = new ObjectText();
                members.members()
                        .forEach(
                                member ->
                                        object.put(
                                                SecretPatterns.struckOut(member.name()),
                                                value(member)));
                yield object.done();
            }
            case Tree.Numeral _, Tree.Flag _, Tree.Nothing _ -> value.raw();
        };
    }

    private static RawJson value(Tree.Member member) {
        boolean secret =
                SecretPatterns.names(member.name()) && SecretScan.holdsSomething(member.value());
        return secret ? text(SecretPatterns.STRUCK) : struck(member.value());
    }

    private static RawJson text(String text) {
        return RawJson.string(text);
    }
}
