package io.tacit.engine.randomqueries;

import io.tacit.engine.randomqueries.Expression.Reference;
import io.tacit.engine.randomqueries.Field.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Draws what a release reads: tables, joins, subqueries, steps of one person. */
final class RandomRows {
    private static final List<String> PRIVATE =
            List.of("visits", RandomDatabase.ORDERS, "items", RandomDatabase.LETTERS);
    private static final List<AboutPerson.Form> FORMS = List.of(AboutPerson.Form.values());
    private static final List<String> PUBLIC = List.of("places", "prices");
    private static final List<String> WITHOUT_COMMA = List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN");
    private static final List<String> PEOPLE_JOINS =
            List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", Rows.Joined.COMMA);

    private final SplittableRandom random;
    private final RandomDatabase database;
    private final RandomExpressions expressions;
    private final RandomBlocks blocks;
    private final boolean strangers;
    private int names;

    /** @param strangers whether rows of different people are joined, too, which is refused */
    RandomRows(SplittableRandom random, RandomDatabase database, RandomExpressions expressions, boolean strangers) {
        this.strangers = strangers;
        this.random = random;
        this.database = database;
        this.expressions = expressions;
        this.blocks = new RandomBlocks(random, this, expressions);
    }

    String name(String prefix) {
        names++;
        return prefix + names;
    }

    /** People's rows. */
    Rows people(int depth) {
        return people(depth, PEOPLE_JOINS);
    }

    /** Commas bind less than JOIN does, so that below a join none may stand. */
    private Rows people(int depth, List<String> joins) {
        return switch (depth == 0 ? 0 : random.nextInt(6)) {
            case 0 -> table(PRIVATE);
            case 1, 2 -> joinPeople(people(depth - 1, WITHOUT_COMMA), people(depth - 1, WITHOUT_COMMA), joins);
            case 3 -> joinPublic(people(depth - 1, WITHOUT_COMMA), table(PUBLIC));
            default -> new Rows.OfBlock(blocks.block(depth - 1), name("r"), random.nextInt(3) == 0 ? name("w") : "");
        };
    }

    Rows table(List<String> names) {
        return table(names, name("r"));
    }

    Rows table(List<String> names, String alias) {
        return new Rows.OfTable(database.table(names.get(random.nextInt(names.size()))), alias);
    }

    /** Of public or released rows. */
    Optional<Expression> where(List<Field> fields) {
        return random.nextInt(2) == 0 ? Optional.empty() : Optional.of(expressions.condition(fields));
    }

    /** Of people's rows: perhaps about other rows of the same person. */
    Optional<Expression> where(Rows rows) {
        Optional<Expression> plain = where(rows.fields());
        if (random.nextInt(4) > 0) {
            return plain;
        }
        Optional<Expression> about = aboutPerson(rows);
        if (about.isEmpty() || plain.isEmpty()) {
            return about.or(() -> plain);
        }
        String both = random.nextInt(3) == 0 ? "(%s OR %s)" : "(%s AND %s)";
        return Optional.of(new Expression.Call(condition(both), List.of(plain.get(), about.get())));
    }

    /** A truth or a number about other rows of the person of a row outside; empty where that person has no column. */
    Optional<AboutPerson> asked(Rows outer) {
        Rows inner = random.nextInt(3) == 0 ? new Rows.OfBlock(blocks.withoutNames(), name("r"), "") : table(PRIVATE);
        for (Identity identity : List.of(Identity.ORDER, Identity.PERSON)) {
            Optional<Field> a = outer.identifiedByTable(identity);
            Optional<Field> b = inner.identified(identity);
            if (a.isPresent() && b.isPresent()) {
                AboutPerson.Form form = FORMS.get(random.nextInt(FORMS.size()));
                return Optional.of(new AboutPerson(
                        form, a.get(), outer.unit().orElseThrow(), inner, b.get(), where(inner.fields())));
            }
        }
        return Optional.empty();
    }

    private Optional<Expression> aboutPerson(Rows outer) {
        return asked(outer)
                .map(about -> about.kind() == Kind.WHOLE
                        ? new Expression.Call(condition("(%s > 1)"), List.of(about))
                        : about);
    }

