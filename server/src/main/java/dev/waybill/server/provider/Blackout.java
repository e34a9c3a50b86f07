package dev.waybill.server.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Takes the secrets of a credential out of texts that are kept or shown: as they are, escaped, and as signing in with a name
/// and a password writes them. What the credential holds beside them stays readable.
final class Blackout {
    private static final String MARK = "[redacted]";
    private static final int SHORTEST = 4;

    private final List<String> secrets;

    private Blackout(Stream<String> secrets) {
        this.secrets =
                secrets.filter(secret -> secret.length() >= SHORTEST)
                        .distinct()
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .toList();
    }

    /// A value that none of the fields explains counts as secret.
    static Blackout of(Credential credential, Collection<CredentialField> fields) {
        Set<String> open =
                fields.stream()
                        .filter(field -> !field.secret())
                        .map(CredentialField::name)
                        .collect(Collectors.toSet());
        return new Blackout(
                credential.fields().entrySet().stream()
                        .filter(field -> !open.contains(field.getKey()))
                        .flatMap(field -> spelled(field.getValue(), credential)));
    }

    /// Longer ones first: a short one may be part of a longer one, of which the rest would stay.
    String of(String text) {
        String left = text;
        for (String secret : secrets) {
            left = left.replace(secret, MARK);
        }
        return left;
    }

    private static Stream<String> spelled(String secret, Credential credential) {
        if (secret.length() < SHORTEST) {
            return Stream.of();
        }
        String quoted = secret.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        Stream<String> written =
                Stream.of(secret, Urls.escaped(secret), quoted, quoted.replace("/", "\\/"));
        Stream<String> signedIn =
                credential.fields().values().stream()
                        .map(name -> (name + ":" + secret).getBytes(UTF_8))
                        .map(Base64.getEncoder()::encodeToString);
        return Stream.concat(written, signedIn);
    }
}
