package dev.waybill.server.config;

/// Everything an operator may set.
public record Config(
        ServerConfig server,
        StoreConfig store,
        HttpConfig http,
        TlsConfig tls,
        AccessConfig access,
        DeliveryConfig delivery,
        FilesConfig files,
        OutboundConfig outbound,
        PushConfig push,
        RedactionConfig redaction,
        ActionsConfig actions,
        NetworkConfig network,
        NatsConfig nats,
        ProvidersConfig providers,
        UiConfig ui,
        LogConfig log) {
    public static final Config DEFAULTS =
            new Config(
                    ServerConfig.DEFAULTS,
                    StoreConfig.DEFAULTS,
                    HttpConfig.DEFAULTS,
                    TlsConfig.DEFAULTS,
                    AccessConfig.DEFAULTS,
                    DeliveryConfig.DEFAULTS,
                    FilesConfig.DEFAULTS,
                    OutboundConfig.DEFAULTS,
                    PushConfig.DEFAULTS,
                    RedactionConfig.DEFAULTS,
                    ActionsConfig.DEFAULTS,
                    NetworkConfig.DEFAULTS,
                    NatsConfig.DEFAULTS,
                    ProvidersConfig.DEFAULTS,
                    UiConfig.DEFAULTS,
                    LogConfig.DEFAULTS);
}
