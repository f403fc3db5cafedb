package io.tacit.engine.answer;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.ResultType;
import java.util.List;

/** Types of columns of single values. */
final class ResultTypes {
    private ResultTypes() {}

    static List<ResultType> of(List<ColumnType> types) {
        return types.stream().map(ResultType::of).toList();
    }
}
