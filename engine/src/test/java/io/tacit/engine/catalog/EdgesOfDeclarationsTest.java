package io.tacit.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What owners declare holds within its edges and not one step beyond them: each number of each declaration. */
class EdgesOfDeclarationsTest {
    private static final long MOST = Integer.MAX_VALUE;

    @Test
    void theBudgetOfDefaults() {
        edges(
                decimals("1e-12", "1", "19.999999999999999999", "20", "20.0"),
                decimals("-1", "-1e-300", "0", "0.0", "1e-300", "9.99e-13", "20.000000000000000001", "21"),
                epsilon -> new Defaults(epsilon, new BigDecimal("1e-8"), 1, 0.95));
        edges(
                decimals("1e-300", "1e-8", "0.5", "0.999999999999999999999"),
                decimals("-1e-8", "0", "0.00", "1", "1.0", "1.5"),
                delta -> new Defaults(BigDecimal.ONE, delta, 1, 0.95));
    }

    @Test
    void theConfidenceAndPeopleOfDefaults() {
        edges(
                List.of(Double.MIN_VALUE, 0.5, 0.95, Math.nextDown(1.0)),
                List.of(-0.5, -0.0, 0.0, 1.0, 95.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY),
                confidence -> new Defaults(BigDecimal.ONE, new BigDecimal("1e-8"), 1, confidence));
        edges(
                List.of(1L, 2L, MOST),
                List.of(0L, -1L, MOST + 1, Long.MAX_VALUE, Long.MIN_VALUE),
                people -> new Defaults(
                        BigDecimal.ONE, new BigDecimal("1e-8"), 1, 0.95, Optional.empty(), Optional.empty(), people));
    }

    @Test
    void theLimitOfAPerson() {
        edges(List.of(1L, 2L, MOST), List.of(0L, -1L, MOST + 1, Long.MAX_VALUE, Long.MIN_VALUE), PersonLimit::groups);
        edges(List.of(1L, 2L, MOST), List.of(0L, -1L, MOST + 1, Long.MAX_VALUE, Long.MIN_VALUE), PersonLimit::rows);
        for (PersonLimit.Of of : PersonLimit.Of.values()) {
            assertThat(PersonLimit.found(of).most()).isEmpty();
            assertThat(PersonLimit.found(of).ofRows()).isEqualTo(of == PersonLimit.Of.ROWS);
            assertThat(PersonLimit.found(of)).hasToString(of + "=AUTO");
        }
        assertThat(PersonLimit.rows(3)).isEqualTo(new PersonLimit(PersonLimit.Of.ROWS, OptionalLong.of(3)));
        assertThat(PersonLimit.rows(3)).hasToString("ROWS=3");
        assertThat(PersonLimit.groups(4)).isEqualTo(new PersonLimit(PersonLimit.Of.GROUPS, OptionalLong.of(4)));
        assertThat(PersonLimit.groups(4)).hasToString("GROUPS=4");
    }

    @Test
    void onlyALimitOfGroupsIsANumberOfGroups() {
        assertThat(with(Optional.of(PersonLimit.groups(7))).maxGroups()).hasValue(7);
        assertThat(with(Optional.of(PersonLimit.rows(7))).maxGroups()).isEmpty();
        assertThat(with(Optional.of(PersonLimit.found(PersonLimit.Of.GROUPS))).maxGroups())
                .isEmpty();
        assertThat(with(Optional.of(PersonLimit.found(PersonLimit.Of.ROWS))).maxGroups())
                .isEmpty();
        assertThat(with(Optional.empty()).maxGroups()).isEmpty();
        Defaults few = new Defaults(BigDecimal.ONE, new BigDecimal("1e-8"), 7, 0.95);
        assertThat(few.maxGroups()).hasValue(7);
        assertThat(few.minPeople()).isEqualTo(1);
        assertThat(few.noise()).isEmpty();
        assertThat(few.selection()).isEmpty();
        assertThat(few.reportMissing()).isFalse();
    }

