package adwarden;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A storage in a folder. A file is replaced as a whole, so that a killed process leaves the old or the new one. */
public final class FileStorage implements Storage {
  private static final long LONGEST_WRITE = 60_000; // milliseconds; an older unfinished file is of a killed process

  private final Path folder;

  public FileStorage(Path folder) {
    this.folder = folder;
  }

  @Override
  public String read(String key) throws IOException {
    Path file = folder.resolve(key + ".json");
    if (Files.size(file) > Stored.LONGEST) return null;
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  @Override
  public void write(String key, String text) throws IOException {
    Files.createDirectories(folder);
    removeUnfinished(key);
    // Each write has a file of its own, because several processes may use the folder.
    Path temporary = Files.createTempFile(folder, key + ".", ".tmp");
    try {
      try (FileChannel file = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
        while (bytes.hasRemaining()) file.write(bytes);
        file.force(true);
      }
      Files.move(temporary, folder.resolve(key + ".json"), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary); // it is there only if the write failed
    }
  }

  private void removeUnfinished(String key) throws IOException {
    long before = System.currentTimeMillis() - LONGEST_WRITE;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, key + ".*.tmp")) {
      for (Path file : files) {
        try {
          if (Files.getLastModifiedTime(file).toMillis() < before) Files.delete(file);
        } catch (NoSuchFileException e) {
          // another process was faster
        }
      }
    }
  }
}
