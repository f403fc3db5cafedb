package io.tacit.experiments.result;

import java.util.List;

/**
 * What an experiment found.
 *
 * @param found what came out, and what it means: paragraphs of plain text, which may quote the numbers
 * @param tables numbers
 * @param pictures points
 * @param agreements what was compared with the law of the noise
 * @param notRepeated what of the original cannot be repeated, each with its reason, in a sentence
 */
public record Result(
        List<String> found,
        List<ResultTable> tables,
        List<Picture> pictures,
        List<Agreement> agreements,
        List<String> notRepeated) {
    public Result {
        found = List.copyOf(found);
        tables = List.copyOf(tables);
        pictures = List.copyOf(pictures);
        agreements = List.copyOf(agreements);
        notRepeated = List.copyOf(notRepeated);
    }

    /** A result that nothing was compared for. */
    public Result(List<String> found, List<ResultTable> tables, List<Picture> pictures, List<String> notRepeated) {
        this(found, tables, pictures, List.of(), notRepeated);
    }
}