    @Test
    void standardDefaultsAreThoseOfTheDocumentation() {
        assertThat(Defaults.STANDARD)
                .isEqualTo(new Defaults(
                        new BigDecimal("1"),
                        new BigDecimal("1e-8"),
                        Optional.empty(),
                        0.95,
                        Optional.empty(),
                        Optional.empty(),
                        1,
                        true));
    }

    @Test
    void theBudgetOfACeiling() {
        edges(
                decimals("1e-300", "1", "20", "1e9"),
                decimals("0", "0.0", "-1e-300", "-1"),
                epsilon -> new QueryCeiling(Optional.of(epsilon), Optional.empty(), OptionalLong.empty(), 1));
        edges(
                decimals("1e-300", "0.5", "0.999999999999999999999"),
                decimals("0", "0.0", "-1e-8", "1", "1.0", "2"),
                delta -> new QueryCeiling(Optional.empty(), Optional.of(delta), OptionalLong.empty(), 1));
    }

    @Test
    void theCountsOfACeiling() {
        edges(
                List.of(1L, 2L, MOST, Long.MAX_VALUE),
                List.of(0L, -1L, Long.MIN_VALUE),
                groups -> new QueryCeiling(Optional.empty(), Optional.empty(), OptionalLong.of(groups), 1));
        edges(
                List.of(1L, 2L, MOST),
                List.of(0L, -1L, MOST + 1, Long.MAX_VALUE, Long.MIN_VALUE),
                people -> new QueryCeiling(Optional.empty(), Optional.empty(), OptionalLong.empty(), people));
        edges(
                List.of(1L, 2L, 604_800L),
                List.of(0L, -1L, 604_801L, Long.MAX_VALUE, Long.MIN_VALUE),
                seconds -> new QueryCeiling(
                        Optional.empty(), Optional.empty(), OptionalLong.empty(), 1, OptionalLong.of(seconds)));
        assertThat(QueryCeiling.NONE)
                .isEqualTo(new QueryCeiling(
                        Optional.empty(), Optional.empty(), OptionalLong.empty(), 1, OptionalLong.empty()));
    }

    @Test
    void theValuesOfADomain() {
        List<String> most =
                IntStream.range(0, 100_000).mapToObj(String::valueOf).toList();
        List<String> more =
                IntStream.range(0, 100_001).mapToObj(String::valueOf).toList();
        List<String> again = new ArrayList<>(most.subList(0, 99_999));
        again.add("0");
        edges(
                List.of(List.of("a"), List.of("a", "A", "a ", ""), most),
                List.of(List.of(), List.of("a", "a"), List.of("a", "b", "a"), more, again),
                Domain::new);
        List<String> given = new ArrayList<>(List.of("b", "a"));
        Domain kept = new Domain(given);
        given.add("b");
        assertThat(kept.values()).containsExactly("b", "a");
    }

    @Test
    void theBoundsOfRows() {
        List<BigDecimal> ends = decimals("-1e30", "-10", "-0.5", "0", "0.50", "1E+1", "1e30");
        for (BigDecimal low : ends) {
            edges(
                    ends.subList(ends.indexOf(low), ends.size()),
                    ends.subList(0, ends.indexOf(low)),
                    high -> new RowBounds(low, high));
        }
        assertThat(new RowBounds(new BigDecimal("-1.50"), new BigDecimal("100")))
                .isEqualTo(new RowBounds(new BigDecimal("-1.5"), new BigDecimal("1e2")));
    }

    @Test
    void boundsAreWrittenAsTheirTypeIs() {
        RowBounds bounds = new RowBounds(new BigDecimal("-1"), new BigDecimal("1e3"));
        assertThat(bounds.lowText(ColumnType.DATE)).isEqualTo("1969-12-31");
        assertThat(bounds.highText(ColumnType.DATE)).isEqualTo("1972-09-27");
        assertThat(bounds.lowText(ColumnType.TIMESTAMP)).isEqualTo("1969-12-31 23:59:59.999999");
        assertThat(bounds.highText(ColumnType.TIMESTAMP)).isEqualTo("1970-01-01 00:00:00.001");
        for (ColumnType type :
                List.of(ColumnType.INTEGER, ColumnType.BIGINT, ColumnType.DOUBLE, ColumnType.decimal(9, 2))) {
            assertThat(bounds.lowText(type)).isEqualTo("-1");
            assertThat(bounds.highText(type)).isEqualTo("1000");
        }
        assertThat(RowBounds.text(ColumnType.TIMESTAMP, BigDecimal.ZERO)).isEqualTo("1970-01-01 00:00:00");
    }

