package io.tacit.engine.catalog;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the bytes of a text file stand for characters. All but UTF-8 have one byte for each character. */
public enum TextEncoding {
    UTF_8("utf-8", "utf8", "UTF-8"),
    LATIN_1("latin1", "iso-8859-1", "ISO-8859-1"),
    LATIN_9("iso-8859-15", "latin9", "ISO-8859-15"),
    WINDOWS_1252("windows-1252", "cp1252", "windows-1252");

    private final String shown;
    private final String other;
    private final String javaName;

    TextEncoding(String shown, String other, String javaName) {
        this.shown = shown;
        this.other = other;
        this.javaName = javaName;
    }

    /** The encoding of this name; empty where it is none of these. */
    public static Optional<TextEncoding> of(String name) {
        String lower = name.strip().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(encoding -> lower.equals(encoding.shown) || lower.equals(encoding.other))
                .findFirst();
    }

    /** The name by which options and schema files call it. */
    public String shown() {
        return shown;
    }

    /** What decodes its bytes. */
    public Charset charset() {
        return Charset.forName(javaName);
    }
}
