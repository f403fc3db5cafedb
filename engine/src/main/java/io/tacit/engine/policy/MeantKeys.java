package io.tacit.engine.policy;

import io.tacit.engine.refusal.NearestName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a key that is spelled wrong as the one that was meant, and reports it. What stands under it is then checked as
 * usual, and nothing is said to be missing that only has a wrong name.
 */
final class MeantKeys {
    private final Findings findings;

    private MeantKeys(Findings findings) {
        this.findings = findings;
    }

    /** The same text with the keys that were meant. Each change is an error, so that no policy comes of it. */
    static YamlValue.Fields of(YamlValue.Fields fields, Shape.Keys keys, Findings findings) {
        return new MeantKeys(findings).keys(fields, keys, "");
    }

    private YamlValue.Fields keys(YamlValue.Fields fields, Shape.Keys keys, String path) {
        List<String> known = keys.keys().stream().map(Shape.Key::name).toList();
        Set<String> there = new HashSet<>();
        fields.fields().forEach(field -> there.add(field.key()));
        List<YamlValue.Field> meant = new ArrayList<>();
        for (YamlValue.Field field : fields.fields()) {
            String name = field.key();
            Optional<String> near = known.contains(name) ? Optional.empty() : NearestName.of(name, known);
            if (near.filter(there::add).isPresent()) {
                name = near.get();
                findings.error(
                        field.place(),
                        CheckShape.join(path, field.key()),
                        "There is no such key.",
                        "Did you mean " + name + "?");
            }
            String key = name;
            String at = CheckShape.join(path, key);
            YamlValue value = keys.keys().stream()
                    .filter(each -> each.name().equals(key))
                    .findFirst()
                    .map(each -> value(field.value(), each.shape(), at))
                    .orElse(field.value());
            meant.add(new YamlValue.Field(key, field.place(), value));
        }
        return new YamlValue.Fields(meant, fields.place());
    }

    private YamlValue value(YamlValue value, Shape shape, String path) {
        if (shape instanceof Shape.Either either) {
            return either.shapes().stream()
                    .filter(each -> CheckShape.isOfKind(value, each))
                    .findFirst()
                    .map(each -> value(value, each, path))
                    .orElse(value);
        }
        if (!(value instanceof YamlValue.Fields fields)) {
            return value;
        }
        if (shape instanceof Shape.Keys keys) {
            return keys(fields, keys, path);
        }
        if (shape instanceof Shape.Named named) {
            return new YamlValue.Fields(
                    fields.fields().stream()
                            .map(field -> new YamlValue.Field(
                                    field.key(),
                                    field.place(),
                                    value(field.value(), named.value(), CheckShape.join(path, field.key()))))
                            .toList(),
                    fields.place());
        }
        return value;
    }
}