    /** On the person or the order, whichever both sides show; where they share none, the left side alone. */
    private Rows joinPeople(Rows left, Rows right, List<String> kinds) {
        for (Identity identity : List.of(Identity.ORDER, Identity.PERSON)) {
            Optional<Field> a = left.identifiedByTable(identity);
            Optional<Field> b = right.identifiedByTable(identity);
            if (identity == Identity.PERSON
                    && left instanceof Rows.OfTable one
                    && right instanceof Rows.OfTable other
                    && a.isPresent()
                    && b.isPresent()
                    && a.get().name().equals(b.get().name())
                    && random.nextInt(2) == 0) {
                return byName(one, other, a.get());
            }
            if (a.isPresent() && b.isPresent() && (identity == Identity.PERSON || random.nextInt(4) > 0)) {
                Operator equal = condition("(%s = %s)");
                Expression same = new Expression.Call(equal, List.of(new Reference(a.get()), new Reference(b.get())));
                String kind = kinds.get(random.nextInt(kinds.size()));
                Expression on = identity == Identity.ORDER ? namedByAnOrder(left, right, same) : same;
                return join(left, right, kind, kind.equals("FULL JOIN") ? same : aboutOthers(left, right, on));
            }
        }
        return left;
    }

    /** A join by the order, at times also by a person whose number is that of the order: still no comparison of two people. */
    private Expression namedByAnOrder(Rows left, Rows right, Expression same) {
        Optional<Field> person = left.identifiedByTable(Identity.PERSON);
        Optional<Field> order = right.identifiedByTable(Identity.ORDER);
        return person.isPresent() && order.isPresent() && random.nextInt(3) == 0
                ? new Expression.Call(
                        condition("(%s AND %s)"),
                        List.of(
                                same,
                                new Expression.Call(
                                        condition("(%s = %s)"),
                                        List.of(new Reference(person.get()), new Reference(order.get())))))
                : same;
    }

    /** A join by the person, or also or only by the other person whom a row names. */
    private Expression aboutOthers(Rows left, Rows right, Expression same) {
        Optional<Field> a = left.identifiedByTable(Identity.OTHER);
        Optional<Field> b = right.identifiedByTable(Identity.OTHER);
        if (a.isEmpty() && b.isEmpty()) {
            return same;
        }
        Optional<Field> first = a.or(() -> left.identifiedByTable(Identity.PERSON));
        Optional<Field> second = a.isPresent() && b.isPresent() && random.nextBoolean() || a.isEmpty()
                ? b
                : right.identifiedByTable(Identity.PERSON);
        if (first.isEmpty() || second.isEmpty()) {
            return same;
        }
        Expression others = new Expression.Call(
                condition("(%s = %s)"), List.of(new Reference(first.get()), new Reference(second.get())));
        if (strangers && random.nextBoolean()) {
            return others;
        }
        return random.nextInt(3) == 0 ? new Expression.Call(condition("(%s AND %s)"), List.of(same, others)) : same;
    }

    private Rows byName(Rows.OfTable left, Rows.OfTable right, Field person) {
        String kind = WITHOUT_COMMA.get(random.nextInt(WITHOUT_COMMA.size()));
        List<Field> fields = new ArrayList<>(List.of(person.of("")));
        fields.addAll(fields(left, right, kind));
        return new Rows.ByName(left, right, kind, person.name(), fields);
    }

    private Rows joinPublic(Rows people, Rows open) {
        Expression on = expressions.condition(both(people, open));
        return switch (random.nextInt(3)) {
            case 0 -> join(people, open, "JOIN", on);
            case 1 -> join(people, open, "LEFT JOIN", on);
            default -> join(open, people, "RIGHT JOIN", on);
        };
    }

    private Rows join(Rows left, Rows right, String kind, Expression on) {
        Expression condition = on;
        if (!kind.equals("FULL JOIN") && random.nextInt(3) == 0) {
            Expression more = expressions.condition(both(left, right));
            condition = new Expression.Call(condition("(%s AND %s)"), List.of(on, more));
        }
        return new Rows.Joined(left, right, kind, condition, fields(left, right, kind));
    }

    /** Without what a join below merged: the name alone may mean a column of the other side too. */
    private static List<Field> fields(Rows left, Rows right, String kind) {
        boolean leftMissing = kind.equals("RIGHT JOIN") || kind.equals("FULL JOIN");
        boolean rightMissing = kind.equals("LEFT JOIN") || kind.equals("FULL JOIN");
        List<Field> fields = new ArrayList<>();
        ofTables(left).forEach(f -> fields.add(leftMissing ? f.maybeMissing() : f));
        ofTables(right).forEach(f -> fields.add(rightMissing ? f.maybeMissing() : f));
        return fields;
    }

    private static List<Field> ofTables(Rows rows) {
        return rows.fields().stream().filter(f -> !f.qualifier().isEmpty()).toList();
    }

    static Operator condition(String text) {
        return new Operator(Kind.TRUTH, true, text, text, List.of());
    }

    private static List<Field> both(Rows left, Rows right) {
        List<Field> fields = new ArrayList<>(ofTables(left));
        fields.addAll(ofTables(right));
        return fields;
    }
}
