package dev.waybill.server.config;

import java.util.List;

/// Which calls of actions the operator allows and denies, one rule on each line.
public record ActionsConfig(List<String> rules) {
    public static final ActionsConfig DEFAULTS = new ActionsConfig(List.of());

    public ActionsConfig {
        rules = List.copyOf(rules);
    }
}
