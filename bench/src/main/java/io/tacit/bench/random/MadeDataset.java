package io.tacit.bench.random;

import io.tacit.bench.random.MadeColumn.Role;
import io.tacit.engine.catalog.Protection;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Draws a data set and writes its rows. */
final class MadeDataset {
    private static final Protection BY_PERSON = new Protection.UnitColumn(MadeData.PERSON);

    private final Draw draw;
    private final Path folder;
    private final MadeSize size;
    private final MadeCodes codes;
    private final MadeAmounts amounts;
    private final MadeActivity activity;
    private final boolean texts;
    private int people;
    private int events;

    MadeDataset(Draw draw, MadeSize size, Path folder) {
        this.draw = draw;
        this.size = size;
        this.folder = folder;
        this.codes = new MadeCodes(draw, size.codes());
        this.amounts = new MadeAmounts(draw);
        this.activity = MadeActivity.drawn(draw);
        this.texts = draw.chance(0.3);
    }

    MadeData written() throws IOException, SQLException {
        List<MadeTable> tables = new ArrayList<>();
        boolean items = draw.chance(0.35);
        boolean places = draw.chance(0.3);
        MadeTable table = events(places, items);
        tables.add(table);
        int wanted = (int) draw.magnitude(size.fewest(), size.most());
        try (MadeTable.Rows rows = table.begin(folder)) {
            Optional<MadeTable> bought = items ? Optional.of(items()) : Optional.empty();
            if (bought.isPresent()) {
                tables.add(bought.get());
                try (MadeTable.Rows more = bought.get().begin(folder)) {
                    fill(wanted, rows, Optional.of(more));
                }
            } else {
                fill(wanted, rows, Optional.empty());
            }
        }
        if (draw.chance(0.4)) {
            tables.add(filled(people(), people));
        }
        if (places) {
            tables.add(places(table.column(MadeData.PLACE).codes()));
        }
        MadeData.Format format = draw.of(List.of(MadeData.Format.values()));
        MadeData data = new MadeData(activity, people, List.copyOf(tables), format, folder);
        data.write();
        return data;
    }

    private MadeColumn person() {
        return new MadeColumn(
                MadeData.PERSON,
                texts ? "VARCHAR" : "BIGINT",
                Role.KEY,
                "who",
                row -> (texts ? "u" : "") + (1000L + row.person().number()));
    }

    private MadeTable events(boolean places, boolean items) {
        List<MadeColumn> columns = new ArrayList<>();
        columns.add(person());
        if (items) {
            columns.add(new MadeColumn(MadeData.EVENT, "BIGINT", Role.KEY, "which", row -> String.valueOf(events)));
        }
        if (places) {
            columns.add(codes.code(MadeData.PLACE));
        }
        columns.add(codes.code("kind"));
        if (draw.chance(0.5)) {
            columns.add(codes.own("region"));
        }
        if (draw.chance(0.5)) {
            columns.add(codes.level("level"));
        }
        if (draw.chance(0.3)) {
            columns.add(codes.flag("flag"));
        }
        if (draw.chance(0.85)) {
            boolean ofDay = draw.chance(0.6);
            columns.add(codes.when(ofDay ? "day" : "moment", ofDay));
        }
        for (String name : List.of("amount", "cost", "minutes").subList(0, draw.between(1, 3))) {
            columns.add(amounts.amount(name));
        }
        return new MadeTable(
                MadeData.EVENTS, columns, BY_PERSON, items ? Optional.of(MadeData.EVENT) : Optional.empty());
    }

    private MadeTable items() {
        List<MadeColumn> columns = new ArrayList<>();
        columns.add(new MadeColumn(MadeData.EVENT, "BIGINT", Role.KEY, "of which", row -> String.valueOf(events)));
        columns.add(codes.code("product"));
        columns.add(amounts.amount("price"));
        if (draw.chance(0.5)) {
            columns.add(codes.level("quantity"));
        }
        return new MadeTable(
                MadeData.ITEMS,
                columns,
                new Protection.ForeignKey(MadeData.EVENT, MadeData.EVENTS, MadeData.EVENT),
                Optional.empty());
    }

    private MadeTable people() {
        List<MadeColumn> columns = new ArrayList<>();
        columns.add(person());
        columns.add(codes.own("segment"));
        if (draw.chance(0.5)) {
            columns.add(codes.when("born", true));
        }
        columns.add(amounts.amount("income"));
        return new MadeTable(
                MadeData.PEOPLE,
                columns,
                BY_PERSON,
                draw.chance(0.5) ? Optional.of(MadeData.PERSON) : Optional.empty());
    }

    private void fill(int wanted, MadeTable.Rows rows, Optional<MadeTable.Rows> items) throws IOException {
        double each = 0.5 + 2 * draw.real();
        while (people < wanted && rows.many() < size.rows()) {
            MadePerson person = activity.person(people, draw);
            for (int i = 0; i < person.rows() && rows.many() < size.rows(); i++) {
                events++;
                rows.add(new MadeRow(person, draw));
                if (items.isPresent() && items.get().many() < size.rows()) {
                    for (int j = draw.geometric(each); j > 0; j--) {
                        items.get().add(new MadeRow(person, draw));
                    }
                }
            }
            people++;
        }
    }

    /** One row for each person. */
    private MadeTable filled(MadeTable table, int many) throws IOException {
        try (MadeTable.Rows rows = table.begin(folder)) {
            for (int i = 0; i < many; i++) {
                rows.add(new MadeRow(activity.person(i, draw), draw));
            }
        }
        return table;
    }

    /** A public table with a row for each place. */
    private MadeTable places(List<String> known) throws IOException {
        int[] next = {0};
        int areas = draw.between(2, 8);
        MadeTable table = new MadeTable(
                MadeData.PLACES,
                List.of(
                        new MadeColumn(MadeData.PLACE, "VARCHAR", Role.KEY, "which", row -> known.get(next[0])),
                        new MadeColumn(
                                "area", "VARCHAR", Role.CODE, areas + " areas", row -> "area " + next[0]++ % areas)),
                new Protection.Public(),
                Optional.of(MadeData.PLACE));
        return filled(table, known.size());
    }
}
