package io.tacit.engine.release;

import io.tacit.engine.rewrite.Limits;
import io.tacit.engine.rewrite.StateRequest;
import java.util.List;
import java.util.stream.Stream;

/** Which automatic parameters a state waits for. */
final class Dependencies {
    private Dependencies() {}

    static List<Integer> of(StateRequest request) {
        return limits(request)
                .filter(Limits.Inferred.class::isInstance)
                .map(limits -> ((Limits.Inferred) limits).parameter())
                .distinct()
                .toList();
    }

    private static Stream<Limits> limits(StateRequest request) {
        if (request instanceof StateRequest.Count count) {
            return Stream.of(count.limits());
        }
        if (request instanceof StateRequest.Distinct distinct) {
            return Stream.of(distinct.limits());
        }
        if (request instanceof StateRequest.Sum sum) {
            return Stream.of(sum.limits());
        }
        if (request instanceof StateRequest.UserMean mean) {
            return Stream.of(mean.limits());
        }
        if (request instanceof StateRequest.Centred centred) {
            return Stream.of(centred.limits(), centred.rows());
        }
        if (request instanceof StateRequest.Squares squares) {
            return Stream.of(squares.limits(), squares.rows());
        }
        return Stream.of();
    }
}
