package io.tacit.engine.policy;

import io.tacit.engine.refusal.Position;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the keys of one section, whose shape was checked. A value of a wrong shape was reported already and counts as
 * absent here. A key that nobody reads has no effect, and {@link #unread} says so.
 */
final class Section {
    private final YamlValue.Fields fields;
    private final String path;
    private final Findings findings;
    private final Set<String> read = new HashSet<>();

    Section(YamlValue.Fields fields, String path, Findings findings) {
        this.fields = fields;
        this.path = path;
        this.findings = findings;
    }

    String path() {
        return path;
    }

    /** The path of a key. */
    String path(String key) {
        return CheckShape.join(path, key);
    }

    /** Where the section begins. */
    Position place() {
        return fields.place();
    }

    /** Where a key stands, or where the section begins when it is not there. */
    Position place(String key) {
        return fields.field(key).map(YamlValue.Field::place).orElse(fields.place());
    }

    /** Where a key's value stands. */
    Position valuePlace(String key) {
        return fields.field(key).map(field -> field.value().place()).orElse(fields.place());
    }

    boolean has(String key) {
        return fields.field(key).isPresent();
    }

    List<YamlValue.Field> all() {
        return fields.fields();
    }

    Optional<YamlValue> value(String key) {
        read.add(key);
        boolean wrong = findings.hasErrorsIn(path(key));
        return fields.field(key).filter(field -> !wrong).map(YamlValue.Field::value);
    }

    Optional<String> text(String key) {
        return value(key).filter(YamlValue.Scalar.class::isInstance).map(value -> ((YamlValue.Scalar) value).text());
    }

    Optional<BigDecimal> number(String key) {
        return text(key).map(BigDecimal::new);
    }

    boolean isTrue(String key) {
        return text(key).filter("true"::equals).isPresent();
    }

    /** A section below, even where some of its keys are wrong. */
    Optional<Section> section(String key) {
        read.add(key);
        return fields.field(key)
                .map(YamlValue.Field::value)
                .filter(YamlValue.Fields.class::isInstance)
                .map(value -> new Section((YamlValue.Fields) value, path(key), findings));
    }

    /** The texts of a list. */
    Optional<List<String>> texts(String key) {
        return value(key).filter(YamlValue.Items.class::isInstance).map(value -> texts((YamlValue.Items) value));
    }

    static List<String> texts(YamlValue.Items items) {
        return items.items().stream()
                .filter(YamlValue.Scalar.class::isInstance)
                .map(item -> ((YamlValue.Scalar) item).text())
                .toList();
    }

    /** Reports keys that nobody read, and says why they have no effect. */
    void unread(String reason) {
        for (YamlValue.Field field : fields.fields()) {
            if (!read.contains(field.key()) && !findings.hasErrorsIn(path(field.key()))) {
                findings.error(
                        field.place(), path(field.key()), "This has no effect here" + reason + ".", "Remove it.");
            }
        }
    }
}
