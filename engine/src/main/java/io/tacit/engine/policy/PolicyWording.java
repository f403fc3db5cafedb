package io.tacit.engine.policy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * As what a policy was read: by it a session that lasts notices that the owner has changed the file. No data are read
 * for it.
 *
 * @param file as it was named
 * @param hash SHA-256 over where the file really lies and what it says
 */
public record PolicyWording(Path file, String hash) {
    /** The wording that was read from a file. */
    static PolicyWording read(Path file, String text) throws IOException {
        return new PolicyWording(file, hash(file.toRealPath(), text));
    }

    /** The hash of what the file says now; empty where it is gone or cannot be read. */
    public Optional<String> now() {
        try {
            return Optional.of(hash(file.toRealPath(), Files.readString(file)));
        } catch (IOException goneOrNoText) {
            return Optional.empty();
        }
    }

    private static String hash(Path place, String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            // A path holds no zero character.
            digest.update((place + "\0").getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
