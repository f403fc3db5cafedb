package io.tacit.engine.dialect.server;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.TacitTypeSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/**
 * A column as a server stores it, and how it is read as a type of the catalog.
 *
 * @param name the column
 * @param type as the server writes it, such as {@code numeric(12,2)}
 * @param notation how the server's columns are read
 */
public record StoredColumn(String name, String type, ColumnNotation notation) {
    private static final Pattern DECIMAL = Pattern.compile("([a-z]+)\\((\\d+),(\\d+)\\)");
    private static final RelDataTypeFactory TYPES = TacitTypeSystem.factory();

    /** The type as which the column is read unless the owner says otherwise; none for what has no type here. */
    public Optional<ColumnType> natural() {
        Matcher decimal = DECIMAL.matcher(type);
        if (!decimal.matches() || !decimal.group(1).equals(notation.decimal())) {
            return notation.natural(type);
        }
        int digits = Integer.parseInt(decimal.group(2));
        int scale = Integer.parseInt(decimal.group(3));
        return digits <= TacitTypeSystem.MAX_DIGITS && scale <= digits
                ? Optional.of(ColumnType.decimal(digits, scale))
                : Optional.empty();
    }

    /**
     * The column as a value of a declared type; NULL where that has no such value. Equal values are the same value: a text
     * has no collation of the column's, a DOUBLE has one zero and no NaN.
     *
     * @throws io.tacit.engine.refusal.Refusal for a type as which it cannot be read
     */
    public String as(ColumnType declared) {
        ColumnType own = natural().orElseThrow(() -> notation.types().lacking().conversion(type, declared.sql()));
        String natural = notation.read(name, type, own);
        return own.equals(declared)
                ? natural
                : notation.types()
                        .convert(natural, calcite(own), notation.types().name(calcite(declared)));
    }

    /**
     * The column of a key as a value of a declared type; NULL unless it is written back as the value that is stored, so that no
     * two of these are one.
     *
     * @throws io.tacit.engine.refusal.Refusal for a type as which it cannot be read, or from which there is no way back
     */
    public String asKey(ColumnType declared) {
        String value = as(declared);
        ColumnType own = natural().orElseThrow();
        List<String> conditions = new ArrayList<>();
        notation.oneToOne(name, type).ifPresent(conditions::add);
        if (!own.equals(declared)) {
            String back = notation.types()
                    .convert(value, calcite(declared), notation.types().name(calcite(own)));
            conditions.add("(" + back + ") = (" + notation.read(name, type, own) + ")");
        }
        return conditions.isEmpty()
                ? value
                : "CASE WHEN " + String.join(" AND ", conditions) + " THEN " + value + " END";
    }

    /** The type in the algebra. */
    public static RelDataType calcite(ColumnType type) {
        return ColumnTypes.toCalcite(TYPES, type);
    }
}
