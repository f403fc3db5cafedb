package io.tacit.engine.source;

import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.text.TextRows;
import java.util.List;
import java.util.Optional;

/**
 * What a text file looks like before its columns have types.
 *
 * @param format how its lines divide; none for JSON
 * @param header the cells of its first line, or the names of its members
 * @param names of its columns, unique
 * @param rows its lines
 * @param notices what the owner should know
 */
record TextShape(
        Optional<CsvFormat> format, List<String> header, List<String> names, TextRows rows, List<String> notices) {}
