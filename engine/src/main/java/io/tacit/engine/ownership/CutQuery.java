package io.tacit.engine.ownership;

import java.util.List;
import org.apache.calcite.rel.RelNode;

/**
 * A query cut where people are first mixed.
 *
 * @param remainder what is left of the query; reads released and public tables only
 * @param releases the private aggregations, each once however often the remainder reads it
 */
public record CutQuery(RelNode remainder, List<PrivateAggregation> releases) {
    public CutQuery {
        releases = List.copyOf(releases);
    }
}
