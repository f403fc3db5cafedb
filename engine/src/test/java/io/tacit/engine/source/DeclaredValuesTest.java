package io.tacit.engine.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an owner may declare of the values of each type, at the ends of what the type holds. */
class DeclaredValuesTest {
    private static final String LONG = "9".repeat(38);

    /** By type: each text, then {@code =} and what it means as a bound, and as one of all values; an x for a refusal. */
    private static final String VALUES = """
        INTEGER | 0 = 0 0 | 2147483647 = 2147483647 2147483647 | -2147483648 = -2147483648 -2147483648 | 2147483648 = x x
        INTEGER | -2147483649 = x x | 1.0 = 1 1 | 1e3 = 1000 1000 | 0.5 = x x | a = x x | NaN = x x | -0 = 0 0 | +7 = 7 7 | 007 = 7 7
        BIGINT | 9223372036854775807 = 9223372036854775807 9223372036854775807 | 9223372036854775808 = x x | 1.5 = x x
        BIGINT | -9223372036854775808 = -9223372036854775808 -9223372036854775808 | -9223372036854775809 = x x | 1e999999999 = x x
        DECIMAL(5,2) | 999.99 = 999.99 999.99 | -999.99 = -999.99 -999.99 | 1000 = x x | 0.001 = x x | 1 = 1 1.00 | 1.100 = 1.1 1.10 | 1e2 = 100 100.00
        DECIMAL(2,2) | 0.99 = 0.99 0.99 | 1 = x x | -0.990 = -0.99 -0.99
        DECIMAL(38,0) | LONG = LONG LONG | 1LONG = x x
        DOUBLE | 1.5 = 1.5 x | 1e308 = 1e308 x | 1.8e308 = x x | -1.8e308 = x x | Infinity = x x | 1e-400 = 1e-400 x | 1e-401 = x x
        VARCHAR | a = x a | NULL = x NULL
        DATE | 1970-01-01 = 0 1970-01-01 | 1969-12-31 = -1 1969-12-31 | 2024-02-29 = 19782 2024-02-29 | 2023-02-29 = x x | 2024-2-9 = x x
        DATE | 0001-01-01 = -719162 0001-01-01 | 9999-12-31 = 2932896 9999-12-31 | 0000-12-31 = x x | 10000-01-01 = x x | 2024-01-01_00:00 = x x
        TIMESTAMP | 1970-01-01_00:00:01 = 1000000 x | 1970-01-02 = 86400000000 x | 1969-12-31_23:59:59.999999 = -1 x | 1970-01-01_00:00 = 0 x
        TIMESTAMP | 1970-01-01_24:00 = x x | 1970-01-01_00:00:00.0000019 = 1 x | 1970-01-01T00:00 = x x | 1970-13-01 = x x
        BOOLEAN | true = x true | FALSE = x false | 1 = x x | yes = x x
        TIME | 12:00 = x x | 0 = x x
        """.replace("LONG", LONG);

