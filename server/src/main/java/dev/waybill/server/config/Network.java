package dev.waybill.server.config;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Optional;

/// A range of IP addresses that begin with the same bits, such as `10.0.0.0/8` or `::1/128`.
public record Network(InetAddress first, int prefix) {
    public Network {
        if (prefix < 0 || prefix > first.getAddress().length * Byte.SIZE) {
            throw new IllegalArgumentException("no such prefix: " + prefix);
        }
    }

    public static Network of(String text) {
        return parse(text)
                .orElseThrow(() -> new IllegalArgumentException("not a network: " + text));
    }

    /// Reads an address with or without a prefix; a name is none, and nothing is looked up.
    static Optional<Network> parse(String text) {
        String[] parts = text.strip().split("/", -1);
        if (parts.length > 2 || !parts[0].matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
            return Optional.empty();
        }
        try {
            InetAddress first = InetAddress.ofLiteral(parts[0]);
            return Optional.of(
                    new Network(
                            first,
                            parts.length == 2
                                    ? Integer.parseInt(parts[1])
                                    : first.getAddress().length * Byte.SIZE));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    public boolean contains(InetAddress address) {
        byte[] here = first.getAddress();
        byte[] there = address.getAddress();
        if (here.length != there.length) {
            return false;
        }
        int whole = prefix / Byte.SIZE;
        int rest = prefix % Byte.SIZE;
        return Arrays.equals(here, 0, whole, there, 0, whole)
                && (rest == 0 || ((here[whole] ^ there[whole]) & (0xff << (8 - rest)) & 0xff) == 0);
    }

    @Override
    public String toString() {
        return first.getHostAddress() + "/" + prefix;
    }
}
