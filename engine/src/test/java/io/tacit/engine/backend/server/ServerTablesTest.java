package io.tacit.engine.backend.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.postgres.PostgresColumns;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.dialect.server.StoredColumn;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A declared column is the one of exactly its name, and of no other table: a server tells letters apart by their case. */
@NullUnmarked
class ServerTablesTest {
    private static final List<String> STORED = List.of("Id", "id", "ID", "iD ");

    private static final StoredTables TABLES = new StoredTables() {
        @Override
        public List<StoredColumn> columns(String table) {
            return STORED.stream()
                    .map(name -> PostgresColumns.stored(name, "integer"))
                    .toList();
        }

        @Override
        public String qualified(String table) {
            return "\"public\".\"" + table + '"';
        }

        @Override
        public Refusal without(String table, String column) {
            return new Refusal(ErrorCode.SOURCE_SCHEMA, table + " has no " + column + ".", "Check it.");
        }
    };

    private static ServerTables declared(String name, String column) {
        return new ServerTables(
                List.of(new SourceTable(
                        new Table(
                                name,
                                List.of(Column.nullable(column, ColumnType.INTEGER)),
                                new Protection.UnitColumn(column)),
                        new Source.Server("jdbc:postgresql://host/base", "stored"))),
                PostgresDialect.DIALECT,
                TABLES);
    }

    @Test
    void aColumnIsTheOneOfItsName() {
        for (String column : STORED) {
            String sql = declared("t", column).with("SELECT * FROM \"t\"");
            assertThat(sql).contains('"' + column + '"');
            STORED.stream()
                    .filter(other -> !other.equals(column))
                    .forEach(other -> assertThat(sql).as(column).doesNotContain('"' + other + '"'));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"iD", "id ", "identity", "\u0131d"})
    void aColumnThatIsNotThereIsRefused(String column) {
        assertThatThrownBy(() -> declared("t", column))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_SCHEMA));
    }

    /** What a query does not name is not read, and what it names is. */
    @Test
    void onlyTablesThatAQueryNamesAreRead() {
        ServerTables tables = declared("visits", "id");
        assertThat(tables.read("SELECT 1")).isEmpty();
        assertThat(tables.with("SELECT 1")).isEqualTo("SELECT 1");
        assertThat(tables.read("SELECT * FROM \"visits\"")).hasSize(1);
    }
}
