package dev.waybill.protocol.network.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Proportion;
import dev.waybill.protocol.network.text.LenientUtf8;
import java.util.regex.Pattern;

/// The reader of the network's JSON, and the form that is signed.
class CanonicalFuzzTest {
    /// `1e17` is written out; written so by a sender it would be refused, as most who read it would round it.
    private static final Pattern LARGE = Pattern.compile("[0-9]{16}");

    @FuzzTest
    void the_canonical_form_is_its_own_canonical_form(byte[] document) {
        Proportion.kept(document.length, () -> read(document));
    }

    private static void read(byte[] document) {
        Tree tree;
        try {
            tree = Tree.read(LenientUtf8.decode(document));
        } catch (NotJson _) {
            return;
        }
        RawJson raw = tree.raw();
        assertThat(RawJson.of(raw.text())).isEqualTo(raw);
        byte[] canonical;
        try {
            canonical = CanonicalJson.bytes(tree);
        } catch (NotJson _) {
            return;
        }
        assertThat(CanonicalJson.bytes(raw.tree())).isEqualTo(canonical);
        String text = new String(canonical, UTF_8);
        if (!LARGE.matcher(text).find()) {
            assertThat(CanonicalJson.bytes(Tree.read(text))).isEqualTo(canonical);
        }
    }
}
