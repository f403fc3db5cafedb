package io.tacit.cli.shell;

import io.tacit.cli.text.HarmlessText;
import io.tacit.engine.session.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The questions that this shell was answered, which can be read again at no cost. */
final class AskedQuestions {
    /**
     * A question that was answered.
     *
     * @param sql as it was typed
     * @param answer as it was given
     */
    record Asked(String sql, Answer answer) {}

    private final List<Asked> all = new ArrayList<>();

    void add(String sql, Answer answer) {
        all.add(new Asked(sql, answer));
    }

    Optional<String> last() {
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(all.get(all.size() - 1).sql());
    }

    /** A question by its number, from 1. */
    Optional<Asked> question(String number) {
        return number.matches("[1-9][0-9]{0,8}") && Integer.parseInt(number) <= all.size()
                ? Optional.of(all.get(Integer.parseInt(number) - 1))
                : Optional.empty();
    }

    /** One line for each question: its number, what it cost, its text. */
    String list() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < all.size(); i++) {
            Asked asked = all.get(i);
            boolean free = asked.answer().releases().isEmpty()
                    || asked.answer().origin().releasedAt().isPresent();
            text.append(String.format(
                    "%4d  %-14s %s%n",
                    i + 1,
                    free ? "free" : "ε " + asked.answer().epsilon(),
                    HarmlessText.line(asked.sql().replaceAll("\\s+", " "))));
        }
        return all.isEmpty() ? "Nothing was asked yet.\n" : text + "\\history N shows an answer again; that is free.\n";
    }
}
