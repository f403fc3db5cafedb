package io.tacit.engine.audit;

import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.random.RandomBits;
import java.util.List;

/** A promise of the engine that can be tested from outside. */
interface BlackBoxSubject {
    /** What is tested, in words. */
    String name();

    /** How many verdicts there will be. */
    int verdicts();

    /** How many queries the quick level asks; none where that takes long. */
    default int quickQueries() {
        return 1;
    }

    /** How many queries the full level asks. */
    int fullQueries();

    /** Begins: what has been asked is kept between queries. */
    Run begin(SessionFactory door, RandomBits coins);

    /** A test that goes on. */
    interface Run {
        /** Asks one query more, over people made up anew. */
        void query();

        /**
         * What is found so far.
         *
         * @param falseAlarm the chance with which each verdict may find a violation in an engine that keeps its promise
         */
        List<Verdict> verdicts(double falseAlarm);
    }
}
