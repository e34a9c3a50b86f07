package dev.waybill.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeaderTextTest {
    @Test
    void plain_text_is_itself() {
        assertThat(HeaderText.decode("tools/call")).contains("tools/call");
        assertThat(HeaderText.decode("SGVsbG8=")).contains("SGVsbG8=");
        assertThat(HeaderText.decode("=?base64?SGVsbG8=")).contains("=?base64?SGVsbG8=");
        assertThat(HeaderText.decode("=?base64?=")).contains("=?base64?=");
    }

    @Test
    void what_is_wrapped_is_decoded() {
        assertThat(HeaderText.decode("=?base64?SGVsbG8=?=")).contains("Hello");
        assertThat(HeaderText.decode("=?base64?w6TDtg==?=")).contains("äö");
    }

    @Test
    void what_is_wrapped_badly_is_nothing() {
        assertThat(HeaderText.decode("=?base64?SGVsbG8?=")).isEmpty();
        assertThat(HeaderText.decode("=?base64?SGVs!!!bG8=?=")).isEmpty();
    }
}
