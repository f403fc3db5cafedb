package io.tacit.engine.dialect.server;

import static io.tacit.engine.dialect.StandardTypes.isDecimal;
import static io.tacit.engine.dialect.StandardTypes.isDouble;
import static io.tacit.engine.dialect.StandardTypes.isText;
import static io.tacit.engine.dialect.StandardTypes.isWhole;

import io.tacit.engine.dialect.StandardTypes;
import io.tacit.engine.dialect.TypeSql;
import io.tacit.engine.sql.TypeNames;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Types of a server, and which conversions between them there are.
 *
 * @param lacking how it refuses what it has not
 * @param notation what it calls them
 */
public record ServerTypes(Lacking lacking, TypeNotation notation) implements TypeSql {
    @Override
    public String name(RelDataType type) {
        if (isDecimal(type)) {
            return decimal(type.getPrecision(), type.getScale());
        }
        String name = notation.names().get(type.getSqlTypeName());
        if (name == null) {
            throw lacking.type(type);
        }
        return name;
    }

    /** What the server calls a type that every server has. */
    public String name(SqlTypeName type) {
        return Objects.requireNonNull(notation.names().get(type));
    }

    @Override
    public String decimal(int digits, int scale) {
        return StandardTypes.decimal(digits, scale);
    }

    /** A constant of type DOUBLE. */
    public String real(String number) {
        return "CAST('" + number + "' AS " + name(SqlTypeName.DOUBLE) + ")";
    }

    /** An exact number as this type, which is one of exact numbers; NULL where it does not fit. */
    public String fit(String text, RelDataType type) {
        return notation.fit(text, name(type));
    }

    @Override
    public String convert(String text, RelDataType from, RelDataType to) {
        return convert(text, from, name(to));
    }

    @Override
    public String convert(String text, RelDataType from, String to) {
        if (from.getSqlTypeName() == SqlTypeName.NULL) {
            return "CAST(" + text + " AS " + to + ")";
        }
        if (name(from).equals(to)) {
            return text;
        }
        if (to.equals(name(SqlTypeName.VARCHAR))) {
            if (isDouble(from)) {
                throw lacking.conversion("DOUBLE", "VARCHAR");
            }
            return notation.textOf(text, from);
        }
        if (to.equals(name(SqlTypeName.BOOLEAN))) {
            return truth(text, from);
        }
        for (SqlTypeName moment : SqlTypeName.DATETIME_TYPES) {
            if (to.equals(notation.names().get(moment))) {
                return moment(text, from, moment);
            }
        }
        return number(text, from, to);
    }

    private String truth(String text, RelDataType from) {
        if (isWhole(from) || isDecimal(from) || isDouble(from)) {
            return "(" + text + " <> 0)";
        }
        throw lacking.conversion(TypeNames.of(from), "BOOLEAN");
    }

    private String moment(String text, RelDataType from, SqlTypeName to) {
        SqlTypeName own = from.getSqlTypeName();
        if (own == SqlTypeName.DATE && to == SqlTypeName.TIMESTAMP) {
            return notation.startOf(text);
        }
        if (own == SqlTypeName.TIMESTAMP && to == SqlTypeName.DATE) {
            return "CAST(" + text + " AS " + name(to) + ")";
        }
        if (isText(from) && to == SqlTypeName.DATE) {
            return notation.day(text);
        }
        throw lacking.conversion(TypeNames.of(from), to.name());
    }

    private String number(String text, RelDataType from, String to) {
        if (isDouble(from)) {
            return notation.ofReal(text, to);
        }
        if (isText(from)) {
            return notation.ofText(text, to);
        }
        if (from.getSqlTypeName() == SqlTypeName.BOOLEAN) {
            return notation.ofTruth(text, to);
        }
        if (!isWhole(from) && !isDecimal(from)) {
            throw lacking.conversion(TypeNames.of(from), to);
        }
        return to.equals(name(SqlTypeName.DOUBLE))
                ? "CAST(" + text + " AS " + to + ")"
                : notation.ofExact(text, from, to);
    }

    /** A value of an exact type, an integer or one of any number of digits, as this type; others are of it already. */
    @Override
    public String fitted(String text, RelDataType type) {
        if (isDouble(type)) {
            return "CAST(" + text + " AS " + name(type) + ")";
        }
        return isWhole(type) || isDecimal(type) ? fit(text, type) : text;
    }

    @Override
    public String cast(String text, RelDataType from, RelDataType to) {
        return StandardTypes.cut(convert(text, from, to), from, to);
    }

    @Override
    public String comparable(RelDataType a, RelDataType b) {
        return StandardTypes.comparable(a, b, this::name, name(SqlTypeName.TIMESTAMP));
    }
}
