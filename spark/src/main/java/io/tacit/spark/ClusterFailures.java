package io.tacit.spark;

import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.List;

/** What is said when there is no session, or no catalogue. */
final class ClusterFailures {
    private ClusterFailures() {}

    /** Before any query: no row was read yet. */
    static Refusal connection(ServerRefusals refusals, Exception cause) {
        refusals.log(cause);
        return ServerRefusals.unreadable(
                "The Spark cluster cannot be reached, or does not accept the token.",
                "Check the address, sc://HOST:PORT, and SPARK_CONNECT_AUTHENTICATE_TOKEN in the environment.");
    }

    /** When somebody makes up tables; there are none of people's among them. */
    static Refusal invented(ServerRefusals refusals, Exception cause) {
        refusals.log(cause);
        return ServerRefusals.unreadable(
                "The Spark cluster does not take made-up tables.",
                "Name a cluster for tests, in whose own catalogue the user may make a schema.");
    }

    /** When the newest version of a table is looked up, which reads no row of it. */
    static Refusal version(ServerRefusals refusals, Exception cause) {
        refusals.log(cause);
        return ServerRefusals.unreadable(
                "Spark does not say which version of a table is the newest.",
                "Ask the cluster's owner. A view of the table is read without one.");
    }

    /**
     * When there is no plan of a query, which is found before its charge and over no rows of people's.
     *
     * @param words Spark's own
     */
    static Refusal unplanned(ServerRefusals refusals, List<String> words) {
        refusals.ownerLog().accept(String.join("\n", words));
        return new Refusal(
                ErrorCode.SUBQUERY,
                "Spark cannot plan this query.",
                "A subquery in it may name columns of two queries around it, which Spark has not: name those of the"
                        + " next one alone, or write the subquery as a JOIN.");
    }

    /** When declared tables are looked up, which reads no row of theirs. */
    static Refusal catalogue(ServerRefusals refusals, Exception cause) {
        refusals.log(cause);
        return ServerRefusals.unreadable(
                "Spark does not say what this table is.",
                "Check its name, or the path of its files, that the cluster knows their format, and that the user of"
                        + " Tacit may read it.");
    }
}
