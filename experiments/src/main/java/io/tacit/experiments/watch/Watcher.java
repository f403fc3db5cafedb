package io.tacit.experiments.watch;

/** Is told how far a long piece of work is. */
@FunctionalInterface
public interface Watcher {
    /** Nobody looks. */
    Watcher NOBODY = (title, total) -> new Task() {
        @Override
        public void advance(long more) {}

        @Override
        public void finish() {}
    };

    /**
     * A piece of work begins.
     *
     * @param title what is done
     * @param total how much there is to do, in any unit
     */
    Task begin(String title, long total);

    /** One piece of work. */
    interface Task {
        /** So much more is done, in the unit of the total. */
        void advance(long more);

        /** All is done. */
        void finish();
    }
}
