package io.tacit.engine.policy;

import io.tacit.engine.refusal.NearestName;
import io.tacit.engine.refusal.Position;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Finds all places where a text has not the shape of a policy. */
final class CheckShape {
    private static final int LONGEST_NUMBER = 60;

    private final Findings findings;

    private CheckShape(Findings findings) {
        this.findings = findings;
    }

    static void check(YamlValue value, Shape shape, Findings findings) {
        new CheckShape(findings).check(value, shape, "");
    }

    private void check(YamlValue value, Shape shape, String path) {
        if (value instanceof YamlValue.Scalar scalar && scalar.isNull()) {
            findings.error(
                    value.place(), path, "There is no value.", "Write " + shape.words() + ", or remove the key.");
        } else if (shape instanceof Shape.Either either) {
            either(value, either, path);
        } else if (shape instanceof Shape.Keys keys && value instanceof YamlValue.Fields fields) {
            keys(fields, keys, path);
        } else if (shape instanceof Shape.Named named && value instanceof YamlValue.Fields fields) {
            named(fields, named, path);
        } else if (shape instanceof Shape.ListOf list && value instanceof YamlValue.Items items) {
            list(items, list, path);
        } else if (!(value instanceof YamlValue.Scalar scalar && fits(scalar, shape))) {
            findings.error(value.place(), path, "This must be " + shape.words() + ".", "");
        }
    }

    private void either(YamlValue value, Shape.Either either, String path) {
        for (Shape shape : either.shapes()) {
            if (isOfKind(value, shape)) {
                check(value, shape, path);
                return;
            }
        }
        findings.error(value.place(), path, "This must be " + either.words() + ".", "");
    }

    static boolean isOfKind(YamlValue value, Shape shape) {
        if (value instanceof YamlValue.Fields) {
            return shape instanceof Shape.Keys || shape instanceof Shape.Named;
        }
        if (value instanceof YamlValue.Items) {
            return shape instanceof Shape.ListOf;
        }
        return !(shape instanceof Shape.Keys || shape instanceof Shape.Named || shape instanceof Shape.ListOf);
    }

    private void keys(YamlValue.Fields fields, Shape.Keys keys, String path) {
        List<String> known = keys.keys().stream().map(Shape.Key::name).toList();
        for (YamlValue.Field field : fields.fields()) {
            if (!known.contains(field.key())) {
                String advice = NearestName.of(field.key(), known)
                        .map(near -> "Did you mean " + near + "?")
                        .orElse("The keys here are: " + String.join(", ", known) + ".");
                findings.error(field.place(), join(path, field.key()), "There is no such key.", advice);
            }
        }
        for (Shape.Key key : keys.keys()) {
            fields.field(key.name())
                    .ifPresentOrElse(
                            field -> check(field.value(), key.shape(), join(path, key.name())),
                            () -> missing(key, fields.place(), path));
        }
    }

    private void missing(Shape.Key key, Position place, String path) {
        if (key.required()) {
            findings.error(place, path, "The key " + key.name() + " is missing.", key.meaning());
        }
    }

    private void named(YamlValue.Fields fields, Shape.Named named, String path) {
        if (fields.fields().isEmpty()) {
            findings.error(fields.place(), path, "This must be " + named.words() + ".", "");
        }
        Set<String> names = new HashSet<>();
        for (YamlValue.Field field : fields.fields()) {
            String at = join(path, field.key());
            if (!field.key().matches(named.pattern())) {
                findings.error(field.place(), at, "This cannot be " + named.what() + ".", "");
            } else if (!names.add(field.key().toLowerCase(Locale.ROOT))) {
                findings.error(
                        field.place(),
                        at,
                        "This name stands here twice, in another case.",
                        "Give each a name of its own.");
            }
            check(field.value(), named.value(), at);
        }
    }

    private void list(YamlValue.Items items, Shape.ListOf list, String path) {
        int count = items.items().size();
        if (count < list.least() || count > list.most()) {
            String wanted = list.least() == list.most()
                    ? "exactly " + list.least()
                    : count < list.least() ? "at least " + list.least() : "at most " + list.most();
            findings.error(items.place(), path, "This list must have " + wanted + " values.", "");
        }
        items.items().forEach(item -> check(item, list.item(), path));
    }

    private static boolean fits(YamlValue.Scalar scalar, Shape shape) {
        if (shape instanceof Shape.Text text) {
            return text.pattern().map(scalar.text()::matches).orElse(true);
        }
        if (shape instanceof Shape.OneOf choice) {
            return choice.allowed().contains(scalar.text());
        }
        if (shape instanceof Shape.Truth) {
            return scalar.plain()
                    && (scalar.text().equals("true") || scalar.text().equals("false"));
        }
        return shape instanceof Shape.Value || shape instanceof Shape.Numeric number && fits(scalar, number);
    }

    private static boolean fits(YamlValue.Scalar scalar, Shape.Numeric number) {
        if (!scalar.plain() || scalar.text().length() > LONGEST_NUMBER) {
            return false;
        }
        BigDecimal value;
        try {
            value = new BigDecimal(scalar.text());
        } catch (NumberFormatException notANumber) {
            return false;
        }
        if (Math.abs((long) value.scale()) > LONGEST_NUMBER) {
            return false;
        }
        int low = value.compareTo(new BigDecimal(number.low()));
        int high =
                number.high().map(end -> value.compareTo(new BigDecimal(end))).orElse(-1);
        boolean whole = !number.whole() || value.stripTrailingZeros().scale() <= 0;
        return whole && (number.includesLow() ? low >= 0 : low > 0) && (number.includesHigh() ? high <= 0 : high < 0);
    }

    /** A key below others. */
    static String join(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
