package io.tacit.cli.text;

import io.tacit.engine.session.AccountReport;
import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.FileTally;
import io.tacit.engine.session.MissingReport;
import io.tacit.engine.session.ReleaseReport;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The lines below an answer: what it cost, how sure it is, what may be missing. */
public final class Summary {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Summary() {}

    /** The summary; ends with a line break. */
    public static String of(Answer answer, double seconds) {
        return of(answer, String.format(Locale.ROOT, " %.1f s", seconds));
    }

    /** The summary of an answer that is kept for later: how long it took says nothing then. */
    static String of(Answer answer) {
        return of(answer, "");
    }

    private static String beside(int others) {
        return others == 0
                ? ""
                : " " + (others == 1 ? "Another aggregate was" : others + " others were")
                        + " released with it: FRESH SELECT asks for this alone, with less noise, and pays.";
    }

    private static String of(Answer answer, String time) {
        int rows = answer.rows().size();
        StringBuilder text = new StringBuilder();
        text.append(rows).append(rows == 1 ? " row. " : " rows. ");
        if (answer.releases().isEmpty()) {
            text.append("Nothing private was read, nothing was spent.");
        } else if (answer.origin().releasedAt().isPresent()) {
            text.append("Released ")
                    .append(TIME.format(answer.origin().releasedAt().get()))
                    .append(" and kept; nothing was spent now.");
            text.append(beside(answer.origin().beside()));
            text.append(intervals(answer));
        } else {
            text.append("(ε ")
                    .append(answer.epsilon())
                    .append(", δ ")
                    .append(answer.delta())
                    .append(") spent.");
            text.append(intervals(answer));
        }
        text.append(time).append(System.lineSeparator());
        for (AccountReport account : answer.origin().accounts()) {
            text.append("Left in ")
                    .append(HarmlessText.line(account.account()))
                    .append(": ")
                    .append(account.left());
            text.append(account.window().isEmpty() ? "" : " for " + account.window())
                    .append('.');
            text.append(System.lineSeparator());
        }
        for (FileTally file : answer.origin().tallied()) {
            text.append(HarmlessText.line(file.file()))
                    .append(" has given ε ")
                    .append(file.epsilon())
                    .append(file.budget().map(most -> " of " + most).orElse(""))
                    .append(", δ ")
                    .append(file.delta())
                    .append(" in ")
                    .append(file.questions())
                    .append(file.questions() == 1 ? " question." : " questions.")
                    .append(System.lineSeparator());
        }
        Set<String> notes = new LinkedHashSet<>();
        for (ReleaseReport told : answer.releases()) {
            ReleaseReport release = HarmlessText.of(told);
            if (release.grouped() && release.typicalGroupSize() == null) {
                notes.add(groups(release) + "; every public group appears.");
            } else if (release.grouped() && answer.rows().isEmpty()) {
                notes.add("Nothing came back: no group has about " + release.typicalGroupSize()
                        + (release.maxRows() == null ? " people" : " rows")
                        + " or more, or what follows (HAVING, WHERE, LIMIT) leaves none. Group by something"
                        + " coarser, ask with a larger epsilon, or give a smaller "
                        + (release.maxRows() == null
                                ? "--max-groups where a person is in few groups."
                                : "--max-rows where people have few rows."));
            } else if (release.grouped()) {
                notes.add(groups(release) + "; groups with fewer than about " + release.typicalGroupSize()
                        + (release.maxRows() == null ? " people" : " rows") + " do not appear.");
            }
            if (release.maxRows() != null) {
                notes.add(ExplanationText.limitOfRows(release) + furtherRows(release));
            }
            if (!answer.rows().isEmpty()) {
                release.missing().stream()
                        .map(MissingReport::note)
                        .filter(note -> !note.endsWith(MissingReport.UNNOTICED))
                        .forEach(notes::add);
                notes.add(unseen(release.missing()));
            }
            for (AggregateReport aggregate : release.aggregates()) {
                if (aggregate.boundsOrigin().contains("chosen privately")) {
                    notes.add("Bounds of " + aggregate.column() + ": " + aggregate.bounds() + " ("
                            + aggregate.boundsOrigin() + ").");
                }
                if (aggregate.note().startsWith("Too few")
                        || aggregate.note().contains("Values reach the end")
                        || isDrawn(aggregate)) {
                    notes.add(aggregate.column() + ": " + aggregate.note());
                }
            }
        }
        notes.remove("");
        notes.forEach(note -> text.append(note).append(System.lineSeparator()));
        return Wrap.at(text.toString(), Terminal.columns());
    }

    /** One sentence of all that could go unnoticed; empty where there is nothing. */
    private static String unseen(List<MissingReport> all) {
        String what = all.stream()
                .map(MissingReport::note)
                .filter(note -> note.endsWith(MissingReport.UNNOTICED))
                .map(note -> note.replace(MissingReport.UP_TO, "").replace(MissingReport.UNNOTICED, ""))
                .collect(Collectors.joining(", or "));
        return what.isEmpty() ? "" : MissingReport.UP_TO + what + MissingReport.UNNOTICED;
    }

    /** What a limit of rows leaves out, where no note of its own says that. */
    private static String furtherRows(ReleaseReport release) {
        if (release.epsilonOfMissing() == null) {
            return " Further rows, if there are any, are missing, and how many is not measured.";
        }
        return release.missing().stream()
                .filter(missing -> missing.limit() == MissingReport.Limit.ALL_ROWS)
                .findFirst()
                .map(missing -> missing.note().isEmpty()
                        ? " Further rows are missing: few, unless a few people have very many."
                        : "")
                .orElse(" Further rows, if there are any, are missing.");
    }

    private static String intervals(Answer answer) {
        boolean any =
                answer.rows().stream().anyMatch(row -> row.intervals().stream().anyMatch(Objects::nonNull));
        return any ? " " + Numbers.plain(answer.confidence() * 100) + "% intervals." : "";
    }

    /** Whether the value is drawn among others, so that its error is one of rank or of frequency. */
    private static boolean isDrawn(AggregateReport aggregate) {
        return aggregate.noise().equals("exponential mechanism");
    }

    private static String groups(ReleaseReport release) {
        if (release.maxRows() != null) {
            return "Each row counts for itself";
        }
        return "At most " + release.maxGroups() + (release.maxGroups() == 1 ? " group" : " groups") + " per person"
                + (release.whyGroups() == null ? "" : " (" + release.whyGroups() + ")");
    }
}
