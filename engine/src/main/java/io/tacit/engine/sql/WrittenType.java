package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * How values of a type are written in a query.
 *
 * @param name the type's name in messages
 * @param advice how a constant of it is written, as a sentence
 */
record WrittenType(String name, String advice) {
    static final String CONVERT = "Convert one side with CAST, for example CAST(… AS DOUBLE) or CAST(… AS VARCHAR).";

    /** A type in a complaint of Calcite. */
    static final Pattern NAMED = Pattern.compile("<([A-Z ]+)[^>]*>");

    /** How a constant of a type is written, as a sentence. */
    static String written(RelDataType type) {
        return advice(type.getSqlTypeName());
    }

    /** The type of this name; empty where there is none. */
    static Optional<WrittenType> written(String name) {
        SqlTypeName type = SqlTypeName.get(name.strip().replace(' ', '_').toUpperCase(Locale.ROOT));
        return type == null || type == SqlTypeName.NULL || type == SqlTypeName.ANY
                ? Optional.empty()
                : Optional.of(new WrittenType(
                        SqlTypeName.CHAR_TYPES.contains(type) ? "text" : type.getSpaceName(), advice(type)));
    }

    static Optional<WrittenType> of(RelDataType type) {
        return written(type.getSqlTypeName().name());
    }

    /** The refusal of values of two types where only one can be. */
    static Refusal refusal(Collection<WrittenType> types) {
        return new Refusal(
                ErrorCode.INVALID_QUERY,
                "These types do not go together here: "
                        + types.stream().map(WrittenType::name).collect(Collectors.joining(" and ")) + ".",
                types.stream().map(type -> type.advice() + " ").collect(Collectors.joining()) + CONVERT);
    }

    private static String advice(SqlTypeName type) {
        return switch (type) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> "Write a whole number, as in 42.";
            case DECIMAL, REAL, FLOAT, DOUBLE -> "Write a number, as in 42.5.";
            case BOOLEAN -> "Write TRUE or FALSE.";
            case DATE -> "Write a date, as in DATE '2024-12-31'.";
            case TIME -> "Write a time, as in TIME '23:59:00'.";
            case TIMESTAMP -> "Write a timestamp, as in TIMESTAMP '2024-12-31 23:59:00'.";
            case CHAR, VARCHAR -> "Write a text, as in 'north'.";
            default -> "";
        };
    }
}
