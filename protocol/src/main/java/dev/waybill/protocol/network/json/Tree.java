package dev.waybill.protocol.network.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A JSON value with the spelling it came in: members in their order and repeated as often as they were.
public sealed interface Tree {
    Span span();

    record Text(Span span, String value) implements Tree {}

    record Numeral(Span span) implements Tree {
        /// As it was written.
        public String literal() {
            return span.text();
        }

        /// Its value if it was written as a whole number of 64 bits, without point or exponent.
        public Optional<Long> whole() {
            try {
                return Optional.of(Long.parseLong(literal()));
            } catch (NumberFormatException _) {
                return Optional.empty();
            }
        }
    }

    record Flag(Span span, boolean value) implements Tree {}

    record Nothing(Span span) implements Tree {}

    record Items(Span span, List<Tree> items) implements Tree {
        public Items {
            items = List.copyOf(items);
        }
    }

    record Members(Span span, List<Member> members) implements Tree {
        public Members {
            members = List.copyOf(members);
        }

        /// Whether a member is spelled exactly so.
        public boolean has(String name) {
            return members.stream().anyMatch(member -> member.name().equals(name));
        }

        /// The values under the name in any case, in their order: the reference runtime reads `KIND` as `kind`.
        public List<Tree> named(String name) {
            List<Tree> values = new ArrayList<>(1);
            for (Member member : members) {
                if (Names.same(member.name(), name)) {
                    values.add(member.value());
                }
            }
            return values;
        }

        /// The value that counts: the last one.
        public @Nullable Tree last(String name) {
            for (int i = members.size() - 1; i >= 0; i--) {
                if (Names.same(members.get(i).name(), name)) {
                    return members.get(i).value();
                }
            }
            return null;
        }
    }

    /// One member of an object.
    record Member(String name, Tree value) {}

    /// Throws [NotJson].
    static Tree read(String document) {
        return new TreeReader(document).document();
    }

    default RawJson raw() {
        return RawJson.of(span());
    }
}
