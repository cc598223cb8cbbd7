package adwarden;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A storage in a folder. A file is replaced as a whole, so that a killed process leaves the old or the new one. */
public final class FileStorage implements Storage {
  private final Path folder;

  public FileStorage(Path folder) {
    this.folder = folder;
  }

  @Override
  public String read(String key) throws IOException {
    Path file = folder.resolve(key + ".json");
    if (Files.size(file) > Answer.LONGEST) return null;
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  @Override
  public void write(String key, String text) throws IOException {
    Files.createDirectories(folder);
    Path temporary = folder.resolve(key + ".json.tmp");
    try (FileChannel file =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) file.write(bytes);
      file.force(true);
    }
    Files.move(temporary, folder.resolve(key + ".json"), StandardCopyOption.ATOMIC_MOVE);
  }
}
