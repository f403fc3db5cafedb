package io.tacit.cli.text;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.ConfidenceInterval;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.NullUnmarked;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Numbers to draw, and the marks that are drawn of them on a page. */
@NullUnmarked
final class ChartMarks {
    private ChartMarks() {}

    static Answer counts(AnswerColumn key, Object... keys) {
        List<AnswerRow> rows = new ArrayList<>();
        for (int i = 0; i < keys.length; i++) {
            long value = 100L * (i + 1);
            rows.add(Sample.row(
                    Arrays.asList(keys[i], value),
                    Arrays.asList(null, new ConfidenceInterval(value - 20, value + 20))));
        }
        return Sample.answer(
                List.of(key, new AnswerColumn("n", ColumnType.BIGINT, true)), rows.toArray(AnswerRow[]::new));
    }

    /** Parsed as XML, which is stricter than a browser: every mark is closed and every text escaped. */
    static Document page(String html) throws Exception {
        String body = html.replaceFirst("<!DOCTYPE html>", "").replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(body)));
    }

    static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    static List<Element> all(Document page, String tag) {
        NodeList found = page.getElementsByTagName(tag);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    static List<Element> whiskers(Document page) {
        return all(page, "line").stream()
                .filter(line -> line.getAttribute("class").equals("whisker"))
                .toList();
    }
}
