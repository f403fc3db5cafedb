package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.duckdb.DuckDbBackend;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.FeedReleases;
import io.tacit.engine.release.ReleaseRows;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.session.JoinForms.Form;
import io.tacit.engine.session.JoinForms.Rule;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Foreign keys to the person's own column, as untidy as data are: keys that refer to nobody, that are NULL, to a person
 * who is there twice, and people nobody refers to. Taking a person out, with all that refers to that person, moves no
 * state further than the noise is made for.
 */
@NullUnmarked
@Tag("walk")
class KeysToPeopleTest {
    private static final DuckDbSettings ONE_THREAD = new DuckDbSettings(512, 1, message -> {});
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 2, 0.95);
    /** Every nineteenth rule of each form; before a release, every rule. */
    private static final int SOME = Integer.getInteger("tacit.joins.share", 19);

    /** Person 2 is there twice, 3 and 6 are referred to by nobody, 7 and 9 are not there. */
    private static final List<String> A = List.of("1,1", "2,1", "2,2", "3,3", "4,3", "6,2", ",1");

    private static final List<String> B = List.of("1,5", "1,5", "2,5", "4,6", "4,7", "4,8", "7,5", ",5");
    private static final List<String> C = List.of("1,8", "2,8", "2,9", "2,9", "4,4", "9,8", ",8");

    private static final Protection PERSON = new Protection.UnitColumn("id");
    private static final Protection KEY = new Protection.ForeignKey("cid", "a", "id");

    @TempDir
    Path folder;

    private final Map<Integer, Backend> databases = new LinkedHashMap<>();
    private Protection last;

    @BeforeEach
    void noDatabases() {
        databases.clear();
    }

    @AfterEach
    void close() {
        databases.values().forEach(Backend::close);
    }

    @Test
    void keysToThePerson() throws IOException {
        last = new Protection.ForeignKey("who", "a", "id");
        walk(JoinForms.ofTwo("id", "cid"));
    }

    @Test
    void keysToKeysToThePerson() throws IOException {
        last = new Protection.ForeignKey("who", "b", "cid");
        walk(JoinForms.ofTwo("id", "cid"));
    }

    private void walk(List<Form> forms) throws IOException {
        List<Rule> rules = JoinForms.asking("c", "who");
        for (int person : new int[] {0, 1, 2, 4}) {
            databases.put(person, DuckDbBackend.open(tables(person), ONE_THREAD));
        }
        PrepareQuery prepare = new PrepareQuery(
                new Catalog(tables(0).stream().map(SourceTable::table).toList()), DEFAULTS);
        List<String> failures = new ArrayList<>();
        int turn = 0;
        for (Form form : forms) {
            for (String column : both(form)) {
                for (int i = turn++ % SOME; i < rules.size(); i += SOME) {
                    String sql = rules.get(i).sql(form, column).replace("{bounds}", JoinForms.BOUNDS);
                    failures.addAll(wrong(prepare, sql, form.persons().contains(column)));
                }
            }
        }
        assertThat(failures).isEmpty();
    }

    private static List<String> both(Form form) {
        List<String> columns = new ArrayList<>(form.persons());
        columns.addAll(form.others());
        return columns;
    }

    private List<String> wrong(PrepareQuery prepare, String sql, boolean person) {
        List<String> wrong = new ArrayList<>();
        PreparedQuery query;
        try {
            query = prepare.prepare(sql);
        } catch (Refusal refusal) {
            // What is not the person may be refused; JoinFormsTest says when.
            return person ? List.of(sql + "\n" + refusal.getMessage()) : List.of();
        }
        for (int release = 0; release < query.releases().size(); release++) {
            ExactStates all = measure(query, release, 0);
            for (int without : databases.keySet()) {
                for (String excess : all.excess(measure(query, release, without))) {
                    wrong.add(sql + "\nwithout " + without + ": " + excess);
                }
            }
            if (query.releases().get(release).fed()) {
                feed(query, release);
            }
        }
        query.releases().stream()
                .filter(PreparedRelease::fed)
                .map(PreparedRelease::name)
                .forEach(name -> databases.values().forEach(backend -> backend.dropWorkTable(name)));
        return wrong;
    }

    /** What a release showed of all is what later ones read, with and without a person. */
    private void feed(PreparedQuery query, int release) {
        Calibration calibration = query.releases().get(release).calibration();
        ReleasedRows rows =
                ReleaseRows.run(calibration, query.releases().get(release).sql(), databases.get(0), new ZeroNoise());
        for (Backend backend : databases.values()) {
            FeedReleases.declare(calibration.plan(), backend);
            FeedReleases.fill(rows, backend);
        }
    }

    private ExactStates measure(PreparedQuery query, int release, int without) {
        return ExactStates.measure(
                query.releases().get(release).calibration(),
                query.releases().get(release).sql(),
                databases.get(without));
    }

    private List<SourceTable> tables(int without) throws IOException {
        return List.of(
                table("a", PERSON, "id,x", A, without),
                table("b", KEY, "cid,y", B, without),
                table("c", last, "who,z", C, without),
                table("pub", new Protection.Public(), "k,name", List.of("1,10", "2,20", "9,90"), 0));
    }

    private SourceTable table(String name, Protection protection, String columns, List<String> lines, int without)
            throws IOException {
        Path file = folder.resolve(name + without + ".csv");
        List<String> all = new ArrayList<>(List.of(columns));
        lines.stream().filter(line -> !line.startsWith(without + ",")).forEach(all::add);
        Files.write(file, all);
        List<Column> declared = Arrays.stream(columns.split(","))
                .map(column -> Column.nullable(column, ColumnType.INTEGER))
                .toList();
        return new SourceTable(new Table(name, declared, protection), new Source.Csv(file, new CsvFormat(',', true)));
    }
}
