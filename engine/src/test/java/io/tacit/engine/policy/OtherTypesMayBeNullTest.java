package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.source.ColumnDeclaration;
import io.tacit.engine.source.TypeName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A value that does not fit the type that somebody declares is read as NULL, whatever the database enforces of its own type:
 * all pairs of types, and of decimals those that differ in their digits alone.
 */
@NullUnmarked
class OtherTypesMayBeNullTest {
    private static final List<String> TYPES = List.of(
            "BOOLEAN",
            "INTEGER",
            "BIGINT",
            "DECIMAL(9,0)",
            "DECIMAL(9,2)",
            "DECIMAL(9,3)",
            "DECIMAL(8,2)",
            "DECIMAL(18,2)",
            "DOUBLE",
            "VARCHAR",
            "DATE",
            "TIME",
            "TIMESTAMP");

    @TempDir
    private Path folder;

    @Test
    void aColumnOfOneTypeDeclaredAsAnotherMayBeNull() {
        for (String own : TYPES) {
            Column without = new Column("x", TypeName.parse(own), false);
            for (String said : TYPES) {
                ColumnType type = TypeName.parse(said);
                for (ColumnDeclaration declaration :
                        List.of(ColumnDeclaration.of(type), ColumnDeclaration.parse(said))) {
                    Column read = declaration.applied(without);
                    assertThat(read.type()).isEqualTo(type);
                    assertThat(read.nullable()).as("%s as %s", own, said).isEqualTo(!own.equals(said));
                    assertThat(declaration
                                    .applied(Column.nullable("x", TypeName.parse(own)))
                                    .nullable())
                            .isTrue();
                }
            }
            assertThat(ColumnDeclaration.NOTHING.applied(without).nullable()).isFalse();
        }
    }

    /**
     * In a policy the type may stand alone, or beside what is said of NULL, which then is an error, but for a stored DOUBLE, of which
     * rows with NaN are left out.
     */
    @Test
    void aPolicyCannotSayOtherwiseOfADatabase() throws IOException, SQLException {
        List<String> stored = new ArrayList<>();
        for (String own : TYPES) {
            for (int said = 0; said < TYPES.size(); said++) {
                stored.add("c" + stored.size() + " " + own + " NOT NULL");
            }
        }
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("t.duckdb"));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (uid INTEGER NOT NULL, " + String.join(", ", stored) + ")");
        }
        List<Column> own = read("uid: INTEGER", List.of());
        List<String> alone = new ArrayList<>();
        List<String> beside = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        List<Boolean> nullable = new ArrayList<>();
        List<Boolean> nullableBeside = new ArrayList<>();
        for (int i = 0; i < stored.size(); i++) {
            String said = TYPES.get(i % TYPES.size());
            boolean other =
                    !said.equals(TYPES.get(i / TYPES.size())) || own.get(i + 1).nullable();
            boolean real = said.equals("DOUBLE") && TYPES.get(i / TYPES.size()).equals("DOUBLE");
            nullable.add(other);
            nullableBeside.add(other && !real);
            alone.add("c" + i + ": '" + said + "'");
            beside.add("c" + i + ": {type: '" + said + "', nullable: false}");
            if (other && !real) {
                errors.add("tables.t.columns.c" + i + ".nullable");
            }
        }
        assertThat(nullable).contains(true, false);
        List<Column> withTypes = read(String.join(", ", alone), List.of());
        assertThat(withTypes.subList(1, withTypes.size()))
                .extracting(Column::nullable)
                .isEqualTo(nullable);
        List<Column> withBoth = read(String.join(", ", beside), errors);
        assertThat(withBoth.subList(1, withBoth.size()))
                .extracting(Column::nullable)
                .isEqualTo(nullableBeside);
    }

    private List<Column> read(String columns, List<String> errors) throws IOException {
        Path file = Files.writeString(
                folder.resolve("tacit.yaml"),
                "dataset: shop\ntables: {t: {duckdb: t.duckdb, person: uid, columns: {" + columns
                        + "}}}\nanalysts: {ada: []}\naccounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}\n");
        PolicyFile.Checked checked = PolicyFile.check(file, Shop.ENGINE);
        assertThat(checked.errors()).extracting(Finding::path).isEqualTo(errors);
        return checked.tables().get(0).table().columns();
    }
}
