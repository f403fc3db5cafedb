package io.tacit.bench.random;

import java.util.List;

/** Draws conditions on columns, with values that occur. */
final class MadeConditions {
    private final Draw draw;
    private final List<MadeColumn> columns;

    MadeConditions(Draw draw, List<MadeColumn> columns) {
        this.draw = draw;
        this.columns = columns.stream()
                .filter(column -> column.role() != MadeColumn.Role.KEY)
                .filter(column -> !column.samples().isEmpty())
                .toList();
    }

    String next() {
        MadeColumn column = draw.of(columns);
        String name = column.name();
        return switch (column.role()) {
            case KEY, FLAG -> name;
            case CODE ->
                draw.chance(0.6)
                        ? name + " = " + text(column)
                        : name + " IN (" + text(column) + ", " + text(column) + ", " + text(column) + ")";
            case LEVEL -> name + draw.of(List.of(" >= ", " = ", " < ")) + draw.of(column.samples());
            case DAY -> name + draw.of(List.of(" >= ", " < ")) + "DATE " + text(column);
            case TIME -> name + draw.of(List.of(" >= ", " < ")) + "TIMESTAMP " + text(column);
            case AMOUNT ->
                draw.chance(0.3)
                        ? name + " IS NOT NULL"
                        : name + draw.of(List.of(" > ", " <= ", " > ")) + draw.of(column.samples());
        };
    }

    private String text(MadeColumn column) {
        return "'" + draw.of(column.samples()) + "'";
    }
}
