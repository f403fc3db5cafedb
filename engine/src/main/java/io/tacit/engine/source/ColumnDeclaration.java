package io.tacit.engine.source;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import java.util.Optional;

/**
 * An owner's declaration of a column. Each part that is given takes the place of what the source or its schema file
 * says.
 *
 * @param type what its values are cast to
 * @param bounds its least and largest value, as text
 * @param domain all its values, as text
 */
public record ColumnDeclaration(Optional<ColumnType> type, Optional<Ends> bounds, Optional<List<String>> domain) {
    /** A declaration that says nothing. */
    public static final ColumnDeclaration NOTHING =
            new ColumnDeclaration(Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * Two bounds as they are written.
     *
     * @param low the least value
     * @param high the largest value
     */
    public record Ends(String low, String high) {}

    public ColumnDeclaration {
        domain = domain.map(List::copyOf);
    }

    /** A type and nothing more. */
    public static ColumnDeclaration of(ColumnType type) {
        return new ColumnDeclaration(Optional.of(type), Optional.empty(), Optional.empty());
    }

    /**
     * Reads {@code TYPE}, {@code TYPE[LOW..HIGH]} or {@code [LOW..HIGH]}.
     *
     * @throws Refusal SOURCE_SCHEMA when it is neither
     */
    public static ColumnDeclaration parse(String text) {
        int bracket = text.indexOf('[');
        String type = (bracket < 0 ? text : text.substring(0, bracket)).strip();
        Optional<ColumnType> named =
                bracket >= 0 && type.isEmpty() ? Optional.empty() : Optional.of(TypeName.parse(type));
        if (bracket < 0) {
            return new ColumnDeclaration(named, Optional.empty(), Optional.empty());
        }
        String inside = text.substring(bracket + 1).strip();
        int dots = inside.indexOf("..");
        if (!inside.endsWith("]") || dots < 1 || inside.length() - 1 <= dots + 2) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "The bounds " + text.substring(bracket) + " cannot be read.",
                    "Write two values as in INTEGER[0..100].");
        }
        Ends ends = new Ends(inside.substring(0, dots), inside.substring(dots + 2, inside.length() - 1));
        return new ColumnDeclaration(named, Optional.of(ends), Optional.empty());
    }

    /** The same declaration with a domain. */
    public ColumnDeclaration among(List<String> values) {
        return new ColumnDeclaration(type, bounds, Optional.of(values));
    }

    /** The same declaration with another type and other bounds. */
    public ColumnDeclaration with(ColumnDeclaration other) {
        return new ColumnDeclaration(other.type, other.bounds, domain);
    }

    /**
     * The column as declared.
     *
     * @throws Refusal SOURCE_SCHEMA when bounds or values do not fit its type
     */
    public Column applied(Column found) {
        ColumnType now = type.orElse(found.type());
        ValueText values = new ValueText(found.name(), now);
        Optional<Ends> ends = bounds.or(() ->
                found.bounds().map(known -> new Ends(known.lowText(found.type()), known.highText(found.type()))));
        Optional<List<String>> all = domain.or(() -> found.domain().map(Domain::values));
        Optional<RowBounds> within = ends.map(pair -> values.bounds(pair.low(), pair.high()));
        boolean nullable = found.nullable() || !now.equals(found.type());
        return new Column(found.name(), now, nullable, within, all.map(values::domain), found.hidden());
    }
}
