package dev.waybill.server.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.discord.DiscordExample;
import dev.waybill.server.provider.feishu.FeishuExample;
import dev.waybill.server.provider.matrix.MatrixExample;
import dev.waybill.server.provider.slack.SlackExample;
import dev.waybill.server.provider.sms.SmsExample;
import dev.waybill.server.provider.telegram.TelegramExample;
import dev.waybill.server.provider.webhook.DeclaredExample;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.schema.JsonSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.node.ObjectNode;

/// What holds of every provider, surface and operation, whatever it means. A provider is added by a line.
class ProviderContractTest {
    private static final List<Supplier<ProviderExample>> EXAMPLES =
            List.of(
                    () -> new FeishuExample().happy(),
                    () -> new SlackExample().happy(),
                    () -> new SmsExample().happy(),
                    () -> new MatrixExample().happy(),
                    () -> new DiscordExample().happy(),
                    () -> new TelegramExample().happy(),
                    () -> new DeclaredExample().happy());

    private record Case(ProviderExample example, Surface surface, Operation operation) {
        Provider provider() {
            return example.provider();
        }

        ObjectNode input() {
            return SampleInput.of(operation.inputSchema(), example.words());
        }

        Job job(ObjectNode input) {
            return Jobs.job(
                    provider(),
                    example.handle(surface, operation),
                    operation.name(),
                    input,
                    example.credential());
        }
    }

    private interface Check {
        void on(Case one) throws InterruptedException;
    }

    @TestFactory
    Stream<DynamicTest> the_least_input_is_sent_and_answered_as_its_schema_says() {
        return each(
                one -> {
                    Outcome outcome = one.provider().invoke(one.job(one.input()));

                    assertThat(outcome).isInstanceOf(Outcome.Sent.class);
                    Outcome.Sent sent = (Outcome.Sent) outcome;
                    assertThat(sent.note()).isNotBlank();
                    assertThat(one.example().asked()).isPositive();
                    ObjectNode schema = one.operation().resultSchema();
                    if (schema != null) {
                        assertThat(JsonSchema.read(schema).violations(sent.result())).isEmpty();
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> what_does_not_fit_is_refused_by_the_schema() {
        return each(
                one -> {
                    JsonSchema schema = JsonSchema.read(one.operation().inputSchema());
                    ObjectNode input = one.input();

                    assertThat(schema.violations(input)).isEmpty();
                    assertThat(schema.violations(input.deepCopy().put("zzz", 1))).isNotEmpty();
                    for (String name : List.copyOf(input.propertyNames())) {
                        ObjectNode wrong = input.deepCopy();
                        wrong.putNull(name);
                        assertThat(schema.violations(wrong)).as(name).isNotEmpty();
                    }
                    one.operation()
                            .inputSchema()
                            .path("required")
                            .forEach(name -> missing(schema, input, name.asString()));
                });
    }

    private static void missing(JsonSchema schema, ObjectNode input, String name) {
        ObjectNode without = input.deepCopy();
        without.remove(name);
        assertThat(schema.violations(without)).as(name).isNotEmpty();
    }

    @TestFactory
    Stream<DynamicTest> no_secret_is_put_down() {
        return each(
                one -> {
                    Job job = one.job(one.input());
                    one.provider().invoke(job);

                    for (CredentialField field : one.provider().credentialFields()) {
                        if (field.secret() && job.credential().field(field.name()).isPresent()) {
                            assertThat(job.wire().exchanges().toString())
                                    .doesNotContain(job.credential().field(field.name(), ""));
                        }
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> references_are_read_strictly() {
        return each(
                one -> {
                    DeliveryHandle good = one.example().handle(one.surface(), one.operation());
                    for (String bad :
                            List.of("", " ", "../x", "a b", "x\r\ny: z", "a/../../b?c#d")) {
                        DeliveryHandle wrong =
                                new DeliveryHandle(
                                        good.provider(),
                                        good.surface(),
                                        bad,
                                        good.threadRef(),
                                        null);
                        assertThatThrownBy(() -> one.provider().check(wrong, one.surface()))
                                .as(bad)
                                .isInstanceOfSatisfying(
                                        Refusal.class,
                                        refusal ->
                                                assertThat(refusal.reason())
                                                        .isEqualTo(Reason.INVALID_HANDLE));
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> names_are_found_and_mean_one_thing() {
        return each(
                one -> {
                    List<String> names = new ArrayList<>();
                    for (Surface surface : one.provider().surfaces()) {
                        names.add(surface.name());
                        names.addAll(surface.aliases());
                    }

                    assertThat(names).doesNotHaveDuplicates();
                    assertThat(one.surface().operations())
                            .extracting(Operation::name)
                            .doesNotHaveDuplicates();
                    assertThat(one.provider().description()).isNotBlank();
                    assertThat(one.operation().description()).isNotBlank();
                    assertThat(one.operation().title()).isNotBlank();
                    for (String name : names) {
                        assertThat(one.provider().surface(name)).isPresent();
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> addresses_of_users_must_be_public() {
        return each(
                one -> {
                    Credential own = one.example().credential();
                    Credential theirs = new Credential("theirs", own.fields(), false);
                    DeliveryHandle handle = one.example().handle(one.surface(), one.operation());
                    String operation = one.operation().name();

                    one.provider()
                            .invoke(
                                    Jobs.job(
                                            one.provider(),
                                            handle,
                                            operation,
                                            one.input(),
                                            theirs));

                    assertThat(one.example().asked()).isZero();
                });
    }

    @TestFactory
    Stream<DynamicTest> without_a_credential_nothing_is_sent() {
        return each(
                one -> {
                    Job whole = one.job(one.input());
                    Credential empty = new Credential("empty", java.util.Map.of(), true);
                    Job bare =
                            Jobs.job(
                                    one.provider(),
                                    whole.handle(),
                                    one.operation().name(),
                                    whole.input(),
                                    empty);

                    assertThat(one.provider().invoke(bare))
                            .isInstanceOfSatisfying(
                                    Outcome.Refused.class,
                                    refused ->
                                            assertThat(refused.fault())
                                                    .isEqualTo(ProviderFault.AUTH));
                    assertThat(one.example().asked()).isZero();
                });
    }

    /// Every operation on every surface of every provider, each with a stand-in of its own.
    private static Stream<DynamicTest> each(Check check) {
        List<DynamicTest> tests = new ArrayList<>();
        for (Supplier<ProviderExample> maker : EXAMPLES) {
            walk(maker, one -> tests.add(test(maker, one, check)));
        }
        return tests.stream();
    }

    private static void walk(Supplier<ProviderExample> maker, Consumer<Case> visitor) {
        try (ProviderExample example = maker.get()) {
            for (Surface surface : example.provider().surfaces()) {
                for (Operation operation : surface.operations()) {
                    visitor.accept(new Case(example, surface, operation));
                }
            }
        }
    }

    private static DynamicTest test(Supplier<ProviderExample> maker, Case shown, Check check) {
        String name =
                shown.provider().name()
                        + " "
                        + shown.surface().name()
                        + " "
                        + shown.operation().name();
        return DynamicTest.dynamicTest(
                name,
                () -> {
                    try (ProviderExample fresh = maker.get()) {
                        check.on(new Case(fresh, shown.surface(), shown.operation()));
                    }
                });
    }
}
