package dev.waybill.cli.doctor;

import dev.waybill.server.config.Config;

/// Who could reach the server, and what they could read on the way.
record ExposureCheck(Config config) implements Check {
    @Override
    public Finding look() {
        if (config.server().loopback()) {
            return Finding.ok("exposure", "only this machine can reach the server");
        }
        return config.tls().enabled()
                ? Finding.ok("exposure", "other machines can reach the server, over TLS")
                : Finding.warn(
                        "exposure",
                        "other machines can reach the server, and tokens travel in the clear",
                        "set tls.certificate and tls.key, or listen on 127.0.0.1 behind a TLS proxy");
    }
}
