package adwarden;

import java.io.IOException;
import java.nio.file.Paths;
import java.util.concurrent.atomic.AtomicInteger;

/** A storage in files that counts, and that can be full, broken or slow. */
final class BreakableStorage implements Storage {
  static volatile String state = "works";

  final AtomicInteger writes = new AtomicInteger();
  final AtomicInteger failedWrites = new AtomicInteger();
  private final FileStorage files;

  BreakableStorage(String folder) {
    files = new FileStorage(Paths.get(folder));
  }

  @Override
  public String read(String key) throws Exception {
    if (state.equals("unreadable")) throw new IOException("cannot be read");
    if (state.equals("slow")) Thread.sleep(3_000);
    return files.read(key);
  }

  @Override
  public void write(String key, String text) throws Exception {
    writes.incrementAndGet();
    if (state.equals("full") || state.equals("unreadable")) throw new IOException("no space left");
    try {
      files.write(key, text);
    } catch (Exception e) {
      failedWrites.incrementAndGet();
      throw e;
    }
  }
}
