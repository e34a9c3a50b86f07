package dev.waybill.protocol.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TokenTest {
    private static final SecureRandom RANDOM = new SecureRandom();

    @Test
    void each_kind_has_its_prefix_and_length() {
        Map<TokenKind, String> patterns =
                Map.of(
                        TokenKind.WORKSPACE, "rk_live_[0-9a-f]{32}",
                        TokenKind.AGENT, "at_live_[0-9a-f]{32}",
                        TokenKind.NODE, "nt_live_[0-9a-f]{48}",
                        TokenKind.OBSERVER, "ot_live_[0-9a-f]{48}");

        patterns.forEach(
                (kind, pattern) -> assertThat(Token.mint(kind, RANDOM).secret()).matches(pattern));
    }

    @ParameterizedTest
    @EnumSource
    void a_minted_token_is_recognised_and_matches_its_hash_alone(TokenKind kind) {
        Token token = Token.mint(kind, RANDOM);

        assertThat(Token.parse(token.secret())).contains(token);
        assertThat(token.hash().matches(token)).isTrue();
        assertThat(token.hash().matches(Token.mint(kind, RANDOM))).isFalse();
    }

    @Test
    void the_hash_is_the_sha_256_of_the_whole_token() {
        Token token = new Token(TokenKind.AGENT, "at_live_abc");

        assertThat(token.hash().hex())
                .isEqualTo("3c840f0878d951cc2b9877d118b6539aecbf50d1f80b8cf71e5086c263f137da");
    }

    @Test
    void text_without_a_known_prefix_is_no_token() {
        assertThat(Token.parse("sk_live_123")).isEmpty();
        assertThat(Token.parse("")).isEmpty();
        assertThat(Token.parse("at_live_" + "a".repeat(200))).isEmpty();
    }

    @Test
    void a_printed_token_does_not_show_its_secret() {
        Token token = Token.mint(TokenKind.WORKSPACE, RANDOM);

        assertThat(token.toString()).isEqualTo("rk_live_…");
    }
}
