package dev.waybill.server.store;

import dev.waybill.server.config.DatabaseTarget;

/// The engines that must behave alike.
public enum TestEngine {
    SQLITE("with recursive n(i) as (select 10 union all select i + 1 from n)", "n"),
    POSTGRES("", "generate_series(10, 100000000000) as n(i)");

    private final String prelude;
    private final String numbers;

    TestEngine(String prelude, String numbers) {
        this.prelude = prelude;
        this.numbers = numbers;
    }

    /// A query that keeps the database busy for minutes.
    String endlessQuery() {
        return prelude + " select count(*) from " + numbers;
    }

    /// A statement that writes notes for minutes.
    String endlessInsert() {
        return "insert into note (id, text) " + prelude + " select i, 'x' from " + numbers;
    }

    public DatabaseTarget freshDatabase() {
        return switch (this) {
            case SQLITE -> new DatabaseTarget.Sqlite();
            case POSTGRES -> TestPostgres.shared().freshDatabase();
        };
    }
}
