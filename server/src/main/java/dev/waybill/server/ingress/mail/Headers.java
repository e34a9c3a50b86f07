package dev.waybill.server.ingress.mail;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimePart;
import jakarta.mail.internet.MimeUtility;
import java.io.UnsupportedEncodingException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the headers of a mail as far as they can be read. What comes out is one line, decoded and bounded.
final class Headers {
    private static final int LONGEST = 1000;
    private static final int LONGEST_RAW = 20_000;
    private static final int MOST_ADDRESSES = 50;

    private final MimePart part;

    Headers(MimePart part) {
        this.part = part;
    }

    /// The first of that name.
    @Nullable String text(String name) {
        String raw = raw(name);
        return raw == null ? null : line(decoded(raw));
    }

    /// The same without decoding, for what has a form of its own.
    @Nullable String raw(String name) {
        try {
            String[] all = part.getHeader(name);
            if (all == null || all.length == 0 || all[0] == null) {
                return null;
            }
            String raw = MimeUtility.unfold(all[0]);
            return raw.substring(0, Math.min(raw.length(), LONGEST_RAW));
        } catch (MessagingException _) {
            return null;
        }
    }

    /// Those of the header that look like addresses.
    List<InternetAddress> addresses(String name) {
        String raw = raw(name);
        List<InternetAddress> found = new ArrayList<>();
        if (raw == null) {
            return found;
        }
        try {
            for (InternetAddress address : InternetAddress.parseHeader(raw, false)) {
                if (address.getAddress() != null && found.size() < MOST_ADDRESSES) {
                    found.add(address);
                }
            }
        } catch (AddressException _) {
            return List.of();
        }
        return found;
    }

    static String decoded(String raw) {
        try {
            return MimeUtility.decodeText(raw);
        } catch (UnsupportedEncodingException | RuntimeException _) {
            return raw;
        }
    }

    static String line(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.substring(0, Math.min(line.length(), LONGEST));
    }
}
