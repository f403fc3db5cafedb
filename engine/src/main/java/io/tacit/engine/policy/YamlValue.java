package io.tacit.engine.policy;

import io.tacit.engine.refusal.Position;
import java.util.List;
import java.util.Optional;

/**
 * What stands in a YAML text, with its place. Texts are kept as they are written: {@code no} is no truth value here.
 */
sealed interface YamlValue {
    Position place();

    /**
     * A text, number or truth value.
     *
     * @param text as it is written
     * @param plain whether it stands without quotes
     * @param place where it begins
     */
    record Scalar(String text, boolean plain, Position place) implements YamlValue {
        boolean isNull() {
            return plain && (text.isEmpty() || text.equals("~") || text.equalsIgnoreCase("null"));
        }
    }

    /**
     * A list.
     *
     * @param items in order
     * @param place where it begins
     */
    record Items(List<YamlValue> items, Position place) implements YamlValue {
        public Items {
            items = List.copyOf(items);
        }
    }

    /**
     * Keys with values.
     *
     * @param fields in order; no key twice
     * @param place where it begins
     */
    record Fields(List<Field> fields, Position place) implements YamlValue {
        public Fields {
            fields = List.copyOf(fields);
        }

        Optional<Field> field(String key) {
            return fields.stream().filter(each -> each.key().equals(key)).findFirst();
        }
    }

    /**
     * A key and its value.
     *
     * @param key the key
     * @param place of the key
     * @param value the value
     */
    record Field(String key, Position place, YamlValue value) {}
}
