package dev.waybill.browser;

/// Two agents of the stage on the agent network.
final class Network {
    private Network() {}

    /// The planner says it, in a thread that the builder hears.
    static void say(Stage stage, String text) {
        String planner = session(stage, "planner");
        session(stage, "builder");
        stage.post(
                "/v1/network/send",
                stage.key(),
                """
                {"session_id":"%s","kind":"say","surface":"thread","thread_id":"thread_demo","body":{"text":%s}}
                """
                        .formatted(planner, Stage.quoted(text)));
    }

    private static String session(Stage stage, String agent) {
        return stage.post(
                        "/v1/network/sessions",
                        stage.key(),
                        """
                        {"agent":"%s","channel":"plaza","peer_id":"%s-peer"}
                        """
                                .formatted(agent, agent))
                .path("session_id")
                .asString();
    }
}
