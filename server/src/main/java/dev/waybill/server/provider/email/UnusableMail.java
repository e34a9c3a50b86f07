package dev.waybill.server.provider.email;

/// A credential, an address or a server that no mail can go through, in words for whoever gave it.
public final class UnusableMail extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableMail(String words) {
        super(words);
    }

    public String words() {
        return String.valueOf(getMessage());
    }
}
