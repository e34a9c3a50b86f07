package dev.waybill.server.ingress;

import dev.waybill.server.source.SourceType;
import tools.jackson.databind.JsonNode;

/// Reads the configuration of a source before it is kept, so that what is wrong with it is told to whoever wrote it.
public final class SourceConfigs {
    private SourceConfigs() {}

    /// Refuses with [dev.waybill.server.refusal.Reason#INVALID_REQUEST], naming the field.
    public static void check(SourceType type, String key, JsonNode config) {
        switch (type) {
            case GITHUB_REPO, GITHUB_REPO_CI -> {
                Repository.of(key, config);
                PollRule.of(config);
                texts(config, "eventTypes");
            }
            case FEISHU_BOT -> {
                texts(config, "eventTypes");
                texts(config, "chatIds");
            }
            case WEBHOOK -> {
                SignatureRule.of(config);
                new MappedEvents(config);
            }
            case LOCAL_EVENT, EMAIL -> {}
        }
    }

    private static void texts(JsonNode config, String name) {
        JsonNode list = config.path(name);
        boolean absent = list.isMissingNode() || list.isNull();
        if (!absent
                && (!list.isArray() || list.values().stream().anyMatch(one -> !one.isString()))) {
            throw Door.wrong("config." + name + " is no list of texts");
        }
    }
}
