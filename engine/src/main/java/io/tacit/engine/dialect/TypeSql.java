package io.tacit.engine.dialect;

import org.apache.calcite.rel.type.RelDataType;

/** Types as an engine writes them, and conversions between them that give NULL where a value does not fit. */
public interface TypeSql {
    /**
     * The type's name. Two types with one name are one type to the engine.
     *
     * @throws io.tacit.engine.refusal.Refusal for a type that no expression has
     */
    String name(RelDataType type);

    /** The name of an exact type with so many digits, of which so many stand after the point. */
    String decimal(int digits, int scale);

    /** A value of one type as another; NULL where it does not fit. Halves round away from zero. */
    String convert(String text, RelDataType from, RelDataType to);

    /** A value of one type as the type of that name; NULL where it does not fit. */
    String convert(String text, RelDataType from, String to);

    /** A value whose type in the engine may differ, converted to this type; NULL where it does not fit. */
    String fitted(String text, RelDataType type);

    /** An explicit CAST: the value as the other type, a text cut to its declared length; NULL where it does not fit. */
    String cast(String text, RelDataType from, RelDataType to);

    /**
     * The name of the type in which two values are compared.
     *
     * @throws io.tacit.engine.refusal.Refusal where they cannot be
     */
    String comparable(RelDataType a, RelDataType b);
}
