package io.tacit.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;

/** Runs plain queries in the engine whose private ones are measured. */
interface PlainQueries {
    /** How often each query of the embedded engine is run. */
    int ROUNDS = 7;

    /**
     * All rows of a query's result are fetched.
     *
     * @param sql a query
     * @param width how many columns it has, at least 2
     * @return the first two of them
     */
    Set<String> groups(String sql, int width);

    /** How often each query is run. */
    default int rounds() {
        return ROUNDS;
    }

    /** Over a connection to the embedded engine. */
    static PlainQueries over(Connection connection) {
        return (sql, width) -> {
            Set<String> groups = new TreeSet<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    groups.add(rows.getString(1) + "|" + rows.getString(2));
                }
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
            return groups;
        };
    }
}
