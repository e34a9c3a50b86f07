package dev.waybill.server.provider.email;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.net.IDN;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads addresses that mail is sent to, strictly: what is not certainly one address is none.
public final class Addresses {
    private static final int LONGEST = 254;
    private static final Pattern PLAIN =
            Pattern.compile("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,253}");
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private Addresses() {}

    /// The address alone, such as `ada@example.org`, with the domain in ASCII and lower case.
    public static Optional<String> plain(String text) {
        int at = text.lastIndexOf('@');
        if (text.length() > LONGEST || at < 1 || at == text.length() - 1) {
            return Optional.empty();
        }
        try {
            String domain = IDN.toASCII(text.substring(at + 1)).toLowerCase(Locale.ROOT);
            String address = text.substring(0, at + 1) + domain;
            if (!PLAIN.matcher(address).matches()) {
                return Optional.empty();
            }
            new InternetAddress(address, true).validate();
            return Optional.of(address);
        } catch (IllegalArgumentException | AddressException _) {
            return Optional.empty();
        }
    }

    /// An address that may come with a name, such as `Ada <ada@example.org>`.
    static Optional<InternetAddress> named(String text) {
        if (holdsControls(text)) {
            return Optional.empty();
        }
        try {
            InternetAddress[] read = InternetAddress.parse(text, true);
            if (read.length != 1 || plain(read[0].getAddress()).isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(read[0]);
        } catch (AddressException _) {
            return Optional.empty();
        }
    }

    /// Whether it could end a header and begin another.
    static boolean holdsControls(String text) {
        return CONTROL.matcher(text).find();
    }

    /// Whether both are one mailbox.
    public static boolean same(String one, String other) {
        return one.strip().equalsIgnoreCase(other.strip());
    }

    static String domain(String address) {
        return address.substring(address.lastIndexOf('@') + 1);
    }
}
