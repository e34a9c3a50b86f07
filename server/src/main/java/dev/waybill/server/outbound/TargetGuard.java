package dev.waybill.server.outbound;

import dev.waybill.server.config.Network;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Decides which addresses the server may call for its users, so that nobody reaches through it into networks that are
/// not theirs. A caller connects to what [#vet] returns and to nothing else: looking the name up again could lead elsewhere.
public final class TargetGuard {
    private static final int MAX_LENGTH = 2048;

    private static final Pattern AMBIGUOUS = Pattern.compile("(?=.*\\b0[0-9])[0-9.]+");

    private static final List<Network> NOT_PUBLIC =
            Stream.of(
                            "0.0.0.0/8",
                            "10.0.0.0/8",
                            "100.64.0.0/10",
                            "127.0.0.0/8",
                            "169.254.0.0/16",
                            "172.16.0.0/12",
                            "192.0.0.0/24",
                            "192.0.2.0/24",
                            "192.88.99.0/24",
                            "192.168.0.0/16",
                            "198.18.0.0/15",
                            "198.51.100.0/24",
                            "203.0.113.0/24",
                            "224.0.0.0/3",
                            "::/96",
                            "64:ff9b:1::/48",
                            "100::/64",
                            "2001::/23",
                            "2001:db8::/32",
                            "3fff::/20",
                            "5f00::/16",
                            "fc00::/7",
                            "fe80::/10",
                            "fec0::/10",
                            "ff00::/8")
                    .map(Network::of)
                    .toList();

    /// Where the last four bytes, or those after the second, are an IPv4 address that traffic is passed on to.
    private static final Network NAT64 = Network.of("64:ff9b::/96");

    private static final Network SIX_TO_FOUR = Network.of("2002::/16");

    private final List<Network> allowed;
    private final Lookup lookup;

    /// Finds the addresses of a name.
    public interface Lookup {
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    public TargetGuard(List<Network> allowed) {
        this(allowed, InetAddress::getAllByName);
    }

    TargetGuard(List<Network> allowed, Lookup lookup) {
        this.allowed = List.copyOf(allowed);
        this.lookup = lookup;
    }

    /// Reads an address and looks at nothing but its form.
    public static URI parse(String text) throws RefusedTarget {
        if (text.length() > MAX_LENGTH) {
            throw new RefusedTarget("is longer than " + MAX_LENGTH + " characters");
        }
        try {
            URI uri = new URI(new URI(text).toASCIIString());
            String scheme = uri.getScheme() == null ? "" : uri.getScheme();
            if (!scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
                throw new RefusedTarget("does not begin with http:// or https://");
            }
            if (uri.getHost() == null || uri.getHost().contains("%")) {
                throw new RefusedTarget("names no host");
            }
            if (AMBIGUOUS.matcher(uri.getHost()).matches()) {
                throw new RefusedTarget("has zeros in front of a number; some read it as octal");
            }
            if (uri.getRawUserInfo() != null) {
                throw new RefusedTarget("carries a user name; use headers");
            }
            if (uri.getPort() == 0 || uri.getPort() > 0xffff) {
                throw new RefusedTarget("has no such port");
            }
            return uri;
        } catch (URISyntaxException _) {
            throw new RefusedTarget("is not a URL");
        }
    }

    /// The addresses of the target. All of them must be allowed, or none is.
    public List<InetAddress> vet(URI target) throws RefusedTarget {
        String host = host(target);
        List<InetAddress> found = find(host);
        for (InetAddress address : found) {
            if (!allows(host, address)) {
                throw new RefusedTarget(
                        "leads to a network that is not public; outbound.allowed-networks can allow it");
            }
        }
        return found;
    }

    /// The host without the brackets of an IPv6 address.
    static String host(URI target) {
        String host = target.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private List<InetAddress> find(String host) throws RefusedTarget {
        try {
            return List.of(lookup.addresses(host));
        } catch (UnknownHostException _) {
            throw RefusedTarget.unknownHost();
        }
    }

    private boolean allows(String host, InetAddress address) {
        return allowed.stream().anyMatch(network -> network.contains(address))
                || (!local(host) && isPublic(address));
    }

    private static boolean local(String host) {
        String name = host.toLowerCase(Locale.ROOT).replaceAll("\\.$", "");
        return name.equals("localhost")
                || Stream.of(".localhost", ".local", ".internal", ".home.arpa")
                        .anyMatch(name::endsWith);
    }

    private static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (NAT64.contains(address)) {
            return isPublic(embedded(bytes, 12));
        }
        if (SIX_TO_FOUR.contains(address)) {
            return isPublic(embedded(bytes, 2));
        }
        return NOT_PUBLIC.stream().noneMatch(network -> network.contains(address));
    }

    private static InetAddress embedded(byte[] bytes, int offset) {
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(bytes, offset, offset + 4));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are no address", e);
        }
    }
}
