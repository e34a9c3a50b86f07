package dev.waybill.server.provider.webhook;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.HttpExample;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Surface;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A tracker of tickets that nobody has written a line of Java for.
public final class DeclaredExample extends HttpExample {
    static final Json JSON = new Json(JsonLimits.STORED);
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final String HOOK = "POST /hook";
    static final String SECRET = "a secret of the tracker";

    private final DeclaredProvider provider =
            new Declarations(
                            JSON,
                            InstantSource.fixed(NOW),
                            Map.of("TRACKER_SECRET", SECRET),
                            Set.of())
                    .read("tracker.json", JSON.tree(declaration(stub.url())), Path.of("."))
                    .getFirst();

    static String declaration(String url) {
        return """
        {"providers": [{
          "name": "tracker", "title": "Tracker", "description": "Tickets of the house.",
          "url": "%s/hook", "secret": {"env": "TRACKER_SECRET"},
          "surfaces": [{
            "name": "ticket", "aliases": ["case"], "target": "T-[0-9]+", "thread": "note-[0-9]+",
            "description": "A ticket.",
            "operations": [
              {"name": "add_note", "title": "Add Note", "canonicalText": true,
               "inputSchema": {"type": "object", "additionalProperties": false, "required": ["text"],
                 "properties": {"text": {"type": "string", "minLength": 1}}},
               "resultSchema": {"type": "object", "required": ["providerId"],
                 "properties": {"providerId": {"type": "string"}}}},
              {"name": "escalate", "description": "Wakes somebody.", "destructive": true, "idempotence": "none",
               "inputSchema": {"type": "object", "additionalProperties": false, "required": ["level"],
                 "properties": {"level": {"type": "string", "enum": ["low", "high"]}}}}
            ]}]}]}"""
                .formatted(url);
    }

    @Override
    public Provider provider() {
        return provider;
    }

    @Override
    public Credential credential() {
        return provider.credential();
    }

    @Override
    public DeliveryHandle handle(Surface surface, Operation operation) {
        return at(surface, "T-1", null);
    }

    @Override
    protected boolean heedsBody() {
        return false;
    }

    @Override
    protected List<Happy> calls() {
        return List.of(new Happy(HOOK, 200, "{\"providerId\":\"n7\",\"url\":\"https://t/n7\"}"));
    }
}
