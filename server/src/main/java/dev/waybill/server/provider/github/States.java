package dev.waybill.server.provider.github;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Outcome;
import tools.jackson.databind.node.ObjectNode;

/// `close_issue` and `reopen_issue`, of issues and of pull requests.
final class States implements Deed {
    private final String wanted;
    private final String note;

    private States(String wanted, String note) {
        this.wanted = wanted;
        this.note = note;
    }

    static States closed() {
        return new States("closed", "closed GitHub issue");
    }

    static States open() {
        return new States("open", "reopened GitHub issue");
    }

    @Override
    public Outcome.Sent perform(Task task) throws InterruptedException {
        ObjectNode body = Json.emptyObject().put("state", wanted);
        if (task.has("stateReason")) {
            body.put("state_reason", task.job().text("stateReason"));
        }
        Reply reply = task.api().done("PATCH", task.place().issue(), body);
        if (!reply.text("state").equals(wanted)) {
            throw task.api().garbled(reply);
        }
        return sent(reply);
    }

    @Override
    public Finding lookUp(Task task) throws InterruptedException {
        Reply reply = task.api().read(task.place().issue());
        return reply.text("state").equals(wanted)
                ? new Finding.Done(sent(reply))
                : new Finding.NotDone();
    }

    private Outcome.Sent sent(Reply reply) {
        String url = reply.text("html_url");
        ObjectNode result = Json.emptyObject().put("state", wanted);
        if (!url.isEmpty()) {
            result.put("url", url);
        }
        return new Outcome.Sent(
                note, result, reply.evidence().made(null, url.isEmpty() ? null : url));
    }
}
