package dev.waybill.server.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Names the one conversation that two agents have (`relay-wire` §1.1).
final class DirectName {
    static final String PREFIX = "dm_";

    private static final int BYTES = 12;

    private DirectName() {}

    static String of(WorkspaceId workspace, AgentId one, AgentId other) {
        long first = Math.min(one.value(), other.value());
        long second = Math.max(one.value(), other.value());
        return PREFIX
                + HexFormat.of()
                        .formatHex(sha256(workspace + ":" + first + ":" + second), 0, BYTES);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no SHA-256", e);
        }
    }
}
