package dev.waybill.server.config;

/// Everything an operator may set.
public record Config(
        ServerConfig server,
        StoreConfig store,
        HttpConfig http,
        TlsConfig tls,
        AccessConfig access,
        LogConfig log) {
    public static final Config DEFAULTS =
            new Config(
                    ServerConfig.DEFAULTS,
                    StoreConfig.DEFAULTS,
                    HttpConfig.DEFAULTS,
                    TlsConfig.DEFAULTS,
                    AccessConfig.DEFAULTS,
                    LogConfig.DEFAULTS);
}
