package io.tacit.engine.sql;

import org.apache.calcite.sql.type.SqlTypeFamily;

/** Texts that hold JSON. One that holds none, or nothing at the constant path, gives NULL. */
public enum JsonFunction implements ScalarFunction {
    JSON_VALUE("JSON_VALUE", "the value at a constant path such as `'$.a.b[0]'`, as text; NULL for objects and arrays"),
    JSON_EXTRACT_STRING("JSON_EXTRACT_STRING", "the same, and objects and arrays as their text");

    @SuppressWarnings("ImmutableEnumChecker") // An operator does not change.
    private final ScalarSpecification specification;

    JsonFunction(String name, String meaning) {
        this.specification = ScalarSpecification.specified(
                        Signatures.function(name, Signatures.TEXT, SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER),
                        name + "(s, path)",
                        meaning)
                .length(TextLength.of(
                        (call, operands) -> Math.min(TextLengths.MOST, operands.get(0) * TextLengths.JSON_GROWTH)));
    }

    @Override
    public ScalarSpecification specification() {
        return specification;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.json(this);
    }
}
