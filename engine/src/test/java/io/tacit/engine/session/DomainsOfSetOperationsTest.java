package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A set operation has declared values only where all its branches declare the same: others' rows would be lost. */
@NullUnmarked
class DomainsOfSetOperationsTest {
    private static final List<String> SETS = List.of("UNION ALL", "UNION", "INTERSECT", "EXCEPT");

    /** Each is asked over rows ($) with a person and k, and needs to know all values of k. */
    private static final List<String> QUESTIONS = List.of(
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(group_selection_strategy = PUBLIC_GROUPS) k, COUNT(*) FROM ($)"
                    + " AS u GROUP BY k",
            "SELECT MODE(k) FROM ($) AS u");

    @TempDir
    Path folder;

    private SourceTable table(String name, Column k) throws IOException {
        Path file = folder.resolve(name + ".csv");
        Files.writeString(file, "uid,k\n1,x\n2,y\n3,z\n");
        return new SourceTable(
                new Table(
                        name, List.of(Column.nullable("uid", ColumnType.BIGINT), k), new Protection.UnitColumn("uid")),
                new Source.Csv(file, new CsvFormat(',', true)));
    }

    private static boolean isAccepted(TacitSession session, String sql) {
        try {
            session.explain(sql);
            return true;
        } catch (Refusal refused) {
            return false;
        }
    }

    @Test
    void onlyBranchesOfTheSameValuesHaveThem() throws IOException {
        Column k = Column.nullable("k", ColumnType.VARCHAR);
        List<SourceTable> tables = List.of(
                table("a", k.among(new Domain(List.of("x", "y")))),
                table("same", k.among(new Domain(List.of("x", "y")))),
                table("fewer", k.among(new Domain(List.of("x")))),
                table("others", k.among(new Domain(List.of("y", "z")))),
                table("any", k));
        Defaults slack = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);
        List<String> wrong = new ArrayList<>();
        try (TacitSession session = TacitSession.open(tables, slack, People.SETTINGS, ZeroNoise::new)) {
            for (String set : SETS) {
                for (SourceTable other : tables) {
                    String name = other.table().name();
                    boolean same = name.equals("a") || name.equals("same");
                    for (String question : QUESTIONS) {
                        for (String rows : List.of(
                                "a " + set + " SELECT uid, k FROM " + name,
                                name + " " + set + " SELECT uid, k FROM a")) {
                            String sql = question.replace("$", "SELECT uid, k FROM " + rows);
                            if (isAccepted(session, sql) != same) {
                                wrong.add(sql);
                            }
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }
}
