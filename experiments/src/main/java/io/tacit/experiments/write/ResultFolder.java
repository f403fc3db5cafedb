package io.tacit.experiments.write;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.experiments.result.Picture;
import io.tacit.experiments.result.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The folder into which results go: for each experiment CSV, JSON, and its pictures as SVG and PNG. */
public final class ResultFolder {
    private final Path folder;

    private ResultFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * A folder, which is made if it is not there.
     *
     * @throws Refusal OUTPUT when it cannot be written
     */
    public static ResultFolder at(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException failure) {
            throw refuse(folder);
        }
        if (!Files.isWritable(folder)) {
            throw refuse(folder);
        }
        return new ResultFolder(folder);
    }

    /** The result that an earlier run left, if it was made with the same settings. */
    public Optional<Result> kept(String experiment, Map<String, String> settings) {
        Path file = json(experiment);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            ResultJson.Kept kept = ResultJson.read(Files.readString(file));
            return kept.settings().equals(settings) ? Optional.of(kept.result()) : Optional.empty();
        } catch (IOException unreadable) {
            // It is made again.
            return Optional.empty();
        }
    }

    /**
     * Writes all files of a result. The JSON comes last: where it is, all others are.
     *
     * @return the files
     * @throws Refusal OUTPUT when one cannot be written
     */
    public List<Path> write(String experiment, Map<String, String> settings, Result result) {
        List<Path> written = new ArrayList<>();
        try {
            Files.deleteIfExists(json(experiment));
            if (!result.tables().isEmpty()) {
                written.add(write(experiment + ".csv", CsvText.cells(result).getBytes(StandardCharsets.UTF_8)));
            }
            for (Picture picture : result.pictures()) {
                String name = pictureName(experiment, picture);
                written.add(write(name + ".csv", CsvText.points(picture).getBytes(StandardCharsets.UTF_8)));
                written.add(write(name + ".svg", PictureFile.svg(picture).getBytes(StandardCharsets.UTF_8)));
                written.add(write(name + ".png", PictureFile.png(picture)));
            }
            written.add(write(
                    experiment + ".json",
                    ResultJson.of(experiment, settings, result).getBytes(StandardCharsets.UTF_8)));
        } catch (IOException failure) {
            throw refuse(folder);
        }
        return written;
    }

    /**
     * Writes the pictures of a result as SVG only.
     *
     * @throws Refusal OUTPUT when one cannot be written
     */
    public void pictures(String experiment, Result result) {
        try {
            for (Picture picture : result.pictures()) {
                write(
                        pictureName(experiment, picture) + ".svg",
                        PictureFile.svg(picture).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException failure) {
            throw refuse(folder);
        }
    }

    /** The name of a picture's files, without their ending. */
    public static String pictureName(String experiment, Picture picture) {
        return experiment + "-" + picture.name();
    }

    private Path json(String experiment) {
        return folder.resolve(experiment + ".json");
    }

    private Path write(String name, byte[] bytes) throws IOException {
        Path file = folder.resolve(name);
        Path beside = folder.resolve("." + name + "." + ProcessHandle.current().pid() + ".part");
        try {
            Files.write(beside, bytes);
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
        return file;
    }

    private static Refusal refuse(Path folder) {
        return new Refusal(
                ErrorCode.OUTPUT,
                "Results cannot be written into " + folder + ".",
                "Name a folder that you may write, with room, with --output.");
    }
}