    @Test
    void boundsAndValuesAreTheTypesOwn() {
        List<String> wrong = new ArrayList<>();
        VALUES.lines().forEach(line -> {
            String[] parts = line.strip().split(" \\| ", -1);
            ColumnType type = TypeName.parse(parts[0]);
            for (int i = 1; i < parts.length; i++) {
                String[] said = parts[i].split(" ", -1);
                String text = said[0].replace('_', ' ');
                for (String spaced :
                        type.equals(ColumnType.VARCHAR) ? List.of(text) : List.of(text, " " + text + " ")) {
                    if (!bound(type, spaced).equals(number(said[2]))) {
                        wrong.add(type + " bound " + spaced + ": " + bound(type, spaced));
                    }
                    Optional<String> value = said[3].equals("x") ? Optional.empty() : Optional.of(said[3]);
                    if (!value(type, spaced).equals(value)) {
                        wrong.add(type + " value " + spaced + ": " + value(type, spaced));
                    }
                }
            }
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void typesHaveTheirNamesAndUsualOnes() {
        Map<String, ColumnType> names = Map.ofEntries(
                Map.entry("BOOLEAN", ColumnType.BOOLEAN),
                Map.entry("BOOL", ColumnType.BOOLEAN),
                Map.entry("INTEGER", ColumnType.INTEGER),
                Map.entry("INT", ColumnType.INTEGER),
                Map.entry("BIGINT", ColumnType.BIGINT),
                Map.entry("LONG", ColumnType.BIGINT),
                Map.entry("DOUBLE", ColumnType.DOUBLE),
                Map.entry("FLOAT", ColumnType.DOUBLE),
                Map.entry("REAL", ColumnType.DOUBLE),
                Map.entry("DOUBLE PRECISION", ColumnType.DOUBLE),
                Map.entry("VARCHAR", ColumnType.VARCHAR),
                Map.entry("TEXT", ColumnType.VARCHAR),
                Map.entry("STRING", ColumnType.VARCHAR),
                Map.entry("DATE", ColumnType.DATE),
                Map.entry("TIME", ColumnType.TIME),
                Map.entry("TIMESTAMP", ColumnType.TIMESTAMP),
                Map.entry("DATETIME", ColumnType.TIMESTAMP),
                Map.entry("DECIMAL(18,2)", ColumnType.decimal(18, 2)),
                Map.entry("NUMERIC ( 38 , 38 )", ColumnType.decimal(38, 38)),
                Map.entry("DECIMAL(1,0)", ColumnType.decimal(1, 0)));
        names.forEach((name, type) -> {
            for (String written : List.of(name, name.toLowerCase(Locale.ROOT), " " + name + " ")) {
                assertThat(TypeName.parse(written)).as(written).isEqualTo(type);
            }
        });
        for (String none : List.of(
                "",
                "INTEGERS",
                "DECIMAL",
                "DECIMAL(5)",
                "DECIMAL(0,0)",
                "DECIMAL(39,0)",
                "DECIMAL(3,4)",
                "DECIMAL(3,-1)",
                "DECIMAL(5,2) x",
                "VARCHAR(10)",
                "INT[]",
                "DATE TIME",
                "DOUBLEPRECISION")) {
            assertThatThrownBy(() -> TypeName.parse(none)).as(none).isInstanceOf(Refusal.class);
        }
    }

    private static Optional<BigDecimal> number(String text) {
        return text.equals("x") ? Optional.empty() : Optional.of(new BigDecimal(text).stripTrailingZeros());
    }

    private static Optional<BigDecimal> bound(ColumnType type, String text) {
        return applied(
                        type,
                        new ColumnDeclaration(
                                Optional.empty(),
                                Optional.of(new ColumnDeclaration.Ends(text, text)),
                                Optional.empty()))
                .flatMap(Column::bounds)
                .map(RowBounds::low);
    }

    private static Optional<String> value(ColumnType type, String text) {
        return applied(type, ColumnDeclaration.NOTHING.among(List.of(text)))
                .flatMap(Column::domain)
                .map(domain -> domain.values().get(0));
    }

    private static Optional<Column> applied(ColumnType type, ColumnDeclaration declaration) {
        try {
            return Optional.of(declaration.applied(Column.nullable("x", type)));
        } catch (Refusal refused) {
            return Optional.empty();
        }
    }

    /** The lower end is the first one and at most the other; values are different as the type has them, and keep their order. */
    @Test
    void endsAreInOrderAndValuesDifferent() {
        ColumnType decimal = ColumnType.decimal(5, 2);
        Map.of("1 2", "[1, 2]", "2 2", "[2, 2]", "2 1", "", "-3 -2", "[-3, -2]", "-2 -3", "")
                .forEach((ends, expected) -> {
                    String[] both = ends.split(" ", -1);
                    assertThat(applied(
                                            decimal,
                                            new ColumnDeclaration(
                                                    Optional.empty(),
                                                    Optional.of(new ColumnDeclaration.Ends(both[0], both[1])),
                                                    Optional.empty()))
                                    .flatMap(Column::bounds)
                                    .map(bounds -> "[" + bounds.low() + ", " + bounds.high() + "]")
                                    .orElse(""))
                            .isEqualTo(expected);
                });
        assertThat(values(decimal, List.of("3", "1", "2.50"))).containsExactly("3.00", "1.00", "2.50");
        assertThat(values(decimal, List.of("3", "1", "3.0"))).isEmpty();
        assertThat(values(ColumnType.VARCHAR, List.of("a", "A", " a", ""))).containsExactly("a", "A", " a", "");
        assertThat(values(ColumnType.VARCHAR, List.of("a", "b", "a"))).isEmpty();
        assertThat(values(ColumnType.BOOLEAN, List.of("true", "TRUE"))).isEmpty();
        assertThat(values(ColumnType.VARCHAR, List.of())).isEmpty();
        List<String> many = new ArrayList<>();
        for (int i = 0; i <= Domain.MOST; i++) {
            many.add("v" + i);
        }
        assertThat(values(ColumnType.VARCHAR, many.subList(0, Domain.MOST))).hasSize(Domain.MOST);
        assertThat(values(ColumnType.VARCHAR, many)).isEmpty();
    }

    private static List<String> values(ColumnType type, List<String> values) {
        return applied(type, ColumnDeclaration.NOTHING.among(values))
                .flatMap(Column::domain)
                .map(Domain::values)
                .orElse(List.of());
    }

    /** What is said takes the place of what was known, part by part; the rest must fit the new type. */
    @Test
    void eachPartReplacesItsOwn() {
        Column known = new Column(
                "x",
                ColumnType.INTEGER,
                false,
                Optional.of(new RowBounds(BigDecimal.ONE, BigDecimal.TEN)),
                Optional.of(new Domain(List.of("1", "2"))),
                true);
        assertThat(ColumnDeclaration.NOTHING.applied(known)).isEqualTo(known);
        assertThat(ColumnDeclaration.of(ColumnType.decimal(5, 1)).applied(known))
                .isEqualTo(new Column(
                        "x",
                        ColumnType.decimal(5, 1),
                        true,
                        known.bounds(),
                        Optional.of(new Domain(List.of("1.0", "2.0"))),
                        true));
        assertThat(ColumnDeclaration.parse("[0..5]").applied(known))
                .isEqualTo(known.within(new RowBounds(BigDecimal.ZERO, BigDecimal.valueOf(5))));
        assertThat(ColumnDeclaration.NOTHING.among(List.of("7")).applied(known))
                .isEqualTo(known.among(new Domain(List.of("7"))));
        assertThat(applied(ColumnType.DATE, ColumnDeclaration.parse("DATE[1970-01-01..1970-01-03]"))
                        .flatMap(Column::bounds))
                .contains(new RowBounds(BigDecimal.ZERO, BigDecimal.valueOf(2)));
    }
}
