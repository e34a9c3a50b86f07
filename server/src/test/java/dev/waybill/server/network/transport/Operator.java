package dev.waybill.server.network.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.nats.client.NKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;

/// Somebody who runs a broker with accounts, and signs who may use it.
final class Operator {
    private final NKey operator;
    private final NKey account;

    Operator() throws IOException, GeneralSecurityException {
        this.operator = NKey.createOperator(new SecureRandom());
        this.account = NKey.createAccount(new SecureRandom());
    }

    /// What the broker is told about who signs.
    String config() throws IOException, GeneralSecurityException {
        String limits =
                """
                "limits":{"subs":-1,"data":-1,"payload":-1,"imports":-1,"exports":-1,"wildcards":true,"conn":-1,"leaf":-1},\
                """;
        String accountToken =
                token(operator, name(account), limits + "\"type\":\"account\",\"version\":2");
        return """
                operator: %s
                resolver: MEMORY
                resolver_preload: { %s: %s }
                """
                .formatted(
                        token(operator, name(operator), "\"type\":\"operator\",\"version\":2"),
                        name(account),
                        accountToken);
    }

    Path credentials(Path folder, String user) throws IOException, GeneralSecurityException {
        NKey key = NKey.createUser(new SecureRandom());
        String unlimited = "\"subs\":-1,\"data\":-1,\"payload\":-1,\"type\":\"user\",\"version\":2";
        String text =
                """
                -----BEGIN NATS USER JWT-----
                %s
                ------END NATS USER JWT------

                -----BEGIN USER NKEY SEED-----
                %s
                ------END USER NKEY SEED------
                """
                        .formatted(token(account, name(key), unlimited), new String(key.getSeed()));
        return Files.writeString(folder.resolve(user + ".creds"), text, UTF_8);
    }

    private static String token(NKey issuer, String subject, String claims)
            throws IOException, GeneralSecurityException {
        String body =
                "{\"jti\":\"1\",\"iat\":%d,\"iss\":\"%s\",\"name\":\"test\",\"sub\":\"%s\",\"nats\":{%s}}"
                        .formatted(Instant.now().getEpochSecond(), name(issuer), subject, claims);
        String signed =
                base64("{\"typ\":\"JWT\",\"alg\":\"ed25519-nkey\"}".getBytes(UTF_8))
                        + "."
                        + base64(body.getBytes(UTF_8));
        return signed + "." + base64(issuer.sign(signed.getBytes(UTF_8)));
    }

    private static String name(NKey key) throws IOException, GeneralSecurityException {
        return new String(key.getPublicKey());
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
