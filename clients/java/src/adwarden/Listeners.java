package adwarden;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The app's listeners, and those that wait for the first answer. Calls them on the app's thread, never in a lock. */
final class Listeners {
  private final Options options;
  private final Map<Runnable, Ads> told = new LinkedHashMap<>(); // what each knows
  private final List<Adwarden.Ready> waiting = new ArrayList<>();

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

  synchronized void clear() {
    told.clear();
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
    waiting.add(ready);
    options.device.limit(ms, () -> answer(ready, false));
  }

  synchronized void answer(boolean isAnswered) {
    for (Adwarden.Ready ready : new ArrayList<>(waiting)) answer(ready, isAnswered);
  }

  private synchronized void answer(Adwarden.Ready ready, boolean isAnswered) {
    if (waiting.contains(ready) && call(() -> ready.ready(isAnswered))) waiting.remove(ready);
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
