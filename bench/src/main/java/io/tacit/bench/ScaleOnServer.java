package io.tacit.bench;

import io.tacit.engine.session.TacitSession;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Plain and private queries on a server, at one scale after another, and how their time grows with the rows. */
final class ScaleOnServer {
    private final PrintWriter out;
    private final String address;
    private final String only;
    private final Optional<StageLog> events;
    private final Map<String, List<Run>> runs = new LinkedHashMap<>();

    ScaleOnServer(PrintWriter out, String address, String events, String only) {
        this.out = out;
        this.address = address;
        this.only = only;
        this.events = events.isEmpty() ? Optional.empty() : Optional.of(new StageLog(Path.of(events)));
    }

    /** One run of a query; without a log of events, its processor's seconds are not known. */
    private record Run(double scale, double seconds, double processor) {}

    void measure(double scale, Path database) throws SQLException, IOException, InterruptedException {
        try (TpchOnServer server = TpchOnServer.load(database, address);
                TacitSession session = TacitSession.open(server.tables(), Scale.defaults())) {
            out.println("TPC-H SF" + scale + ", " + server.name() + ", one run each");
            out.println();
            for (TpchRatios.Pair pair : TpchRatios.OF_CUSTOMERS) {
                if (pair.name().contains(only)) {
                    int[] rows = new int[1];
                    time(
                            scale,
                            "plain: " + pair.name(),
                            () -> rows[0] =
                                    server.groups(pair.plain(), pair.width()).size());
                    out.println("    " + rows[0] + " groups");
                    time(
                            scale,
                            "private: " + pair.name(),
                            () -> rows[0] =
                                    session.query(pair.measured()).rows().size());
                    out.println("    " + rows[0] + " groups");
                }
            }
        }
    }

    private void time(double scale, String name, Runnable work) throws IOException, InterruptedException {
        if (events.isPresent()) {
            events.get().stages();
        }
        long start = System.nanoTime();
        work.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        out.println(String.format(Locale.ROOT, "%s: %.1f s", name, seconds));
        double processor = 0;
        if (events.isPresent()) {
            List<StageLog.Stage> stages = events.get().stages();
            stages.stream()
                    .filter(stage -> stage.rowsRead() + stage.shuffledRows() > 0)
                    .forEach(this::show);
            processor = stages.stream().mapToDouble(StageLog.Stage::seconds).sum();
            out.println(String.format(
                    Locale.ROOT,
                    "    in all: %.1f s of the processor, %,d bytes shuffled in %,d rows, to the driver %,d bytes",
                    processor,
                    stages.stream().mapToLong(StageLog.Stage::shuffledBytes).sum(),
                    stages.stream().mapToLong(StageLog.Stage::shuffledRows).sum(),
                    stages.stream().mapToLong(StageLog.Stage::resultBytes).sum()));
        }
        runs.computeIfAbsent(name, each -> new ArrayList<>()).add(new Run(scale, seconds, processor));
    }

    private void show(StageLog.Stage stage) {
        out.println(String.format(
                Locale.ROOT,
                "    stage of %d tasks: %.1f s of the processor, read from files %,d rows %,d bytes, shuffled %,d rows"
                        + " %,d bytes, spilled %,d bytes",
                stage.tasks(),
                stage.seconds(),
                stage.rowsRead(),
                stage.bytesRead(),
                stage.shuffledRows(),
                stage.shuffledBytes(),
                stage.spilledBytes()));
    }

    /** How the time of each row grows from the first scale to the last: 1.00 is linear. */
    void compare() {
        runs.forEach((name, all) -> {
            if (all.size() > 1) {
                out.println(String.format(
                        Locale.ROOT,
                        "%s: time of a row at the last scale by that at the first: %.2f, of the processor %.2f",
                        name,
                        growth(all, Run::seconds),
                        growth(all, Run::processor)));
            }
        });
    }

    private static double growth(List<Run> all, ToDoubleFunction<Run> time) {
        Run first = all.get(0);
        Run last = all.get(all.size() - 1);
        return time.applyAsDouble(last) / last.scale() / (time.applyAsDouble(first) / first.scale());
    }
}
