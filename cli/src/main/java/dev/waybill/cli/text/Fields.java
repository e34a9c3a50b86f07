package dev.waybill.cli.text;

import java.util.Arrays;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The fields of one object, each on a line of its own.
public final class Fields {
    private Fields() {}

    /// Those of the named fields that are there, in that order.
    public static String of(JsonNode object, String... names) {
        int width = Arrays.stream(names).mapToInt(String::length).max().orElse(0);
        return Arrays.stream(names)
                .filter(name -> !object.path(name).isMissingNode() && !object.path(name).isNull())
                .map(
                        name ->
                                ("%-" + width + "s  %s")
                                        .formatted(
                                                name.replace('_', ' '), Plain.field(object, name)))
                .collect(Collectors.joining("\n"));
    }
}
