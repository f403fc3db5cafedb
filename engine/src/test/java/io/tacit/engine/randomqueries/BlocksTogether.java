package io.tacit.engine.randomqueries;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two queries over people's rows as one: UNION, INTERSECT or EXCEPT. Whole rows are compared, so that but for UNION ALL
 * the person is in the same place of both.
 *
 * @param operation such as UNION ALL
 */
record BlocksTogether(Block left, Block right, String operation) implements Block {
    @Override
    public Optional<String> unit() {
        return left.unit();
    }

    @Override
    public void collect(Map<String, Block> named) {
        left.collect(named);
        right.collect(named);
    }

    @Override
    public List<Field> outputs() {
        return left.outputs();
    }

    @Override
    public String sql(Dialect dialect) {
        return left.sql(dialect) + " " + operation + " " + right.sql(dialect);
    }
}
