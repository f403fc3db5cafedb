package io.tacit.spark;

import java.util.Locale;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Whether a table keeps its versions, and how one of them is read. */
enum TableFormat {
    /** None is kept, or none can be named: views, tables of other formats. */
    PLAIN {
        @Override
        String newest(SparkSession session, String name) {
            return name;
        }
    },

    /** The Parquet files of a path, which are looked at anew for each query. */
    FILES {
        @Override
        String newest(SparkSession session, String name) {
            throw new IllegalStateException("files have no version");
        }
    },

    DELTA {
        @Override
        String newest(SparkSession session, String name) {
            Row commit = session.sql("DESCRIBE HISTORY " + name + " LIMIT 1").head();
            return name + VERSION + commit.getLong(commit.fieldIndex("version"));
        }
    },

    ICEBERG {
        /** A table into which nothing was written has no snapshot, and no row. */
        @Override
        String newest(SparkSession session, String name) {
            // A session remembers the tables that it has read, as they were.
            session.sql("REFRESH TABLE " + name).collectAsList();
            String snapshot = session.sql("SHOW TBLPROPERTIES " + name + " ('" + SNAPSHOT + "')")
                    .head()
                    .getString(1);
            return snapshot.equals("none")
                    ? "(SELECT * FROM " + name + " WHERE FALSE)"
                    : name + VERSION + Long.parseLong(snapshot);
        }
    };

    private static final String VERSION = " VERSION AS OF ";
    private static final String SNAPSHOT = "current-snapshot-id";

    /**
     * What FROM reads to see the newest version and no later one.
     *
     * @param name in quotes
     */
    abstract String newest(SparkSession session, String name);

    /** The format of a table, by what its description says provides it. */
    static TableFormat of(String provider) {
        return switch (provider.toLowerCase(Locale.ROOT)) {
            case "delta" -> DELTA;
            case "iceberg" -> ICEBERG;
            default -> PLAIN;
        };
    }
}
