package dev.waybill.protocol.network.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.json.RawJson;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignaturesTest {
    /// Of the seed 00 01 02 … 1f.
    private static final PublicKeyBytes KEY =
            PublicKeyBytes.parse("A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg");

    private static final String DOCUMENT =
            """
            {"protocol":"agh-network/v0","id":"m1","kind":"say","channel":"builders","from":"coder.sess-abc","to":null,
             "surface":"thread","thread_id":"thread_patch_42","ts":1775822400,"body":{"text":"h\\u00e9 <b>","n":[1.0,2]},"ext":{}}
            """;

    @Test
    void a_key_is_named_by_its_hash() {
        assertThat(KEY.keyId())
                .isEqualTo(
                        "sha256:56475aa75463474c0285df5dbf2bcab73da651358839e9b77481b2eab107708c");
        assertThat(KEY.fingerprint()).isEqualTo("56475aa75463474c0285df5dbf2bcab7");
        assertThat(KEY.text()).isEqualTo("A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg");
    }

    @Test
    void what_was_signed_is_valid_however_it_is_spaced_and_ordered()
            throws GeneralSecurityException {
        String signed = Signatures.sign(RawJson.of(DOCUMENT), seedKey(), KEY).text();

        assertThat(valid(signed)).isTrue();
        assertThat(
                        valid(
                                signed.replace("\"kind\":\"say\",", "")
                                        .replace(
                                                "{\"protocol\"",
                                                "{ \"kind\":\"say\", \"protocol\"")))
                .isTrue();
        assertThat(valid(signed.replace("\\u00e9", "é").replace("1.0", "1"))).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"m1\" | \"m2\"",
                "coder.sess-abc | coder.sess-abd",
                "\"ext\":{} | \"ext\":{},\"more\":1",
                "\"to\":null, | ''",
                "\"id\" | \"ID\"",
                "\"ts\":1775822400 | \"ts\":1775822401",
                "\"Ed25519\" | \"none\"",
                "\"ts\": | \"ts\":1,\"ts\":",
                "sha256:56 | sha256:57"
            })
    void what_was_changed_is_not(String part, String other) throws GeneralSecurityException {
        String signed = Signatures.sign(RawJson.of(DOCUMENT), seedKey(), KEY).text();

        assertThat(signed).contains(part);
        assertThat(valid(signed.replace(part, other))).isFalse();
    }

    @Test
    void what_is_not_signed_is_no_more_than_that() {
        assertThat(check(DOCUMENT)).isInstanceOf(Identity.Unsigned.class);
        assertThat(check(DOCUMENT.replace("\"ext\":{}", "\"proof\":{\"x\":1}")))
                .isInstanceOf(Identity.Unsigned.class);
        assertThat(check("[]")).isInstanceOf(Identity.Forged.class);
        assertThat(check("{")).isInstanceOf(Identity.Forged.class);
    }

    @Test
    void only_the_pinned_key_is_trusted() throws GeneralSecurityException {
        KeyPair other = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        PublicKeyBytes otherKey = PublicKeyBytes.of(other.getPublic());
        PeerId from = new PeerId("coder.sess-abc");

        Identity identity =
                check(Signatures.sign(RawJson.of(DOCUMENT), other.getPrivate(), otherKey).text());

        assertThat(identity).isEqualTo(new Identity.Signed(otherKey));
        assertThat(identity.trust(from, otherKey)).isEqualTo(Trust.VERIFIED);
        assertThat(identity.trust(from, KEY)).isEqualTo(Trust.UNTRUSTED);
        assertThat(identity.trust(from, null)).isEqualTo(Trust.UNTRUSTED);
        assertThat(identity.trust(new PeerId("a@" + KEY.fingerprint()), otherKey))
                .isEqualTo(Trust.UNTRUSTED);
    }

    @Test
    void a_name_that_holds_a_key_is_signed_with_that_key() throws GeneralSecurityException {
        String ours = DOCUMENT.replace("coder.sess-abc", "alice@" + KEY.fingerprint());
        String anothers = DOCUMENT.replace("coder.sess-abc", "alice@" + "0".repeat(32));

        assertThat(valid(Signatures.sign(RawJson.of(ours), seedKey(), KEY).text())).isTrue();
        assertThat(check(Signatures.sign(RawJson.of(anothers), seedKey(), KEY).text()))
                .isEqualTo(new Identity.Forged("from names another key"));
    }

    @Test
    void the_signature_has_to_be_whole() throws GeneralSecurityException {
        String signed = Signatures.sign(RawJson.of(DOCUMENT), seedKey(), KEY).text();

        assertThat(check(signed.replaceAll("\"sig\":\"..", "\"sig\":\"")))
                .isInstanceOf(Identity.Forged.class);
        assertThat(check(signed.replaceAll("\"sig\":\"[^\"]*\"", "\"sig\":\"***\"")))
                .isInstanceOf(Identity.Forged.class);
        assertThat(Base64.getUrlDecoder().decode(KEY.text())).hasSize(32);
    }

    private static boolean valid(String document) {
        return Signatures.valid(document.getBytes(UTF_8), KEY);
    }

    private static Identity check(String document) {
        return Signatures.check(document.getBytes(UTF_8));
    }

    private static PrivateKey seedKey() throws GeneralSecurityException {
        byte[] seed =
                HexFormat.of()
                        .parseHex(
                                "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
        return KeyFactory.getInstance("Ed25519")
                .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
    }
}
