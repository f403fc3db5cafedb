package io.tacit.engine.ledger.book;

import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.Ledger;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Charges until the budget is spent; as a process of its own it says each receipt's number once it has it. */
final class ChargeInLoop {
    private ChargeInLoop() {}

    /** The numbers of the receipts. Any other refusal than that the budget is spent is thrown. */
    static List<Long> untilRefused(Ledger ledger, ChargeRequest request) {
        List<Long> numbers = new ArrayList<>();
        while (true) {
            try {
                numbers.add(ledger.charge(request).number());
            } catch (Refusal refusal) {
                if (refusal.code() == ErrorCode.BUDGET) {
                    return numbers;
                }
                throw refusal;
            }
        }
    }

    /**
     * Arguments: the file, the budget, the cost of each charge, the number of threads, a folder, and for how many
     * processes to wait that meet in it.
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        AccountTerms account = Requests.basic("shop", arguments[1], "0");
        ChargeRequest request = Requests.request(arguments[2], "0", account);
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(Path.of(arguments[0])))) {
            waitForOthers(Path.of(arguments[4]), Integer.parseInt(arguments[5]));
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(arguments[3]); i++) {
                Thread thread = new Thread(() -> say(book.ledger(), request));
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void waitForOthers(Path folder, int processes) throws IOException, InterruptedException {
        Files.createTempFile(Files.createDirectories(folder), "here", "");
        while (true) {
            try (Stream<Path> here = Files.list(folder)) {
                if (here.count() >= processes) {
                    return;
                }
            }
            Thread.sleep(5);
        }
    }

    private static void say(Ledger ledger, ChargeRequest request) {
        while (true) {
            try {
                long number = ledger.charge(request).number();
                byte[] line = (number + "\n").getBytes(StandardCharsets.UTF_8);
                // One write per line, past any buffer: what is said was said after the charge returned.
                synchronized (ChargeInLoop.class) {
                    System.out.write(line, 0, line.length);
                    System.out.flush();
                }
            } catch (Refusal refusal) {
                if (refusal.code() != ErrorCode.BUDGET) {
                    System.out.println("refused " + refusal.rule().replace('\n', ' '));
                }
                return;
            }
        }
    }
}
