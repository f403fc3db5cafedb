package io.tacit.engine.sql;

import io.tacit.engine.refusal.Position;
import io.tacit.grammar.ParseException;
import io.tacit.grammar.TacitParserImpl;
import io.tacit.grammar.TacitParserImplConstants;
import io.tacit.grammar.Token;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.util.SourceStringReader;
import org.jspecify.annotations.Nullable;

/**
 * Runs the generated parser. (Calcite's own front for it, {@code SqlParser}, would first load the stock parser beside
 * ours, which takes a hundred milliseconds of a cold start.)
 */
final class ParseText {
    private static final int MAX_NAME_LENGTH = 256;

    private ParseText() {}

    /**
     * The one statement of a text.
     *
     * @throws SqlParseException for a text that is none; its cause may be anything
     */
    static SqlNode parse(String text, SqlConformance conformance) throws SqlParseException {
        TacitParserImpl parser = (TacitParserImpl) TacitParserImpl.FACTORY.getParser(new SourceStringReader(text));
        parser.setOriginalSql(text);
        parser.setTabSize(1);
        parser.setQuotedCasing(Casing.UNCHANGED);
        parser.setUnquotedCasing(Casing.UNCHANGED);
        parser.setIdentifierMaxLength(MAX_NAME_LENGTH);
        parser.setConformance(conformance);
        parser.switchTo(SqlAbstractParserImpl.LexicalState.DQID);
        try {
            return parser.parseSqlStmtEof();
        } catch (ParseException error) {
            throw new SqlParseException(error.getMessage(), place(parser.token.next, text), null, null, error);
        } catch (Throwable error) {
            throw parser.normalizeException(error);
        }
    }

    /** The place of a token that the parser could not read; the generated code does not know where a text ends. */
    private static @Nullable SqlParserPos place(@Nullable Token token, String text) {
        if (token == null) {
            return null;
        }
        if (token.kind == TacitParserImplConstants.EOF) {
            Position end = QueryText.positionAt(text, text.stripTrailing().length());
            return new SqlParserPos(end.line(), end.column());
        }
        return new SqlParserPos(token.beginLine, token.beginColumn);
    }
}
