package io.tacit.engine.ledger.book;

import java.util.ArrayList;
import java.util.List;

/** The tables, in words that SQLite and PostgreSQL share but for the types of whole numbers. */
final class Schema {
    /** The version of the tables. It is raised when they change; an older Tacit then refuses to touch the book. */
    static final long VERSION = 1;

    private static final List<String> TABLES = List.of("""
            CREATE TABLE tacit_book (schema_version {long} NOT NULL, begun_at TEXT NOT NULL)""", """
            CREATE TABLE tacit_entry (
              number {long} PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, account TEXT NOT NULL,
              in_window TEXT NOT NULL, who TEXT NOT NULL, query TEXT NOT NULL,
              epsilon TEXT NOT NULL, delta TEXT NOT NULL, rho TEXT NOT NULL, selection_delta TEXT NOT NULL,
              events TEXT NOT NULL, terms TEXT NOT NULL, hash TEXT NOT NULL)""", """
            CREATE INDEX tacit_entry_account ON tacit_entry (account, number)""", """
            CREATE INDEX tacit_entry_data_version ON tacit_entry (account, number) WHERE kind = 'DATA_VERSION'""", """
            CREATE TABLE tacit_account (
              account TEXT PRIMARY KEY, terms TEXT NOT NULL, opened TEXT NOT NULL, opened_delta TEXT NOT NULL,
              granted TEXT NOT NULL, granted_delta TEXT NOT NULL, in_window TEXT NOT NULL,
              epsilon TEXT NOT NULL, delta TEXT NOT NULL, rho TEXT NOT NULL, selection_delta TEXT NOT NULL,
              charges {long} NOT NULL, failures {long} NOT NULL)""", """
            CREATE TABLE tacit_release (
              key TEXT PRIMARY KEY, at TEXT NOT NULL, failed {long} NOT NULL, content TEXT NOT NULL)""", """
            CREATE TABLE tacit_audit (
              number {serial}, id TEXT NOT NULL, at TEXT NOT NULL, analyst TEXT NOT NULL, account TEXT NOT NULL,
              sql TEXT NOT NULL, decision TEXT NOT NULL, code TEXT NOT NULL, reason TEXT NOT NULL,
              epsilon TEXT NOT NULL, delta TEXT NOT NULL, millis {long} NOT NULL, detail TEXT NOT NULL)""", """
            CREATE INDEX tacit_audit_analyst ON tacit_audit (analyst, number)""");

    private Schema() {}

    /**
     * The statements that make the tables.
     *
     * @param wholeNumber the type of 64 bits
     * @param serial the type of a key that counts by itself
     * @param guards what keeps entries from being changed by accident
     */
    static List<String> statements(String wholeNumber, String serial, List<String> guards) {
        List<String> statements = new ArrayList<>();
        for (String table : TABLES) {
            statements.add(table.replace("{long}", wholeNumber).replace("{serial}", serial));
        }
        statements.addAll(guards);
        return statements;
    }
}
