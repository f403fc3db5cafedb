package io.tacit.engine.randomqueries;

import io.tacit.engine.randomqueries.Block.Item;
import io.tacit.engine.randomqueries.Block.Own;
import io.tacit.engine.randomqueries.Expression.Reference;
import io.tacit.engine.randomqueries.Field.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Draws subqueries over people's rows: projections, steps of one person, set operations, windows. */
final class RandomBlocks {
    private static final List<String> OWN = List.of("COUNT", "SUM", "AVG", "MIN", "MAX", "MEDIAN");
    private static final List<String> SETS =
            List.of("UNION ALL", "UNION", "INTERSECT", "EXCEPT", "INTERSECT ALL", "EXCEPT ALL");

    private static final String ONE_BEFORE = " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW";
    private static final String ONE_BEHIND = " ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING";

    private final SplittableRandom random;
    private final RandomRows rows;
    private final RandomExpressions expressions;

    RandomBlocks(SplittableRandom random, RandomRows rows, RandomExpressions expressions) {
        this.random = random;
        this.rows = rows;
        this.expressions = expressions;
    }

    Block block(int depth) {
        Rows read = rows.people(depth);
        Optional<Field> person = identity(read);
        int shape = random.nextInt(6);
        if (person.isEmpty() || shape < 2) {
            return new Block.Projection(read, rows.where(read), items(read, person), false);
        }
        return switch (shape) {
            case 2 -> new Block.Projection(read, rows.where(read), exactItems(read, person.get()), true);
            case 3 -> together(depth, read, person.get());
            case 4 -> windowed(read, person.get());
            default -> step(read, person.get());
        };
    }

    /** A projection that may stand where WITH does not reach. */
    Block withoutNames() {
        Rows read = rows.people(0);
        return new Block.Projection(read, rows.where(read.fields()), items(read, identity(read)), false);
    }

    private static Optional<Field> identity(Rows read) {
        return read.identified(Identity.PERSON).or(() -> read.identified(Identity.ORDER));
    }

    private List<Item> items(Rows read, Optional<Field> person) {
        List<Item> items = new ArrayList<>();
        if (person.isPresent() && random.nextInt(6) > 0) {
            items.add(item(new Reference(person.get())));
        }
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            Field field = any(read);
            items.add(item(expressions.draw(field.kind(), read.fields(), 2)));
        }
        if (random.nextInt(4) == 0) {
            rows.asked(read).ifPresent(about -> items.add(item(about)));
        }
        return items;
    }

    private Item item(Expression expression) {
        boolean person = expression instanceof Reference named && named.field().identity() == Identity.PERSON;
        return new Item(expression, rows.name(person ? TwoColumns.PERSON : "n"));
    }

    private Field any(Rows read) {
        return read.fields().get(random.nextInt(read.fields().size()));
    }

    /** Different rows are counted, so nothing in them may be rounded. */
    private List<Item> exactItems(Rows read, Field person) {
        List<Item> items = new ArrayList<>();
        items.add(item(new Reference(person)));
        for (int i = random.nextInt(3); i > 0; i--) {
            items.add(item(expressions.key(read.fields())));
        }
        return items;
    }

    private Block step(Rows read, Field person) {
        List<Own> own = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String function = OWN.get(random.nextInt(OWN.size()));
            Field field = any(read);
            boolean counts = function.equals("COUNT");
            if (field.kind().isNumber()
                    || field.kind() != Kind.TRUTH
                            && (function.startsWith("M") && !function.equals("MEDIAN") || counts)) {
                own.add(new Own(function, expressions.draw(field.kind(), read.fields(), 1), rows.name("n")));
            }
        }
        Optional<String> having = random.nextInt(3) == 0 ? Optional.of("COUNT(*) > 1") : Optional.empty();
        return new Block.Step(read, rows.where(read), exactItems(read, person), own, having);
    }

    /** The second branch has columns of the same kinds as the first, and the person in the same place. */
    private Block together(int depth, Rows read, Field person) {
        Rows other = rows.people(depth);
        Optional<Field> same = other.identified(person.identity());
        if (same.isEmpty()) {
            return new Block.Projection(read, rows.where(read), exactItems(read, person), true);
        }
        List<Item> left = exactItems(read, person);
        List<Item> right = new ArrayList<>(List.of(item(new Reference(same.get()))));
        for (Item item : left.subList(1, left.size())) {
            Expression drawn = expressions.draw(item.expression().kind(), other.fields(), 1);
            right.add(item(
                    drawn.exact()
                            ? drawn
                            : expressions.constant(item.expression().kind())));
        }
        return new BlocksTogether(
                new Block.Projection(read, rows.where(read), left, false),
                new Block.Projection(other, rows.where(other), right, false),
                SETS.get(random.nextInt(SETS.size())));
    }

    private Block windowed(Rows read, Field person) {
        Item by = item(expressions.key(read.fields()));
        String name = rows.name("n");
        Kind kind = by.expression().kind();
        Field number = new Field("", name, Kind.WHOLE, true, Identity.NONE);
        Field value = new Field("", name, kind, true, Identity.NONE);
        Item whose = item(new Reference(person));
        return switch (random.nextInt(kind == Kind.WHOLE || kind == Kind.DECIMAL ? 11 : 8)) {
            case 0 -> new Windowed(read, whose, by, "ROW_NUMBER()", true, "", number);
            case 1 -> new Windowed(read, whose, by, "RANK()", true, "", number);
            case 2 -> new Windowed(read, whose, by, "DENSE_RANK()", true, "", number);
            case 3 -> new Windowed(read, whose, by, "COUNT(%s)", false, "", number);
            case 4 -> new Windowed(read, whose, by, "LAG(%s)", true, "", value);
            case 5 -> new Windowed(read, whose, by, "MAX(%s)", false, "", value);
            case 6 -> new Windowed(read, whose, by, "FIRST_VALUE(%s)", true, ONE_BEFORE, value);
            case 7 -> new Windowed(read, whose, by, "LAST_VALUE(%s)", true, ONE_BEHIND, value);
            case 8 -> new Windowed(read, whose, by, "SUM(%s)", false, "", sum(name));
            // A quotient is rounded.
            case 9 ->
                new Windowed(
                        read, whose, by, "AVG(%s)", false, "", new Field("", name, Kind.REAL, false, Identity.NONE));
            default -> new Windowed(read, whose, by, "SUM(%s)", true, " ROWS UNBOUNDED PRECEDING", sum(name));
        };
    }

    private static Field sum(String name) {
        return new Field("", name, Kind.DECIMAL, true, Identity.NONE);
    }
}
