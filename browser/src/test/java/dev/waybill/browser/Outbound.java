package dev.waybill.browser;

/// What agents of the stage do at a provider.
final class Outbound {
    private Outbound() {}

    /// The planner asks, and waits for the owner's word; the id of the attempt.
    static String ask(Stage stage, String text) {
        return invoke(stage, stage.planner().token(), text);
    }

    /// The builder just does it; the id of the attempt.
    static String act(Stage stage, String text) {
        return invoke(stage, stage.builder().token(), text);
    }

    /// Something comes for an agent from outside, which can be answered.
    static void arrives(Stage stage, String agent, String text) {
        String source =
                stage.bare(
                                "/v1/sources",
                                stage.key(),
                                "{\"sourceType\":\"local_event\",\"sourceKey\":\"%s\"}"
                                        .formatted(agent))
                        .path("sourceId")
                        .asString();
        stage.bare(
                "/v1/event-subscriptions",
                stage.key(),
                "{\"agentId\":\"%s\",\"sourceId\":\"%s\"}".formatted(agent, source));
        stage.bare(
                "/v1/sources/" + source + "/events",
                stage.key(),
                """
                {"sourceNativeId":"n1","eventVariant":"message.new","metadata":{"body":%s},
                 "deliveryHandle":{"provider":"telegram","surface":"chat_message","targetRef":"42"}}
                """
                        .formatted(Stage.quoted(text)));
    }

    private static String invoke(Stage stage, String token, String text) {
        return stage.bare(
                        "/v1/deliveries/invoke",
                        token,
                        """
                        {"provider":"telegram","surface":"chat_message","targetRef":"42","operation":"send_text",
                         "input":{"text":%s},"waitMs":0}
                        """
                                .formatted(Stage.quoted(text)))
                .path("deliveryId")
                .asString();
    }
}
