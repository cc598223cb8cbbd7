package adwarden;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The app's listeners, and those that wait for the first answer. Calls them on the app's thread, never in a lock. */
final class Listeners {
  private final Options options;
  private final Map<Runnable, Ads> told = new LinkedHashMap<>(); // what each knows
  private final List<Adwarden.Ready[]> waiting = new ArrayList<>(); // each holds one, until it is called

  Listeners(Options options) {
    this.options = options;
  }

  synchronized boolean isEmpty() {
    return told.isEmpty();
  }

  synchronized void add(Runnable listener) {
    if (!isAdded(listener)) told.put(listener, Ads.NONE);
  }

  synchronized void remove(Runnable listener) {
    told.remove(listener);
  }

  /** Calls those that still wait, and forgets all: what they hold of the app may be large. */
  synchronized void end() {
    told.clear();
    answer(false);
    for (Adwarden.Ready[] ready : waiting) ready[0] = null;
    waiting.clear();
  }

  /** Calls each listener that knows other values. Without a thread for it, a listener is called the next time. */
  synchronized void tell(Ads ads) {
    for (Map.Entry<Runnable, Ads> entry : told.entrySet()) {
      Runnable listener = entry.getKey();
      boolean isNew = !ads.fields.equals(entry.getValue().fields);
      if (isNew && call(() -> callIfAdded(listener))) entry.setValue(ads);
    }
  }

  /** Calls `ready` once: at `answer`, or with false after `ms` milliseconds. */
  synchronized void await(Adwarden.Ready ready, long ms) {
    Adwarden.Ready[] held = {ready};
    waiting.add(held);
    options.device.limit(ms, () -> answer(held, false));
  }

  synchronized void answer(boolean isAnswered) {
    for (Adwarden.Ready[] held : new ArrayList<>(waiting)) answer(held, isAnswered);
  }

  /** The timer may hold the holder for long, so this empties it. */
  private synchronized void answer(Adwarden.Ready[] held, boolean isAnswered) {
    Adwarden.Ready ready = held[0];
    if (!waiting.contains(held) || !call(() -> ready.ready(isAnswered))) return;
    waiting.remove(held);
    held[0] = null;
  }

  private synchronized boolean isAdded(Runnable listener) {
    return told.containsKey(listener);
  }

  private void callIfAdded(Runnable listener) {
    if (isAdded(listener)) listener.run();
  }

  /** False when no thread can be started. */
  private boolean call(Runnable code) {
    return options.device.run(() -> options.listenerThread.execute(() -> Device.quietly(code)));
  }
}
