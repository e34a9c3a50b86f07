package dev.waybill.server.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.server.config.Network;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetGuardTest {
    private static final TargetGuard STRICT = new TargetGuard(List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/",
                "http://127.9.9.9:80/",
                "http://0.0.0.0/",
                "http://10.1.2.3/",
                "http://100.64.0.1/",
                "http://169.254.169.254/latest/meta-data",
                "http://172.31.255.255/",
                "http://192.168.0.1/",
                "http://198.18.0.1/",
                "http://224.0.0.1/",
                "http://255.255.255.255/",
                "http://2130706433/",
                "http://[::1]/",
                "http://[::]/",
                "http://[::ffff:127.0.0.1]/",
                "http://[::127.0.0.1]/",
                "http://[64:ff9b::7f00:1]/",
                "http://[2002:7f00:1::1]/",
                "http://[fc00::1]/",
                "http://[fd12::1]/",
                "http://[fe80::1]/",
                "http://[ff02::1]/",
                "http://localhost/",
                "http://LOCALHOST:8080/"
            })
    void what_is_not_public_is_refused(String url) {
        assertThatThrownBy(() -> STRICT.vet(TargetGuard.parse(url)))
                .isInstanceOf(RefusedTarget.class)
                .hasMessageMatching("leads to a network .*|names a host .*");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://8.8.8.8/",
                "https://172.32.0.1/x?y",
                "https://[2606:4700::1111]:8443/",
                "http://[64:ff9b::808:808]/"
            })
    void what_is_public_is_allowed(String url) throws RefusedTarget {
        assertThat(STRICT.vet(TargetGuard.parse(url))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://8.8.8.8/",
                "file:///etc/passwd",
                "8.8.8.8",
                "http://",
                "http:///x",
                "http://user:secret@8.8.8.8/",
                "http://8.8.8.8:0/",
                "http://8.8.8.8:99999/",
                "http://a b/",
                "http://[fe80::1%25eth0]/"
            })
    void what_is_no_web_address_is_refused(String url) {
        assertThatThrownBy(() -> TargetGuard.parse(url)).isInstanceOf(RefusedTarget.class);
    }

    @Test
    void a_network_can_be_allowed_and_no_other_is() throws RefusedTarget {
        TargetGuard guard =
                new TargetGuard(List.of(Network.of("127.0.0.0/8"), Network.of("10.1.0.0/16")));

        assertThat(guard.vet(TargetGuard.parse("http://127.0.0.1:9/"))).hasSize(1);
        assertThat(guard.vet(TargetGuard.parse("http://10.1.255.1/"))).hasSize(1);
        assertThatThrownBy(() -> guard.vet(TargetGuard.parse("http://10.2.0.1/")))
                .isInstanceOf(RefusedTarget.class);
    }

    @Test
    void one_private_address_among_public_ones_is_enough_to_refuse() {
        TargetGuard guard =
                new TargetGuard(
                        List.of(),
                        _ ->
                                new InetAddress[] {
                                    InetAddress.ofLiteral("8.8.8.8"),
                                    InetAddress.ofLiteral("10.0.0.1")
                                });

        assertThatThrownBy(() -> guard.vet(TargetGuard.parse("http://example.com/")))
                .isInstanceOf(RefusedTarget.class);
    }

    @Test
    void a_local_name_is_refused_even_if_it_leads_to_a_public_address() {
        TargetGuard guard =
                new TargetGuard(
                        List.of(), _ -> new InetAddress[] {InetAddress.ofLiteral("8.8.8.8")});

        for (String host :
                List.of(
                        "db.internal",
                        "printer.local",
                        "x.localhost",
                        "nas.home.arpa",
                        "a.internal.")) {
            assertThatThrownBy(() -> guard.vet(TargetGuard.parse("http://" + host + "/")))
                    .as(host)
                    .isInstanceOf(RefusedTarget.class);
        }
    }
}
