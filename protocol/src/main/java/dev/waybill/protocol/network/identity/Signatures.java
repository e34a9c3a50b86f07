package dev.waybill.protocol.network.identity;

import dev.waybill.protocol.network.json.CanonicalJson;
import dev.waybill.protocol.network.json.NotJson;
import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.RawJson;
import dev.waybill.protocol.network.json.Tree;
import dev.waybill.protocol.network.text.LenientUtf8;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Signs envelopes and checks signatures: Ed25519 over the RFC 8785 form of the envelope without `proof.sig`.
public final class Signatures {
    public static final String PROFILE = "agh-network.trust.ed25519-jcs/v1";

    private static final String ALGORITHM = "Ed25519";
    private static final int SIGNATURE = 64;
    private static final String PROOF = "proof";

    private Signatures() {}

    /// Whether the document, byte for byte as it came, is signed with that key.
    public static boolean valid(byte[] document, PublicKeyBytes key) {
        return check(document) instanceof Identity.Signed(var signer) && signer.equals(key);
    }

    /// Who signed the document, byte for byte as it came.
    public static Identity check(byte[] document) {
        try {
            return Tree.read(LenientUtf8.decode(document)) instanceof Tree.Members envelope
                    ? check(envelope)
                    : new Identity.Forged("the document is not an object");
        } catch (NotJson e) {
            return new Identity.Forged(String.valueOf(e.getMessage()));
        }
    }

    private static Identity check(Tree.Members envelope) {
        if (!(exact(envelope, PROOF) instanceof Tree.Members proof) || proof.members().isEmpty()) {
            return new Identity.Unsigned();
        }
        if (!text(proof, "profile").equals(PROFILE) || !text(proof, "alg").equals(ALGORITHM)) {
            return new Identity.Unsigned();
        }
        try {
            PublicKeyBytes key = PublicKeyBytes.parse(text(proof, "pubkey"));
            byte[] signature = Base64.getUrlDecoder().decode(text(proof, "sig"));
            Optional<String> fault = fault(envelope, proof, key, signature);
            return fault.isEmpty() ? new Identity.Signed(key) : new Identity.Forged(fault.get());
        } catch (IllegalArgumentException _) {
            return new Identity.Forged("proof.pubkey or proof.sig is not what it should be");
        }
    }

    private static Optional<String> fault(
            Tree.Members envelope, Tree.Members proof, PublicKeyBytes key, byte[] signature) {
        if (!text(proof, "key_id").equals(key.keyId())) {
            return Optional.of("proof.key_id is not of proof.pubkey");
        }
        String from = text(envelope, "from");
        if (from.indexOf('@') >= 0 && !from.endsWith("@" + key.fingerprint())) {
            return Optional.of("from names another key");
        }
        if (signature.length != SIGNATURE || !verifies(signed(envelope), key, signature)) {
            return Optional.of("the signature does not fit");
        }
        return Optional.empty();
    }

    private static boolean verifies(byte[] signed, PublicKeyBytes key, byte[] signature) {
        try {
            Signature check = Signature.getInstance(ALGORITHM);
            check.initVerify(key.key());
            check.update(signed);
            return check.verify(signature);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    /// The document with a proof by that key.
    public static RawJson sign(RawJson document, PrivateKey key, PublicKeyBytes publicKey) {
        if (!(document.tree() instanceof Tree.Members envelope)) {
            throw new IllegalArgumentException("only an object is signed");
        }
        Tree.Members unsigned = tree(proved(envelope, proof(publicKey).done()));
        try {
            Signature signing = Signature.getInstance(ALGORITHM);
            signing.initSign(key);
            signing.update(signed(unsigned));
            String signature =
                    Base64.getUrlEncoder().withoutPadding().encodeToString(signing.sign());
            return proved(envelope, proof(publicKey).put("sig", signature).done());
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("cannot sign with this key", e);
        }
    }

    private static ObjectText proof(PublicKeyBytes key) {
        return new ObjectText()
                .put("profile", PROFILE)
                .put("alg", ALGORITHM)
                .put("key_id", key.keyId())
                .put("pubkey", key.text());
    }

    private static RawJson proved(Tree.Members envelope, RawJson proof) {
        ObjectText out = new ObjectText();
        for (Tree.Member member : envelope.members()) {
            if (!member.name().equals(PROOF)) {
                out.put(member.name(), member.value().raw());
            }
        }
        return out.put(PROOF, proof).done();
    }

    /// What is signed: the envelope as it was written, without the signature itself.
    public static byte[] signed(Tree.Members envelope) {
        ObjectText out = new ObjectText();
        for (Tree.Member member : envelope.members()) {
            boolean proof = member.name().equals(PROOF) && member.value() instanceof Tree.Members;
            out.put(
                    member.name(),
                    proof ? withoutSignature((Tree.Members) member.value()) : member.value().raw());
        }
        return CanonicalJson.bytes(out.done().tree());
    }

    private static RawJson withoutSignature(Tree.Members proof) {
        ObjectText out = new ObjectText();
        proof.members().stream()
                .filter(member -> !member.name().equals("sig"))
                .forEach(member -> out.put(member.name(), member.value().raw()));
        return out.done();
    }

    private static Tree.Members tree(RawJson object) {
        return (Tree.Members) object.tree();
    }

    /// A member by its exact name; a repeated one has no canonical form and is refused later.
    private static @Nullable Tree exact(Tree.Members object, String name) {
        return object.members().stream()
                .filter(member -> member.name().equals(name))
                .map(Tree.Member::value)
                .findFirst()
                .orElse(null);
    }

    private static String text(Tree.Members object, String name) {
        return exact(object, name) instanceof Tree.Text text ? text.value() : "";
    }
}