    @Test
    void theDigitsOfTypes() {
        for (ColumnType.Kind kind : ColumnType.Kind.values()) {
            for (int precision = -1; precision <= 40; precision++) {
                for (int scale = -1; scale <= 40; scale++) {
                    boolean there = kind == ColumnType.Kind.DECIMAL
                            ? 1 <= precision && precision <= 38 && 0 <= scale && scale <= precision
                            : precision == 0 && scale == 0;
                    accepted(kind, precision, scale, there);
                }
            }
        }
        assertThat(ColumnType.decimal(12, 2).sql()).isEqualTo("DECIMAL(12,2)");
        assertThat(ColumnType.TIMESTAMP.sql()).isEqualTo("TIMESTAMP");
        assertThat(new ResultType(ColumnType.decimal(12, 2), true)).hasToString("DECIMAL(12,2)[]");
        assertThat(ResultType.of(ColumnType.DATE)).hasToString("DATE");
    }

    @Test
    void endsOfIntervalsAreDatesBesideDatesAndElseDoubles() {
        List<ColumnType> times = List.of(ColumnType.DATE, ColumnType.TIMESTAMP);
        for (ColumnType.Kind kind : ColumnType.Kind.values()) {
            ColumnType type = kind == ColumnType.Kind.DECIMAL ? ColumnType.decimal(9, 2) : new ColumnType(kind, 0, 0);
            assertThat(type.ofEnds()).isEqualTo(times.contains(type) ? type : ColumnType.DOUBLE);
        }
    }

