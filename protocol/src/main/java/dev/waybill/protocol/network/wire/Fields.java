package dev.waybill.protocol.network.wire;

import dev.waybill.protocol.network.Flaw;
import dev.waybill.protocol.network.json.RawJson;
import dev.waybill.protocol.network.json.Tree;
import dev.waybill.protocol.network.text.Blanks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The fields of an object by type; one of a wrong type has the given flaw.
record Fields(Tree.Members object, String where, Flaw wrongType) {
    /// What counts is the last one; a null takes an earlier one back.
    @Nullable String text(String name) {
        String text = null;
        for (Tree value : object.named(name)) {
            text =
                    switch (value) {
                        case Tree.Text string -> string.value();
                        case Tree.Nothing _ -> null;
                        default -> throw wrong(name, "a string");
                    };
        }
        return text;
    }

    /// Of a field that must be there; a null does not take an earlier one back.
    @Nullable String required(String name) {
        String text = null;
        for (Tree value : object.named(name)) {
            text =
                    switch (value) {
                        case Tree.Text string -> string.value();
                        case Tree.Nothing _ -> text;
                        default -> throw wrong(name, "a string");
                    };
        }
        return text;
    }

    @Nullable String trimmed(String name) {
        return Blanks.present(text(name));
    }

    @Nullable Long whole(String name) {
        Long whole = null;
        for (Tree value : object.named(name)) {
            whole =
                    switch (value) {
                        case Tree.Numeral numeral ->
                                numeral.whole()
                                        .orElseThrow(() -> wrong(name, "a 64-bit whole number"));
                        case Tree.Nothing _ -> null;
                        default -> throw wrong(name, "a whole number");
                    };
        }
        return whole;
    }

    Tree.@Nullable Members object(String name) {
        Tree.Members members = null;
        for (Tree value : object.named(name)) {
            members =
                    switch (value) {
                        case Tree.Members found -> found;
                        case Tree.Nothing _ -> null;
                        default -> throw wrong(name, "an object");
                    };
        }
        return members;
    }

    @Nullable Fields fields(String name) {
        Tree.Members members = object(name);
        return members == null ? null : new Fields(members, where + name + ".", wrongType);
    }

    Map<String, RawJson> map(String name) {
        Tree.Members members = object(name);
        Map<String, RawJson> map = new LinkedHashMap<>();
        if (members != null) {
            members.members().forEach(member -> map.put(member.name(), member.value().raw()));
        }
        return map;
    }

    /// Any values at all.
    List<RawJson> values(String name) {
        List<Tree> items = items(name);
        return items == null ? List.of() : items.stream().map(Tree::raw).toList();
    }

    /// Strings; null if there is no list. A null among them reads as empty.
    @Nullable List<String> texts(String name) {
        List<Tree> items = items(name);
        return items == null
                ? null
                : items.stream()
                        .map(
                                item ->
                                        switch (item) {
                                            case Tree.Text text -> text.value();
                                            case Tree.Nothing _ -> "";
                                            default -> throw wrong(name, "a list of strings");
                                        })
                        .toList();
    }

    @Nullable RawJson any(String name) {
        Tree value = object.last(name);
        return value == null ? null : value.raw();
    }

    private @Nullable List<Tree> items(String name) {
        List<Tree> items = null;
        for (Tree value : object.named(name)) {
            items =
                    switch (value) {
                        case Tree.Items found -> found.items();
                        case Tree.Nothing _ -> null;
                        default -> throw wrong(name, "a list");
                    };
        }
        return items;
    }

    private Refused wrong(String name, String expected) {
        return new Refused(wrongType, where + name + " is not " + expected);
    }
}
