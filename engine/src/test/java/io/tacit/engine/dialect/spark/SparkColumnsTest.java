package io.tacit.engine.dialect.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.dialect.server.StoredColumn;
import org.junit.jupiter.api.Test;

/** No value of a column is an error, whatever its type has become since it was declared. */
class SparkColumnsTest {
    private static final String[] TYPES = {
        "boolean",
        "tinyint",
        "smallint",
        "int",
        "bigint",
        "decimal(12,2)",
        "float",
        "double",
        "string",
        "string collate UTF8_LCASE",
        "varchar(9)",
        "char(9)",
        "date",
        "timestamp",
        "timestamp_ntz"
    };

    @Test
    void everyTypeIsConvertedWithoutErrors() {
        for (String type : TYPES) {
            StoredColumn column = SparkColumns.stored("c", type);
            String read = column.as(column.natural().orElseThrow());
            // A text of anything is no error.
            String guarded = read.replace("try_cast(", "").replace("collate(CAST(`c` AS STRING)", "");
            assertThat(read).as(type).containsAnyOf("try_cast(`c` AS ", "collate(CAST(`c` AS STRING)");
            assertThat(guarded.replace("CAST(0 AS DOUBLE)", "").replace("CAST('NaN' AS DOUBLE)", ""))
                    .as(type)
                    .doesNotContain("CAST(");
        }
    }

    /** Spark cuts a text that is no UTF-8 behind its end. */
    @Test
    void everyTextIsMadeValidFirst() {
        for (String type : new String[] {"string", "string collate UTF8_LCASE", "varchar(9)", "char(9)"}) {
            StoredColumn column = SparkColumns.stored("c", type);
            assertThat(column.as(column.natural().orElseThrow()))
                    .as(type)
                    .contains("make_valid_utf8(collate(CAST(`c` AS STRING), 'UTF8_BINARY'))");
        }
    }
}
