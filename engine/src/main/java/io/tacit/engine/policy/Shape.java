package io.tacit.engine.policy;

import java.util.List;
import java.util.Optional;

/** The YAML that a policy may hold. The reader checks it first, and the JSON Schema is printed from it. */
sealed interface Shape {
    /** What it is, in words for messages, such as {@code a number more than 0}. */
    String words();

    /**
     * A text.
     *
     * @param pattern a regular expression for the whole, for Java and ECMAScript alike
     * @param words what it is
     */
    record Text(Optional<String> pattern, String words) implements Shape {}

    /**
     * One of some texts.
     *
     * @param allowed in order
     */
    record OneOf(List<String> allowed) implements Shape {
        @Override
        public String words() {
            return (allowed.size() == 1 ? "" : "one of ") + String.join(", ", allowed);
        }
    }

    /**
     * A number in a range.
     *
     * @param low the lower end
     * @param includesLow whether the lower end is in it
     * @param high the upper end; empty for none
     * @param includesHigh whether the upper end is in it
     * @param whole whether it has no fraction
     */
    record Numeric(String low, boolean includesLow, Optional<String> high, boolean includesHigh, boolean whole)
            implements Shape {
        @Override
        public String words() {
            return (whole ? "a whole number " : "a number ")
                    + (includesLow ? "of at least " : "more than ")
                    + low
                    + high.map(end -> (includesHigh ? " and at most " : " and less than ") + end)
                            .orElse("");
        }
    }

    /** true or false. */
    record Truth() implements Shape {
        @Override
        public String words() {
            return "true or false";
        }
    }

    /** A text, a number or a truth value. */
    record Value() implements Shape {
        @Override
        public String words() {
            return "a value";
        }
    }

    /**
     * A list.
     *
     * @param item what its items are
     * @param least how many there are at least
     * @param most how many there are at most
     */
    record ListOf(Shape item, int least, int most) implements Shape {
        @Override
        public String words() {
            return "a list such as [" + (least == 2 ? "0, 100" : "a, b") + "]";
        }
    }

    /**
     * Known keys.
     *
     * @param keys in the order of the reference
     */
    record Keys(List<Key> keys) implements Shape {
        @Override
        public String words() {
            return "keys such as " + keys.get(0).name();
        }
    }

    /**
     * Names that the owner chooses, with values.
     *
     * @param pattern of a name
     * @param what a name, in words
     * @param value what stands under each
     */
    record Named(String pattern, String what, Shape value) implements Shape {
        @Override
        public String words() {
            return "one or more names";
        }
    }

    /**
     * One of several shapes that differ in kind: text, list, keys.
     *
     * @param shapes at least two
     */
    record Either(List<Shape> shapes) implements Shape {
        @Override
        public String words() {
            return String.join(", or ", shapes.stream().map(Shape::words).toList());
        }
    }

    /**
     * A key.
     *
     * @param name the key
     * @param shape what stands under it
     * @param required whether it must be there
     * @param meaning one sentence for the owner
     */
    record Key(String name, Shape shape, boolean required, String meaning) {}
}
