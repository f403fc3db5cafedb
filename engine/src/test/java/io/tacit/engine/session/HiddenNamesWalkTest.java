package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.SchemaStatement;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What an analyst reads of a question names no column that is hidden from them. The walk: every statement of the scripts,
 * as it is and with each of its words in turn written almost as a hidden column is, over tables that have hidden columns
 * of every type before, between and behind their own; all that planning, explaining, describing and refusing says.
 */
@NullUnmarked
@Tag("walk")
class HiddenNamesWalkTest {
    private static final String SECRET = "zqx";

    /** Each is what somebody may have meant who wrote nearly so. */
    private static final List<String> SHARED = List.of(SECRET + "_wages", SECRET + "_diagnosis");

    private static final Pattern WORD = Pattern.compile("[A-Za-z_]{3,}");

    private static final Catalog CATALOG = new Catalog(SampleTables.all().stream()
            .map(SourceTable::table)
            .map(HiddenNamesWalkTest::withHidden)
            .toList());

    private final PrepareQuery prepare = new PrepareQuery(CATALOG, Defaults.STANDARD);
    private int refused;

    private static Table withHidden(Table table) {
        List<Column> columns = new ArrayList<>();
        int next = 0;
        for (Column column : table.columns()) {
            columns.add(hidden(SECRET + "_" + table.name() + next++, column.type()));
            columns.add(column);
        }
        // Two tables have them alike, as NATURAL JOIN and USING look for.
        SHARED.forEach(name -> columns.add(hidden(name, ColumnType.VARCHAR)));
        return new Table(table.name(), columns, table.protection(), table.uniqueKeys());
    }

    private static Column hidden(String name, ColumnType type) {
        return Column.nullable(name, type).hiddenFromAnalysts();
    }

    /** Statements with a word replaced by one that is nearly a hidden name. */
    private static List<String> mistyped(String sql) {
        List<String> all = new ArrayList<>();
        Matcher word = WORD.matcher(sql);
        while (word.find()) {
            String before = sql.substring(0, word.start());
            String after = sql.substring(word.end());
            all.add(before + "zq_wages" + after);
            all.add(before + "wages" + after);
        }
        return all;
    }

    private static List<String> statements() throws IOException {
        List<String> all = new ArrayList<>();
        for (ScriptStatements.Statement statement : ScriptStatements.all()) {
            all.add(statement.sql());
        }
        return all;
    }

    /** All that is said of a question before it is paid for. */
    private String said(String sql) {
        StringBuilder said = new StringBuilder();
        try {
            Optional<SchemaStatement> look = SchemaStatement.read(sql, CATALOG);
            if (look.isPresent()) {
                return SchemaTable.of(look.get(), CATALOG).toString();
            }
            PreparedQuery query = prepare.prepare(sql);
            said.append(query.columns()).append(query.answerSql());
            for (PreparedRelease release : query.releases()) {
                said.append(ReleaseReports.planned(release.calibration(), release.people(), Optional.empty()));
                release.queries().forEach(step -> said.append(step.sql()));
            }
        } catch (Refusal refusal) {
            refused++;
            said.append(refusal.getMessage()).append(refusal.forOwner());
        }
        return said.toString();
    }

    @Test
    void noStatementOfTheScriptsShowsOne() throws IOException {
        TreeSet<String> shown = new TreeSet<>();
        for (String sql : Walk.share("hidden-names", 60, statements())) {
            if (said(sql).toLowerCase(Locale.ROOT).contains(SECRET)) {
                shown.add(sql);
            }
        }
        assertThat(shown).isEmpty();
        assertThat(refused).isPositive();
    }

    @Test
    void noMistypedOneIsTakenForOne() throws IOException {
        TreeSet<String> shown = new TreeSet<>();
        Random random = Walk.random("mistyped");
        for (String sql : Walk.share("mistyped", 50, statements())) {
            List<String> all = mistyped(sql);
            for (int i = 0; i < Math.min(all.size(), Walk.times(Integer.MAX_VALUE, 1)); i++) {
                String each = Walk.WHOLE ? all.get(i) : all.get(random.nextInt(all.size()));
                if (said(each).toLowerCase(Locale.ROOT).contains(SECRET)) {
                    shown.add(each);
                }
            }
        }
        assertThat(shown).isEmpty();
        assertThat(refused).isPositive();
    }
}
