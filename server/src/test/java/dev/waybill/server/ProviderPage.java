package dev.waybill.server;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.provider.CredentialField;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Surface;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The page about one provider, made of nothing but what it says of itself.
record ProviderPage(Provider provider) {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    String text() {
        return Stream.concat(
                        Stream.of(head(), credentials(), overview()),
                        provider.surfaces().stream().map(this::surface))
                .collect(Collectors.joining("\n"));
    }

    private String head() {
        return "<!-- Generated: mvn test -Dupdate.docs=true -->\n# %s\n\n%s\n"
                .formatted(provider.title(), provider.description());
    }

    private String credentials() {
        String rows =
                provider.credentialFields().stream().map(this::row).collect(Collectors.joining());
        return """
        ## What it is used with

        | field | | setting | meaning |
        |---|---|---|---|
        """
                + rows
                + """

        The operator sets these in the configuration or the environment; a workspace keeps its own:

        """
                + "    waybill credential set work --provider "
                + provider.name()
                + needed().map(ProviderPage::given).collect(Collectors.joining())
                + """


        Calls with one credential are made one after the other, `outbound.spacing` apart; what the provider asks to wait is
        waited, and what failed for a while is tried up to five times.
        """;
    }

    /// What is required; where nothing is, the first that is secret.
    private Stream<CredentialField> needed() {
        List<CredentialField> fields = provider.credentialFields();
        return fields.stream().anyMatch(CredentialField::required)
                ? fields.stream().filter(CredentialField::required)
                : fields.stream().filter(CredentialField::secret).limit(1);
    }

    private static String given(CredentialField field) {
        return " --field " + field.name() + "=" + (field.secret() ? "-" : "…");
    }

    private String row(CredentialField field) {
        return "| `%s` | %s%s | `providers.%s.%s` | %s |\n"
                .formatted(
                        field.name(),
                        field.required() ? "required" : "optional",
                        field.secret() ? ", secret" : "",
                        provider.name(),
                        field.name(),
                        field.meaning());
    }

    private String overview() {
        List<String> names =
                provider.surfaces().stream()
                        .flatMap(surface -> surface.operations().stream())
                        .map(Operation::name)
                        .distinct()
                        .toList();
        StringBuilder table = new StringBuilder("## What can be done where\n\n| |");
        provider.surfaces().forEach(one -> table.append(" `" + one.name() + "` |"));
        table.append("\n|---|").append("---|".repeat(provider.surfaces().size())).append('\n');
        for (String name : names) {
            table.append("| `" + name + "` |");
            provider.surfaces().forEach(one -> table.append(" " + mark(one, name) + " |"));
            table.append('\n');
        }
        return table.append("\n**text** is what `waybill deliver send` does there.\n").toString();
    }

    private static String mark(Surface surface, String operation) {
        return surface.operation(operation)
                .map(one -> one.canonicalText() ? "**text**" : "yes")
                .orElse("");
    }

    private String surface(Surface surface) {
        return "## `%s`\n\n%s\n\n- target: %s\n%s%s\n%s"
                .formatted(
                        surface.name(),
                        surface.description(),
                        surface.target(),
                        surface.thread() == null ? "" : "- thread: " + surface.thread() + "\n",
                        surface.aliases().isEmpty()
                                ? ""
                                : "- also called: " + String.join(", ", surface.aliases()) + "\n",
                        surface.operations().stream()
                                .map(one -> operation(surface, one))
                                .collect(Collectors.joining("\n")));
    }

    private String operation(Surface surface, Operation operation) {
        return """
        ### %s: `%s`

        %s

        - done twice: %s%s%s

        ```json
        %s
        ```

            waybill deliver invoke --provider %s --surface %s --target '…' --operation %s --input-json '{…}'
        """
                .formatted(
                        operation.title(),
                        operation.name(),
                        operation.description(),
                        twice(operation),
                        operation.destructive() ? "\n- cannot be taken back" : "",
                        operation.permissions().isEmpty()
                                ? ""
                                : "\n- needs: " + String.join(", ", operation.permissions()),
                        JSON.text(operation.inputSchema()),
                        provider.name(),
                        surface.name(),
                        operation.name());
    }

    private static String twice(Operation operation) {
        return switch (operation.idempotence()) {
            case NATURAL -> "nothing more happens";
            case PROVIDER_KEY -> "the provider notices, and does it once";
            case RECONCILE -> "it is looked up first whether it was done";
            case NONE -> "nobody can tell, so it is never repeated without being asked to";
        };
    }
}
