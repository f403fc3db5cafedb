package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The names that DuckDB, PostgreSQL and GoogleSQL have for types besides the standard's. INT8 has eight bytes. A
 * DECIMAL without digits is DECIMAL(18,3), as in DuckDB.
 */
final class OtherTypes {
    private static final int DIGITS = 18;
    private static final int SCALE = 3;

    static final Map<String, SqlTypeName> NAMES = Map.ofEntries(
            Map.entry("TEXT", SqlTypeName.VARCHAR),
            Map.entry("STRING", SqlTypeName.VARCHAR),
            Map.entry("BPCHAR", SqlTypeName.VARCHAR),
            Map.entry("NVARCHAR", SqlTypeName.VARCHAR),
            Map.entry("BOOL", SqlTypeName.BOOLEAN),
            Map.entry("LOGICAL", SqlTypeName.BOOLEAN),
            Map.entry("INT1", SqlTypeName.TINYINT),
            Map.entry("INT2", SqlTypeName.SMALLINT),
            Map.entry("INT16", SqlTypeName.SMALLINT),
            Map.entry("SHORT", SqlTypeName.SMALLINT),
            Map.entry("INT4", SqlTypeName.INTEGER),
            Map.entry("INT32", SqlTypeName.INTEGER),
            Map.entry("SIGNED", SqlTypeName.INTEGER),
            Map.entry("INTEGRAL", SqlTypeName.INTEGER),
            Map.entry("INT8", SqlTypeName.BIGINT),
            Map.entry("INT64", SqlTypeName.BIGINT),
            Map.entry("LONG", SqlTypeName.BIGINT),
            Map.entry("FLOAT4", SqlTypeName.DOUBLE),
            Map.entry("FLOAT8", SqlTypeName.DOUBLE),
            Map.entry("FLOAT64", SqlTypeName.DOUBLE),
            Map.entry("NUMERIC", SqlTypeName.DECIMAL),
            Map.entry("DEC", SqlTypeName.DECIMAL),
            Map.entry("DATETIME", SqlTypeName.TIMESTAMP),
            Map.entry("HUGEINT", SqlTypeName.DECIMAL),
            Map.entry("INT128", SqlTypeName.DECIMAL));

    /** Types with a zone, as they are written and as the grammar calls them. */
    private static final Set<String> ZONED = Set.of(
            "TIMESTAMPTZ",
            "TIMESTAMP_TZ",
            "TIMESTAMP_WITH_LOCAL_TIME_ZONE",
            "TIMETZ",
            "TIME_TZ",
            "TIME_WITH_LOCAL_TIME_ZONE");

    private static final Set<String> TIMES = Set.of("TIME", "TIMESTAMP");

    private OtherTypes() {}

    /** The standard's type; the same type where there is none. */
    static SqlDataTypeSpec standard(SqlDataTypeSpec type) {
        SqlTypeNameSpec name = type.getTypeNameSpec();
        SqlIdentifier written = name.getTypeName();
        if (!written.isSimple() || type.getCollectionsTypeName() != null) {
            return type;
        }
        String word = written.getSimple().toUpperCase(Locale.ROOT);
        if (ZONED.contains(word)) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(type.getParserPosition()),
                    "Times have no zone here: those of a table are read in UTC, and the zone in a text is not.",
                    "Use TIMESTAMP, and move it by the difference to UTC, as in ts - INTERVAL 2 HOUR.");
        }
        boolean plain = word.equals("DECIMAL");
        SqlTypeName known = plain ? SqlTypeName.DECIMAL : NAMES.get(word);
        boolean digits = name instanceof SqlBasicTypeNameSpec basic && basic.getPrecision() >= 0;
        if (digits) {
            checkDigits(type, (SqlBasicTypeNameSpec) name, known == SqlTypeName.DECIMAL);
            checkTime(type, (SqlBasicTypeNameSpec) name, word);
        }
        if (known == null || digits) {
            return type;
        }
        return new SqlDataTypeSpec(spec(word, known, name.getParserPos()), type.getParserPosition());
    }

    /** Calcite would take the most digits that there are, and as many after the point as are written. */
    private static void checkDigits(SqlDataTypeSpec type, SqlBasicTypeNameSpec name, boolean decimal) {
        boolean tooMany = decimal && name.getPrecision() > TacitTypeSystem.MAX_DIGITS;
        if (tooMany || name.getScale() > name.getPrecision()) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(type.getParserPosition()),
                    tooMany
                            ? "This type has more than " + TacitTypeSystem.MAX_DIGITS + " digits."
                            : "This type has more digits after the point than it has digits.",
                    "DECIMAL(p,s) has p digits, of which s stand after the point: s is at most p, and p at most "
                            + TacitTypeSystem.MAX_DIGITS + ".");
        }
    }

    /** No engine would cut the microseconds, since all have one type of times. */
    private static void checkTime(SqlDataTypeSpec type, SqlBasicTypeNameSpec name, String word) {
        if (TIMES.contains(word) && name.getPrecision() < ColumnTypes.TIME_PRECISION) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(type.getParserPosition()),
                    "Times have microseconds here, and no type has fewer digits of a second.",
                    "Use TIMESTAMP or TIME; DATE_TRUNC('second', ts) cuts a timestamp.");
        }
    }

    private static SqlTypeNameSpec spec(String word, SqlTypeName known, SqlParserPos place) {
        if (known != SqlTypeName.DECIMAL) {
            return new SqlBasicTypeNameSpec(known, place);
        }
        boolean whole = word.equals("HUGEINT") || word.equals("INT128");
        return new SqlBasicTypeNameSpec(known, whole ? TacitTypeSystem.MAX_DIGITS : DIGITS, whole ? 0 : SCALE, place);
    }
}
