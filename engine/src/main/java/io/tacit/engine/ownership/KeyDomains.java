package io.tacit.engine.ownership;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.sql.ColumnTypes;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/**
 * What the columns of private tables tell about the person to whom a row belongs.
 *
 * <p>A foreign key holds what it refers to, so it is of the same domain: {@code orders.customer_id → customer.id},
 * where {@code customer.id} is the person, is the person too; {@code items.customer → orders.customer_id} is so once
 * more. A key of a table that is found through another one, such as {@code orders.order_id} with {@code items.order_id
 * → orders.order_id}, is a domain of its own. A foreign key whose type compares inexactly with what it refers to
 * (DOUBLE and BIGINT) is not the person itself: it only leads there.
 */
final class KeyDomains {
    private final Catalog catalog;
    private final RelDataTypeFactory types;

    KeyDomains(Catalog catalog, RelDataTypeFactory types) {
        this.catalog = catalog;
        this.types = types;
    }

    /** The domain of a column of a private table; empty where the column says nothing of the person. */
    Optional<String> of(Table table, Column column) {
        return of(table, column, catalog.tables().size());
    }

    /**
     * The same.
     *
     * @param steps foreign keys that may still be followed: keys in a circle are refused elsewhere
     */
    private Optional<String> of(Table table, Column column, int steps) {
        return table.protection()
                .match(
                        nobody -> ofOwnName(table, column),
                        unit -> ofPerson(unit, column).or(() -> ofOwnName(table, column)),
                        key -> key.column().equalsIgnoreCase(column.name())
                                ? steps == 0 ? Optional.empty() : ofTarget(column, key, steps - 1)
                                : ofOwnName(table, column));
    }

    private static Optional<String> ofPerson(Protection.UnitColumn unit, Column column) {
        int parts = unit.columns().size();
        for (int i = 0; i < parts; i++) {
            if (unit.columns().get(i).equalsIgnoreCase(column.name())) {
                return Optional.of(parts == 1 ? PrivateRows.UNIT : PrivateRows.part(i, parts));
            }
        }
        return Optional.empty();
    }

    private Optional<String> ofOwnName(Table table, Column column) {
        String own = name(table.name(), column.name());
        return isReferredTo(own) ? Optional.of(own) : Optional.empty();
    }

    private Optional<String> ofTarget(Column column, Protection.ForeignKey key, int steps) {
        Optional<Table> table = catalog.table(key.targetTable());
        Optional<Column> target = table.flatMap(found -> found.column(key.targetColumn()));
        Optional<String> domain = target.flatMap(found -> of(table.get(), found, steps));
        boolean exact = target.isPresent() && KeyEquality.isExact(type(column), type(target.get()));
        return domain.isPresent() && !exact && PrivateRows.isOfUnit(domain.get())
                ? Optional.of(name(key.targetTable(), key.targetColumn()))
                : domain;
    }

    private RelDataType type(Column column) {
        return ColumnTypes.toCalcite(types, column);
    }

    private boolean isReferredTo(String domain) {
        return catalog.tables().stream()
                .flatMap(table -> table.protection().foreignKey().stream())
                .anyMatch(key -> name(key.targetTable(), key.targetColumn()).equals(domain));
    }

    private static String name(String table, String column) {
        return (table + "." + column).toLowerCase(Locale.ROOT);
    }
}
