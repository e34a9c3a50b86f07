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

    /// The planner asks the builder for work in a room of the two, and is told that it is done.
    static void work(Stage stage, String work) {
        String planner = session(stage, "planner");
        String builder = session(stage, "builder");
        String room =
                stage.post(
                                "/v1/network/channels/plaza/directs/resolve",
                                stage.key(),
                                "{\"session_id\":\"%s\",\"peer_id\":\"builder-peer\"}"
                                        .formatted(planner))
                        .path("direct_id")
                        .asString();
        send(
                stage,
                """
                {"session_id":"%s","kind":"say","surface":"direct","direct_id":"%s","to":"builder-peer","work_id":"%s",
                 "id":"msg_%s","trace_id":"trace_%s","body":{"text":"Please mend the roof"}}
                """
                        .formatted(planner, room, work, work, work));
        send(
                stage,
                """
                {"session_id":"%s","kind":"trace","surface":"direct","direct_id":"%s","to":"planner-peer","work_id":"%s",
                 "causation_id":"msg_%s","trace_id":"trace_%s","body":{"state":"completed","message":"It is mended"}}
                """
                        .formatted(builder, room, work, work, work));
    }

    private static void send(Stage stage, String envelope) {
        stage.post("/v1/network/send", stage.key(), envelope);
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
