package io.tacit.spark;

import io.tacit.engine.backend.server.StoredTables;
import io.tacit.engine.dialect.server.StoredColumn;
import io.tacit.engine.dialect.spark.SparkText;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * Tables of a cluster's catalogue, and files of a path.
 *
 * @param session in which the catalogue is asked
 */
record CatalogueTables(SparkSession session) implements StoredTables {
    @Override
    public List<StoredColumn> columns(String table) {
        return DescribeCluster.columns(session, table);
    }

    @Override
    public String qualified(String table) {
        return SparkText.qualified(table);
    }

    @Override
    public Refusal without(String table, String column) {
        return new Refusal(
                ErrorCode.SOURCE_SCHEMA,
                "The table " + table + " of Spark has no column " + column + ".",
                "Check its name.");
    }
}
