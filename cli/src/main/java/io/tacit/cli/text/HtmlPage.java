package io.tacit.cli.text;

import io.tacit.cli.chart.SvgChart;
import java.util.List;

/** A page that needs no other file. */
final class HtmlPage {
    private static final String STYLE = """
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
        h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
        table { border-collapse: collapse } th, td { padding: .3rem .8rem; border-bottom: 1px solid #ddd; text-align: left }
        td.number, th.number { text-align: right; font-variant-numeric: tabular-nums }
        pre { background: #f4f4f4; padding: .8rem; overflow-x: auto; white-space: pre-wrap }
        svg { width: 100%; height: auto; font: 13px system-ui, sans-serif; margin: .5rem 0 }
        .whisker { stroke: #222; stroke-width: 1.5 } .axis { stroke: #888 } .grid { stroke: #e4e4e4 }
        """;

    private final StringBuilder body = new StringBuilder();
    private final String title;

    HtmlPage(String title) {
        this.title = title;
        body.append("<h1>").append(SvgChart.escaped(title)).append("</h1>\n");
    }

    HtmlPage heading(String text) {
        body.append("<h2>").append(SvgChart.escaped(text)).append("</h2>\n");
        return this;
    }

    HtmlPage paragraph(String text) {
        body.append("<p>").append(SvgChart.escaped(text)).append("</p>\n");
        return this;
    }

    HtmlPage code(String text) {
        body.append("<pre>").append(SvgChart.escaped(text)).append("</pre>\n");
        return this;
    }

    /** A picture of this program's own making. */
    HtmlPage picture(String svg) {
        body.append(svg);
        return this;
    }

    /** @param numbers for each column whether it holds numbers, which stand to the right */
    HtmlPage table(List<String> names, List<Boolean> numbers, List<List<String>> rows) {
        body.append("<table>\n<thead>");
        row("th", names, numbers);
        body.append("</thead>\n<tbody>\n");
        rows.forEach(row -> row("td", row, numbers));
        body.append("</tbody>\n</table>\n");
        return this;
    }

    private void row(String element, List<String> cells, List<Boolean> numbers) {
        body.append("<tr>");
        for (int i = 0; i < cells.size(); i++) {
            body.append('<')
                    .append(element)
                    .append(numbers.get(i) ? " class=\"number\">" : ">")
                    .append(SvgChart.escaped(cells.get(i)))
                    .append("</")
                    .append(element)
                    .append('>');
        }
        body.append("</tr>\n");
    }

    String text() {
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>"
                + SvgChart.escaped(title) + "</title>\n<style>\n" + STYLE + "</style>\n</head>\n<body>\n" + body
                + "</body>\n</html>\n";
    }
}
