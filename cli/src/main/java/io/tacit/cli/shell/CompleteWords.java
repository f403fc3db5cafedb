package io.tacit.cli.shell;

import io.tacit.engine.catalog.TableDescription;
import io.tacit.engine.catalog.TableDescription.ColumnDescription;
import io.tacit.engine.sql.SqlVocabulary;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Completes tables and columns first, then options, functions, keywords; and the commands of the shell. */
final class CompleteWords implements Completer {
    private final Supplier<List<TableDescription>> tables;

    CompleteWords(Supplier<List<TableDescription>> tables) {
        this.tables = tables;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        if (StatementText.isCommand(line.line())) {
            commands(line, candidates);
            return;
        }
        names(candidates);
        String word = line.word();
        if (word.isEmpty()) {
            return;
        }
        SqlVocabulary.options().forEach(name -> add(candidates, name, "options", "", 2));
        SqlVocabulary.functions().forEach(name -> add(candidates, cased(name, word), "functions", "", 3));
        SqlKeywords.ALL.forEach(name -> add(candidates, cased(name, word), "keywords", "", 4));
    }

    private void commands(ParsedLine line, List<Candidate> candidates) {
        if (line.wordIndex() == 0) {
            for (ShellCommandName command : ShellCommandName.values()) {
                add(candidates, command.word(), "commands", command.meaning(), 0);
            }
        } else if (line.line().strip().startsWith(ShellCommandName.EXPLAIN.word())) {
            names(candidates);
        } else {
            tables.get().forEach(table -> add(candidates, quoted(table.name()), "tables", table.whose(), 0));
        }
    }

    private void names(List<Candidate> candidates) {
        for (TableDescription table : tables.get()) {
            add(candidates, quoted(table.name()), "tables", table.whose(), 0);
            for (ColumnDescription column : table.columns()) {
                add(
                        candidates,
                        quoted(column.name()),
                        "columns",
                        table.name() + " " + column.type().sql(),
                        1);
            }
        }
    }

    private static void add(List<Candidate> candidates, String value, String group, String meaning, int rank) {
        candidates.add(new Candidate(value, value, group, meaning.isEmpty() ? null : meaning, null, null, true, rank));
    }

    /** In small letters where the person types small ones. */
    private static String cased(String name, String typed) {
        return typed.equals(typed.toLowerCase(Locale.ROOT)) ? name.toLowerCase(Locale.ROOT) : name;
    }

    /** A name as a query must write it. */
    private static String quoted(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : "\"" + name.replace("\"", "\"\"") + "\"";
    }
}
