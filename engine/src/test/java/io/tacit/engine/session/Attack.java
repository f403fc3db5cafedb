package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Asks D, which has person 4217, and D′, which has not, without noise. Whatever is asked must come to the same on both:
 * the explanation, accepted or refused, the words of the refusal, the columns, the cost, and every row that is not made
 * of 4217's.
 *
 * <p>The tables are {@code t} ({@link People}), {@code o} (orders of the same people; uid, oid, seller, amount, day),
 * {@code item} (oid, product, q; found through o), and the public {@code pub} (code, n), whose codes are groups of t,
 * and one that nobody is in. 4217's values in texts and in large numbers are nobody else's, so that they would be
 * recognised in a message.
 */
@org.jspecify.annotations.NullUnmarked
final class Attack implements AutoCloseable {
    static final String VICTIM = "4217,a,31337.5,31337.25,31337,3133731337,31337.5,Zyxgorod";

    private static final Pattern VALUES = Pattern.compile("31337|Zyxgorod|word[0-9]+");
    private static final Defaults SLACK = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);

    private final TacitSession with;
    private final TacitSession without;

    private Attack(TacitSession with, TacitSession without) {
        this.with = with;
        this.without = without;
    }

    /** Thirty ordinary people, and 4217 with these rows, or with one row in group a where none is given. */
    static Attack on(Path folder, String... victim) {
        return on(folder, People.ordinary(), victim.length == 0 ? new String[] {VICTIM} : victim);
    }

    /** These people, and 4217 with these rows. */
    static Attack on(Path folder, People people, String... victim) {
        return new Attack(open(tables(folder, people.with(victim), true)), open(tables(folder, people, false)));
    }

    /** These tables with 4217's rows and without. */
    static Attack over(List<SourceTable> with, List<SourceTable> without) {
        return new Attack(open(with), open(without));
    }

    /** Both databases, kept open for the tests of one class, by 4217's rows. */
    static final class Kept implements AutoCloseable {
        private final Map<List<String>, Attack> open = new HashMap<>();

        /** As {@link Attack#on(Path, String...)}. */
        Attack on(Path folder, String... victim) {
            return open.computeIfAbsent(List.of(victim), rows -> Attack.on(folder, victim));
        }

        @Override
        public void close() {
            open.values().forEach(Attack::close);
        }
    }

    private static TacitSession open(List<SourceTable> tables) {
        return TacitSession.open(tables, SLACK, People.SETTINGS, ZeroNoise::new);
    }

    /** Accepted on both, with the same shape. */
    List<Answer> isAnswered(String sql) {
        assertThat(with.explain(sql)).as(sql).isEqualTo(without.explain(sql));
        List<Answer> answers = List.of(with.query(sql), without.query(sql));
        Answer first = answers.get(0);
        Answer second = answers.get(1);
        assertThat(first.columns()).as(sql).isEqualTo(second.columns());
        assertThat(first.epsilon()).as(sql).isEqualTo(second.epsilon());
        assertThat(first.delta()).as(sql).isEqualTo(second.delta());
        assertThat(first.rows()).as(sql).hasSameSizeAs(second.rows());
        return answers;
    }

    /** Accepted on both, with the same rows but for those whose first value is one of 4217's. */
    List<AnswerRow> leavesOthersAlone(String sql, Object... keysOfVictim) {
        assertThat(with.explain(sql)).as(sql).isEqualTo(without.explain(sql));
        List<Object> own = Arrays.asList(keysOfVictim);
        List<List<AnswerRow>> others = Stream.of(with.query(sql), without.query(sql))
                .map(answer -> answer.rows().stream()
                        .filter(row -> !own.contains(row.values().get(0)))
                        .toList())
                .toList();
        assertThat(others.get(0)).as(sql).isNotEmpty().isEqualTo(others.get(1));
        return others.get(0);
    }

    /** Refused on both with the same words, which quote nobody's value. */
    String isRefused(ErrorCode code, String sql) {
        Set<String> words = new HashSet<>();
        for (TacitSession session : List.of(with, without)) {
            Refusal refusal = refusal(session, sql);
            assertThat(refusal.code()).as(sql).isEqualTo(code);
            words.add(refusal.getMessage());
        }
        assertThat(words).as(sql).hasSize(1);
        String message = words.iterator().next();
        quotesNobody(message.replace(sql, ""), sql);
        return message;
    }

    /** Each line is a code and a query. */
    void areRefused(String lines) {
        for (String line : lines.lines().toList()) {
            ErrorCode code = Stream.of(ErrorCode.values())
                    .filter(each -> line.startsWith(each.code() + " "))
                    .findFirst()
                    .orElseThrow();
            isRefused(code, line.substring(code.code().length()).strip());
        }
    }

    /** Whether accepted or refused: the same on both. */
    void isSame(String sql) {
        if (accepts(sql)) {
            isAnswered(sql);
        } else {
            isRefused(refusal(with, sql).code(), sql);
        }
    }

    private boolean accepts(String sql) {
        try {
            with.explain(sql);
            return true;
        } catch (Refusal refused) {
            return false;
        }
    }

    private static void quotesNobody(String message, String sql) {
        Matcher value = VALUES.matcher(message);
        while (value.find()) {
            assertThat(sql).as("only what the query itself says: " + message).contains(value.group());
        }
    }

    private static Refusal refusal(TacitSession session, String sql) {
        try {
            session.query(sql);
        } catch (Refusal refusal) {
            return refusal;
        }
        throw new AssertionError("accepted: " + sql);
    }

    /** The tables over these people; with 4217's orders or without. */
    static List<SourceTable> tables(Path folder, People people, boolean withVictim) {
        List<String> orders = new ArrayList<>();
        List<String> items = new ArrayList<>();
        for (int uid = 1; uid <= 30; uid++) {
            for (int k = 0; k < 2; k++) {
                int order = 2 * uid + k;
                orders.add(uid + "," + order + "," + order % 7 + "," + uid + ".5,2024-01-" + (10 + order % 5));
                items.add(order + ",p" + order % 4 + "," + uid % 3);
            }
        }
        if (withVictim) {
            orders.add("4217,31337,3,31337.75,2024-01-11");
            orders.add("4217,3,4217,0.25,2024-01-12");
            items.add("31337,p1,7");
            items.add("31337,Zyxgorod,9");
        }
        List<SourceTable> tables = new ArrayList<>();
        tables.add(people.table(folder));
        Protection uid = new Protection.UnitColumn("uid");
        tables.add(table(folder, "o", uid, "uid:B,oid:B,seller:B,amount:X,day:D", orders));
        tables.add(table(folder, "item", new Protection.ForeignKey("oid", "o", "oid"), "oid:B,product:V,q:I", items));
        tables.add(
                table(folder, "pub", new Protection.Public(), "code:V,n:I", List.of("a,1", "b,2", "c,3", "nobody,4")));
        return tables;
    }

    private static SourceTable table(
            Path folder, String name, Protection protection, String columns, List<String> lines) {
        List<Column> declared = Stream.of(columns.split(",", -1))
                .map(column -> Column.nullable(
                        column.substring(0, column.length() - 2),
                        switch (column.charAt(column.length() - 1)) {
                            case 'B' -> ColumnType.BIGINT;
                            case 'I' -> ColumnType.INTEGER;
                            case 'X' -> ColumnType.DOUBLE;
                            case 'D' -> ColumnType.DATE;
                            default -> ColumnType.VARCHAR;
                        }))
                .toList();
        try {
            Path file = Files.createTempFile(folder, name, ".csv");
            String header = declared.stream().map(Column::name).collect(Collectors.joining(","));
            Files.writeString(file, header + "\n" + String.join("\n", lines) + "\n");
            return new SourceTable(
                    new Table(name, declared, protection), new Source.Csv(file, new CsvFormat(',', true)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        with.close();
        without.close();
    }
}
