package io.tacit.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

/**
 * A cast that is taken to lose nothing keeps different values apart: people are told apart by what was cast. For all
 * pairs of types, the engine casts values of the one to the other, those at the ends of its range too.
 */
class LosslessCastTest {
    private static final RelDataTypeFactory TYPES = new JavaTypeFactoryImpl();

    /**
     * A type with values that differ, among them the longest.
     *
     * @param type as the planner has it
     * @param sql as the engine writes it
     * @param values as literals
     */
    private record Typed(RelDataType type, String sql, List<String> values) {}

    private static Typed typed(SqlTypeName name, String... values) {
        return new Typed(TYPES.createSqlType(name), name.getName(), List.of(values));
    }

    private static Typed decimal(int precision, int scale, String... values) {
        return new Typed(
                TYPES.createSqlType(SqlTypeName.DECIMAL, precision, scale),
                "DECIMAL(" + precision + "," + scale + ")",
                List.of(values));
    }

    private static Typed text(SqlTypeName name, int length) {
        String longest = "x".repeat(length);
        return new Typed(
                TYPES.createSqlType(name, length),
                // The engine's own type has no length: the cast to fewer characters is written out.
                "TEXT" + length,
                List.of("'" + longest + "'", "'" + longest.substring(1) + "y'"));
    }

    private static List<Typed> types() {
        return List.of(
                typed(SqlTypeName.INTEGER, "2147483647", "-2147483648", "2147483646", "0", "1"),
                typed(SqlTypeName.BIGINT, "9223372036854775807", "9223372036854775806", "-9223372036854775807", "0"),
                typed(SqlTypeName.DOUBLE, "0.1", "0.10000000000000002", "1e300"),
                typed(SqlTypeName.DATE, "DATE '2024-01-01'", "DATE '2024-01-02'"),
                typed(
                        SqlTypeName.TIMESTAMP,
                        "TIMESTAMP '2024-01-01 00:00:00'",
                        "TIMESTAMP '2024-01-01 00:00:00.000001'"),
                typed(SqlTypeName.BOOLEAN, "TRUE", "FALSE"),
                typed(
                        SqlTypeName.VARCHAR,
                        "'a'",
                        "'A'",
                        "'a '",
                        "'" + "x".repeat(40) + "'",
                        "'" + "x".repeat(39) + "y'"),
                text(SqlTypeName.VARCHAR, 3),
                text(SqlTypeName.VARCHAR, 4),
                text(SqlTypeName.CHAR, 3),
                text(SqlTypeName.CHAR, 4),
                decimal(9, 0, "999999999", "-999999999", "999999998"),
                decimal(10, 0, "9999999999", "9999999998"),
                decimal(18, 0, "999999999999999999", "999999999999999998"),
                decimal(19, 0, "9999999999999999999", "9999999999999999998"),
                decimal(12, 2, "9999999999.99", "9999999999.98"),
                decimal(12, 3, "999999999.999", "999999999.998"),
                decimal(11, 2, "999999999.99", "999999999.98"));
    }

    @Test
    void whatLosesNothingKeepsValuesApart() throws SQLException {
        int kept = 0;
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (Typed from : types()) {
                for (Typed to : types()) {
                    if (LosslessCast.loseNothing(from.type(), to.type())) {
                        kept++;
                        assertThat(cast(statement, from, to))
                                .as(from.type() + " to " + to.type())
                                .doesNotContainNull()
                                .doesNotHaveDuplicates();
                    }
                }
            }
        }
        // Each type to itself, and the wider ones of numbers and texts.
        assertThat(kept).isGreaterThan(types().size());
    }

    /** Nothing is refused that the engine keeps apart: of each family of types, every pair from the narrower to the wider. */
    @Test
    void whatKeepsValuesApartLosesNothing() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (Typed from : types()) {
                for (Typed to : types()) {
                    SqlTypeName wider = to.type().getSqlTypeName();
                    boolean family = from.type().getSqlTypeName() == wider
                            || switch (from.type().getSqlTypeName()) {
                                case INTEGER -> wider == SqlTypeName.BIGINT || wider == SqlTypeName.DECIMAL;
                                case BIGINT -> wider == SqlTypeName.DECIMAL;
                                case CHAR -> wider == SqlTypeName.VARCHAR;
                                default -> false;
                            };
                    if (family) {
                        List<String> cast = cast(statement, from, to);
                        boolean apart = !cast.contains(null) && cast.size() == new HashSet<>(cast).size();
                        assertThat(LosslessCast.loseNothing(from.type(), to.type()))
                                .as(from.type() + " to " + to.type())
                                .isEqualTo(apart);
                    }
                }
            }
        }
    }

    private static List<String> cast(Statement statement, Typed from, Typed to) throws SQLException {
        List<String> values = new ArrayList<>();
        for (String value : from.values()) {
            String typed = from.sql().startsWith("TEXT") ? value : "CAST(" + value + " AS " + from.sql() + ")";
            String cast = to.sql().startsWith("TEXT")
                    ? "left(CAST(" + typed + " AS VARCHAR), " + to.sql().substring(4) + ")"
                    : "TRY_CAST(" + typed + " AS " + to.sql() + ")";
            try (ResultSet row = statement.executeQuery("SELECT CAST(" + cast + " AS VARCHAR)")) {
                row.next();
                values.add(row.getString(1));
            }
        }
        return values;
    }
}
