package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.server.Lacking;
import io.tacit.engine.dialect.server.ServerSql;
import io.tacit.engine.dialect.server.ServerTexts;
import io.tacit.engine.dialect.server.ServerTypes;

/** What all printers of Spark's dialect use. */
final class SparkSql {
    static final ServerTypes TYPES = new ServerTypes(new Lacking("Spark", "catalogue"), new SparkConversions());

    static final ServerSql SQL = new ServerSql(TYPES, Once::of);

    static final ServerTexts TEXTS = new ServerTexts(SQL, new SparkTexts());

    private SparkSql() {}
}
