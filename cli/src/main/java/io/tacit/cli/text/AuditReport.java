package io.tacit.cli.text;

import io.tacit.privacy.audit.Layer;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.audit.Violation;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A report of the tester, to keep or to hand on.
 *
 * @param title what was tested
 * @param about which product was tested when and how, name by name
 * @param verdicts all of them, in order
 * @param seconds how long it took
 */
public record AuditReport(String title, Map<String, String> about, List<Verdict> verdicts, long seconds) {
    public AuditReport {
        about = Collections.unmodifiableMap(new LinkedHashMap<>(about));
        verdicts = List.copyOf(verdicts);
    }

    /** The report in Markdown. Pictures of violations are drawn in the HTML report. */
    public String markdown() {
        StringBuilder text = new StringBuilder("# " + title + "\n\n" + AuditText.summary(verdicts, seconds) + "\n");
        text.append("\n| run | |\n|---|---|\n");
        about.forEach((name, value) -> text.append("| ")
                .append(cell(name))
                .append(" | ")
                .append(cell(value))
                .append(" |\n"));
        text.append('\n').append(AuditText.PASSED).append('\n');
        layers().forEach(layer ->
                text.append("- ").append(cell(AuditText.how(layer))).append('\n'));
        for (Verdict verdict : verdicts) {
            verdict.violation().ifPresent(violation -> {
                text.append("\n## ").append(cell(verdict.subject())).append("\n\n");
                AuditText.facts(violation)
                        .forEach(fact -> text.append("- ")
                                .append(fact.name())
                                .append(": ")
                                .append(cell(fact.value()))
                                .append('\n'));
            });
        }
        text.append("\n| layer | subject | claim | runs | false alarm | violation |\n|---|---|---|---:|---:|---|\n");
        for (Verdict verdict : verdicts) {
            text.append("| ")
                    .append(verdict.layer().code())
                    .append(" | ")
                    .append(cell(verdict.subject()))
                    .append(" | ")
                    .append(cell(verdict.claim()))
                    .append(" | ")
                    .append(AuditText.counted(verdict.trials()))
                    .append(" | ")
                    .append(AuditText.rate(verdict.falseAlarm()))
                    .append(" | ")
                    .append(verdict.passed() ? "none" : "found")
                    .append(" |\n");
        }
        return text.toString();
    }

    private List<Layer> layers() {
        return verdicts.stream().map(Verdict::layer).distinct().toList();
    }

    private static String cell(String text) {
        return text.replaceAll("\\s+", " ")
                .replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("*", "\\*");
    }

    /** The report as one HTML page that needs nothing else. */
    public String html() {
        StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" + escaped(title)
                + "</title>\n"
                + "<style>\n"
                + "body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;"
                + " }\n"
                + "table { border-collapse: collapse; font-size: 14px; }\n"
                + "th, td { border: 1px solid #999; padding: 0.2rem 0.5rem; text-align: left; vertical-align: top; }\n"
                + "td.number { text-align: right; }\n"
                + ".found { color: #a00000; font-weight: bold; }\n"
                + "svg { max-width: 100%; height: auto; }\n"
                + "</style>\n"
                + "</head>\n"
                + "<body>\n"
                + "<h1>" + escaped(title)
                + "</h1>\n<p>"
                + escaped(AuditText.summary(verdicts, seconds)) + "</p>\n<table>\n");
        about.forEach((name, value) -> page.append("<tr><th>")
                .append(escaped(name))
                .append("</th><td>")
                .append(escaped(value))
                .append("</td></tr>\n"));
        page.append("</table>\n<p>").append(escaped(AuditText.PASSED)).append("</p>\n<ul>\n");
        layers().forEach(layer ->
                page.append("<li>").append(escaped(AuditText.how(layer))).append("</li>\n"));
        page.append("</ul>\n");
        for (Verdict verdict : verdicts) {
            verdict.violation().ifPresent(violation -> violation(page, verdict.subject(), violation));
        }
        page.append("<table>\n<tr><th>layer</th><th>subject</th><th>claim</th><th>runs</th><th>false alarm</th>"
                + "<th>violation</th></tr>\n");
        for (Verdict verdict : verdicts) {
            page.append("<tr><td>")
                    .append(verdict.layer().code())
                    .append("</td><td>")
                    .append(escaped(verdict.subject()))
                    .append("</td><td>")
                    .append(escaped(verdict.claim()))
                    .append("</td><td class=\"number\">")
                    .append(AuditText.counted(verdict.trials()))
                    .append("</td><td class=\"number\">")
                    .append(AuditText.rate(verdict.falseAlarm()))
                    .append(
                            verdict.passed()
                                    ? "</td><td>none</td></tr>\n"
                                    : "</td><td class=\"found\">found</td></tr>\n");
        }
        return page.append("</table>\n</body>\n</html>\n").toString();
    }

    private static void violation(StringBuilder page, String subject, Violation violation) {
        page.append("<h2 class=\"found\">").append(escaped(subject)).append("</h2>\n<dl>\n");
        AuditText.facts(violation)
                .forEach(fact -> page.append("<dt>")
                        .append(escaped(fact.name()))
                        .append("</dt><dd>")
                        .append(escaped(fact.value()))
                        .append("</dd>\n"));
        page.append("</dl>\n");
        // Drawn by the tester itself, which escapes what it writes.
        violation.plot().ifPresent(page::append);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