    @Test
    void theDelimitersOfCsv() {
        for (int sign = 0; sign < 300; sign++) {
            char delimiter = (char) sign;
            boolean there = sign >= 1 && sign <= 127 && "\"\r\n".indexOf(sign) < 0;
            if (there) {
                assertThatCode(() -> new CsvFormat(delimiter, true)).doesNotThrowAnyException();
            } else {
                assertThatThrownBy(() -> new CsvFormat(delimiter, true))
                        .as("%d", sign)
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
        assertThat(new CsvFormat(';', false)).isEqualTo(new CsvFormat(';', false, TextEncoding.UTF_8));
    }

    @Test
    void everyEncodingHasTwoNamesAndReadsAsTheyPromise() {
        for (TextEncoding encoding : TextEncoding.values()) {
            assertThat(TextEncoding.of(encoding.shown())).contains(encoding);
            assertThat(TextEncoding.of(" " + encoding.shown().toUpperCase(Locale.ROOT) + " "))
                    .contains(encoding);
        }
        assertThat(List.of("utf8", "iso-8859-1", "latin9", "cp1252"))
                .map(TextEncoding::of)
                .containsExactly(
                        Optional.of(TextEncoding.UTF_8),
                        Optional.of(TextEncoding.LATIN_1),
                        Optional.of(TextEncoding.LATIN_9),
                        Optional.of(TextEncoding.WINDOWS_1252));
        assertThat(List.of("", "utf", "utf-16", "latin", "ascii"))
                .allMatch(name -> TextEncoding.of(name).isEmpty());
        byte[] euros = {(byte) 0x80, (byte) 0xA4};
        assertThat(new String(euros, TextEncoding.LATIN_1.charset())).isEqualTo("\u0080\u00a4");
        assertThat(new String(euros, TextEncoding.LATIN_9.charset())).isEqualTo("\u0080\u20ac");
        assertThat(new String(euros, TextEncoding.WINDOWS_1252.charset())).isEqualTo("\u20ac\u00a4");
        assertThat(TextEncoding.UTF_8.charset()).isEqualTo(StandardCharsets.UTF_8);
    }

    @Test
    void aColumnKeepsWhatElseWasDeclaredOfIt() {
        RowBounds bounds = new RowBounds(BigDecimal.ZERO, BigDecimal.ONE);
        Domain domain = new Domain(List.of("a"));
        for (boolean nullable : List.of(false, true)) {
            Column column = new Column("c", ColumnType.BIGINT, nullable);
            Column whole = new Column("c", ColumnType.BIGINT, nullable, Optional.of(bounds), Optional.of(domain), true);
            assertThat(column.hidden()).isFalse();
            assertThat(column.within(bounds).among(domain).hiddenFromAnalysts()).isEqualTo(whole);
            assertThat(column.hiddenFromAnalysts().among(domain).within(bounds)).isEqualTo(whole);
            assertThat(column.among(domain).hiddenFromAnalysts().within(bounds)).isEqualTo(whole);
        }
        assertThat(Column.nullable("c", ColumnType.BIGINT)).isEqualTo(new Column("c", ColumnType.BIGINT, true));
    }

    @Test
    void aTableHasItsColumnsByNameInAnyCaseAndShowsThoseNotHidden() {
        Column shown = Column.nullable("Shown", ColumnType.BIGINT);
        Column hidden = Column.nullable("Hidden", ColumnType.BIGINT).hiddenFromAnalysts();
        Table table = new Table("T", List.of(hidden, shown), new Protection.UnitColumn("hidden"));
        assertThat(table.visibleColumns()).containsExactly(shown);
        assertThat(table.column("sHOWN")).contains(shown);
        assertThat(table.column("hIDDEN")).contains(hidden);
        assertThat(table.column("hid")).isEmpty();
        assertThat(table.uniqueKeys()).isEmpty();
        List<List<String>> keys = List.of(List.of("shown"), List.of("hidden", "shown"));
        assertThat(table.unique(keys)).isEqualTo(new Table("T", List.of(hidden, shown), table.protection(), keys));
        assertThat(new Catalog(List.of(table)).table("t")).contains(table);
        assertThat(new Catalog(List.of(table)).table("t ")).isEmpty();
    }

    @Test
    void protectionsNameTheirColumnsAndOnlyPublicTablesAreNobodys() {
        Protection.ForeignKey key = new Protection.ForeignKey("a", "people", "b");
        List<Protection> all = List.of(new Protection.Public(), new Protection.UnitColumn(List.of("a", "b")), key);
        assertThat(all).map(Protection::isPublic).containsExactly(true, false, false);
        assertThat(all).map(Protection::ownColumns).containsExactly(List.of(), List.of("a", "b"), List.of("a"));
        assertThat(all)
                .map(Protection::foreignKey)
                .containsExactly(Optional.empty(), Optional.empty(), Optional.of(key));
        assertThat(all)
                .map(each -> each.<String>match(nobody -> "nobody", named -> "named", referring -> "referring"))
                .containsExactly("nobody", "named", "referring");
        assertThatThrownBy(() -> new Protection.UnitColumn(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    private static void accepted(ColumnType.Kind kind, int precision, int scale, boolean there) {
        try {
            assertThat(new ColumnType(kind, precision, scale).kind()).isEqualTo(kind);
            assertThat(there).as("%s(%d,%d)", kind, precision, scale).isTrue();
        } catch (IllegalArgumentException refused) {
            assertThat(there).as("%s(%d,%d)", kind, precision, scale).isFalse();
        }
    }

    private static <T> void edges(List<T> within, List<T> beyond, Consumer<T> declare) {
        for (T value : within) {
            assertThatCode(() -> declare.accept(value)).as("%s", value).doesNotThrowAnyException();
        }
        for (T value : beyond) {
            assertThatThrownBy(() -> declare.accept(value))
                    .as("%s", value)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static List<BigDecimal> decimals(String... texts) {
        return List.of(texts).stream().map(BigDecimal::new).toList();
    }

    private static Defaults with(Optional<PersonLimit> limit) {
        return new Defaults(
                BigDecimal.ONE, new BigDecimal("1e-8"), limit, 0.95, Optional.empty(), Optional.empty(), 1, false);
    }
}
