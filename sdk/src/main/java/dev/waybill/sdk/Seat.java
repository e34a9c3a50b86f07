package dev.waybill.sdk;

/// The place of one agent on a link: what arrived for it, and what it is told besides.
record Seat(AgentIdentity agent, Intake intake, Notices notices) {
    Seat(AgentIdentity agent) {
        this(agent, new Intake(), new Notices());
    }

    String name() {
        return agent.name();
    }
}
