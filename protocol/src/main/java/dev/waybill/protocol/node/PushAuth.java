package dev.waybill.protocol.node;

import java.util.Base64;
import java.util.Map;

/// How a receiver knows that what is posted to it comes from this server. None of these shows its secret as text.
public sealed interface PushAuth {
    /// The name of the way deliveries take, as nodes and deliveries show it.
    String adapter();

    /// The receiver does not ask.
    record None() implements PushAuth {
        @Override
        public String adapter() {
            return "http.basic.v1";
        }
    }

    /// A token in `Authorization`.
    record Bearer(String token) implements PushAuth {
        @Override
        public String adapter() {
            return "http.bearer.v1";
        }

        @Override
        public String toString() {
            return adapter();
        }
    }

    /// Headers as the owner of the node wrote them.
    record StaticHeaders(Map<String, String> headers) implements PushAuth {
        public StaticHeaders {
            headers = Map.copyOf(headers);
        }

        @Override
        public String adapter() {
            return "http.static_headers.v1";
        }

        @Override
        public String toString() {
            return adapter();
        }
    }

    /// A signature over the body, with the time of sending before it if `timed`.
    record Hmac(
            String secret,
            String signatureHeader,
            String timestampHeader,
            boolean timed,
            String prefix)
            implements PushAuth {
        @Override
        public String adapter() {
            return "http.hmac.v1";
        }

        @Override
        public String toString() {
            return adapter();
        }
    }

    /// The signature of Standard Webhooks; the secret is base64 after `whsec_`.
    record StandardWebhooks(String secret) implements PushAuth {
        public static final String PREFIX = "whsec_";

        @Override
        public String adapter() {
            return "http.standard_webhooks.v1";
        }

        /// What is signed with.
        public byte[] key() {
            return Base64.getDecoder().decode(secret.substring(PREFIX.length()));
        }

        @Override
        public String toString() {
            return adapter();
        }
    }
}
