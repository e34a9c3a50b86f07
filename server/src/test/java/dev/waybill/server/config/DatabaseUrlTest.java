package dev.waybill.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseUrlTest {
    @Test
    void sqlite_needs_no_address() {
        assertThat(DatabaseUrl.parse("sqlite")).contains(new DatabaseTarget.Sqlite());
    }

    @Test
    void user_and_password_are_split_off_and_decoded() {
        assertThat(
                        DatabaseUrl.parse(
                                "postgresql://way%40bill:p%2Fa+ss@db.example:5433/relay?sslmode=require"))
                .contains(
                        new DatabaseTarget.Postgres(
                                "jdbc:postgresql://db.example:5433/relay?sslmode=require",
                                "way@bill",
                                "p/a+ss"));
    }

    @Test
    void a_jdbc_address_carries_them_as_parameters() {
        assertThat(DatabaseUrl.parse("jdbc:postgresql://[::1]/relay?user=me&ssl=true&password=pw"))
                .contains(
                        new DatabaseTarget.Postgres(
                                "jdbc:postgresql://[::1]/relay?ssl=true", "me", "pw"));
    }

    @Test
    void several_hosts_and_no_user_are_fine() {
        assertThat(DatabaseUrl.parse("postgres://one:5432,two:5432/relay"))
                .contains(
                        new DatabaseTarget.Postgres(
                                "jdbc:postgresql://one:5432,two:5432/relay", null, null));
    }

    @Test
    void what_is_shown_has_no_password() {
        DatabaseTarget target = DatabaseUrl.parse("postgresql://me:hunter2@db/relay").orElseThrow();

        assertThat(DatabaseUrl.print(target)).isEqualTo("jdbc:postgresql://db/relay");
        assertThat(target.toString()).doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "mysql://db/relay",
                "postgresql://db",
                "postgresql://me:pa/ss@db/relay",
                "postgresql://me:12/ss@db/relay",
                "postgresql://me:p@ss@db/relay",
                "postgresql://me:p%zz@db/relay",
                "jdbc:postgresql://db/relay?password=p@ss",
                "jdbc:postgresql://db/relay?sslpassword=pw",
                "jdbc:postgresql://db/relay?Password=pw",
                "jdbc:postgresql://db/relay?pass%77ord=pw",
                "postgresql://db:0/relay",
                "postgresql://one,db:65536/relay",
            })
    void an_address_that_is_wrong_or_may_hide_a_password_is_refused(String text) {
        assertThat(DatabaseUrl.parse(text)).isEmpty();
    }
}
