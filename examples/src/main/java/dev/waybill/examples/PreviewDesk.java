package dev.waybill.examples;

import dev.waybill.sdk.ActionDefinition;
import dev.waybill.sdk.ActionFailure;
import dev.waybill.sdk.Policy;
import dev.waybill.sdk.Relay;
import dev.waybill.sdk.RelayAgent;
import dev.waybill.sdk.schema.Description;
import dev.waybill.sdk.schema.Format;
import dev.waybill.sdk.schema.Matches;
import java.util.concurrent.CountDownLatch;

/// Deploys previews for whoever asks, one at a time, but not of `main`; a channel hears of those who tried. Until it is
/// stopped.
public final class PreviewDesk {
    private PreviewDesk() {}

    /// What to deploy.
    public record Branch(
            @Description("The branch to deploy") @Matches("^[a-z0-9/-]+$") String branch) {}

    /// Where it is now.
    public record Preview(@Format("uri") String url) {}

    public static void main(String[] args) throws InterruptedException {
        try (Relay relay = Relay.connect(args[0], args[1]);
                RelayAgent desk = relay.register("desk")) {
            desk.actions()
                    .register(
                            ActionDefinition.of("deploy.preview", Branch.class, Preview.class)
                                    .description("Deploys a preview environment for a branch.")
                                    .policy(
                                            (input, context) ->
                                                    input.branch().equals("main")
                                                            ? Policy.deny("People deploy main.")
                                                            : Policy.allow())
                                    .atOnce(1)
                                    .handler((input, context) -> deployed(input.branch())));
            relay.on(relay.action("deploy.*").denied(), relay.notify("#ops"));
            new CountDownLatch(1).await();
        }
    }

    private static Preview deployed(String branch) {
        if (branch.startsWith("broken/")) {
            throw new ActionFailure("The build of " + branch + " fails.");
        }
        return new Preview("https://" + branch.replace('/', '-') + ".preview.example");
    }
}
