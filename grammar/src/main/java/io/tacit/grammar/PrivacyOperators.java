package io.tacit.grammar;

import org.apache.calcite.sql.*;

public final class PrivacyOperators {
    public static final SqlOperator OPTION = op("=");
    public static final SqlOperator CLAMPED = op("CLAMPED BETWEEN");
    public static final SqlOperator REPORT = op("WITH REPORT");
    public static final SqlOperator EXPLAIN = op("EXPLAIN PRIVACY");

    static SqlOperator op(String name) {
        return new SqlSpecialOperator(name, SqlKind.OTHER) {
            @Override
            public void unparse(SqlWriter w, SqlCall c, int l, int r) {
                w.print("{" + name + " ");
                int i = 0;
                for (SqlNode o : c.getOperandList()) {
                    if (i++ > 0) w.print(", ");
                    o.unparse(w, 0, 0);
                }
                w.print("}");
            }
        };
    }

    private PrivacyOperators() {}
}
