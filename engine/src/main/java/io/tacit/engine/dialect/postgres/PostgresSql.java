package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.server.Lacking;
import io.tacit.engine.dialect.server.ServerSql;
import io.tacit.engine.dialect.server.ServerTexts;
import io.tacit.engine.dialect.server.ServerTypes;

/** What all printers of PostgreSQL's dialect use. */
final class PostgresSql {
    static final ServerTypes TYPES = new ServerTypes(new Lacking("PostgreSQL", "database"), new PostgresConversions());

    static final ServerSql SQL = new ServerSql(TYPES, Once::of);

    static final ServerTexts TEXTS = new ServerTexts(SQL, new PostgresTexts());

    private PostgresSql() {}
}
