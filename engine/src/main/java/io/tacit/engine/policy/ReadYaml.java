package io.tacit.engine.policy;

import io.tacit.engine.refusal.Position;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;

/**
 * Reads YAML with places. What a policy has no use for is refused: several documents, anchors and aliases (a few lines
 * of which can stand for billions), tags, keys twice.
 */
final class ReadYaml {
    private static final int DEEPEST = 20;
    private static final Position START = new Position(1, 1);

    private final Iterator<Event> events;
    private final Findings findings;

    private ReadYaml(Iterator<Event> events, Findings findings) {
        this.events = events;
        this.findings = findings;
    }

    /** The text is not valid, and reading stops. */
    private static final class Unreadable extends RuntimeException {
        private final Position place;
        private final String advice;

        Unreadable(Position place, String rule, String advice) {
            super(rule);
            this.place = place;
            this.advice = advice;
        }
    }

    /** The keys of a text; empty if none can be read, which is reported as a finding. */
    static Optional<YamlValue.Fields> read(String text, Findings findings) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        try {
            Iterator<Event> events =
                    new Yaml(options).parse(new StringReader(text)).iterator();
            return Optional.of(new ReadYaml(events, findings).document());
        } catch (Unreadable stop) {
            findings.error(stop.place, "", String.valueOf(stop.getMessage()), stop.advice);
        } catch (MarkedYAMLException malformed) {
            findings.error(
                    place(malformed.getProblemMark()),
                    "",
                    "This is no YAML: " + malformed.getProblem() + ".",
                    "Check indentation, colons, quotes and brackets here and one line above.");
        } catch (YAMLException malformed) {
            findings.error(START, "", "The file holds characters that YAML does not allow.", "Save it as UTF-8 text.");
        }
        return Optional.empty();
    }

    private YamlValue.Fields document() {
        Event event = events.next();
        while (event.is(Event.ID.StreamStart) || event.is(Event.ID.DocumentStart)) {
            event = events.next();
        }
        if (event.is(Event.ID.StreamEnd)) {
            throw new Unreadable(START, "The file is empty.", "Begin with: tacit policy init FILE");
        }
        YamlValue value = value(event, 0);
        Event end = events.next();
        Event after = end.is(Event.ID.DocumentEnd) ? events.next() : end;
        if (!after.is(Event.ID.StreamEnd)) {
            throw new Unreadable(place(after.getStartMark()), "A policy is one document.", "Remove the line ---.");
        }
        if (!(value instanceof YamlValue.Fields fields)) {
            throw new Unreadable(value.place(), "A policy has keys, such as dataset: shop.", "");
        }
        return fields;
    }

    private YamlValue value(Event event, int depth) {
        Position place = place(event.getStartMark());
        if (event instanceof AliasEvent || event instanceof NodeEvent node && node.getAnchor() != null) {
            throw new Unreadable(
                    place,
                    "Anchors and aliases (& and *) are not accepted.",
                    "Write the value out, or put it in quotes.");
        }
        if (depth > DEEPEST) {
            throw new Unreadable(place, "The keys are nested too deeply.", "");
        }
        if (event instanceof ScalarEvent scalar) {
            refuseTag(scalar.getTag(), place);
            return new YamlValue.Scalar(scalar.getValue(), scalar.isPlain(), place);
        }
        if (event instanceof SequenceStartEvent sequence) {
            refuseTag(sequence.getTag(), place);
            List<YamlValue> items = new ArrayList<>();
            for (Event next = events.next(); !next.is(Event.ID.SequenceEnd); next = events.next()) {
                items.add(value(next, depth + 1));
            }
            return new YamlValue.Items(items, place);
        }
        refuseTag(((MappingStartEvent) event).getTag(), place);
        return fields(place, depth);
    }

    private YamlValue.Fields fields(Position place, int depth) {
        List<YamlValue.Field> fields = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        for (Event next = events.next(); !next.is(Event.ID.MappingEnd); next = events.next()) {
            YamlValue key = value(next, depth + 1);
            YamlValue value = value(events.next(), depth + 1);
            if (!(key instanceof YamlValue.Scalar name)) {
                throw new Unreadable(key.place(), "A key must be a name.", "");
            }
            if (keys.add(name.text())) {
                fields.add(new YamlValue.Field(name.text(), name.place(), value));
            } else {
                findings.error(name.place(), "", "The key " + name.text() + " stands here twice.", "Remove one.");
            }
        }
        return new YamlValue.Fields(fields, place);
    }

    private static void refuseTag(@Nullable String tag, Position place) {
        if (tag != null && !tag.equals("!")) {
            throw new Unreadable(place, "Tags such as !!str are not accepted.", "Write the value without it.");
        }
    }

    private static Position place(@Nullable Mark mark) {
        return mark == null ? START : new Position(mark.getLine() + 1, mark.getColumn() + 1);
    }
}
