package io.tacit.engine.ledger;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.IsoFields;
import java.util.Locale;

/** The time after which an account begins anew with its whole budget. Windows are those of the calendar in UTC. */
public enum RefreshWindow {
    DAILY,
    WEEKLY,
    MONTHLY,
    QUARTERLY,
    YEARLY;

    /** The name of the window that an instant lies in, such as {@code 2026-11}; later windows have later names. */
    public String at(Instant instant) {
        LocalDate day = LocalDate.ofInstant(instant, ZoneOffset.UTC);
        return switch (this) {
            case DAILY -> day.toString();
            case WEEKLY ->
                String.format(
                        Locale.ROOT,
                        "%04d-W%02d",
                        day.get(IsoFields.WEEK_BASED_YEAR),
                        day.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
            case MONTHLY -> day.toString().substring(0, 7);
            case QUARTERLY -> day.getYear() + "-Q" + day.get(IsoFields.QUARTER_OF_YEAR);
            case YEARLY -> String.valueOf(day.getYear());
        };
    }
}
