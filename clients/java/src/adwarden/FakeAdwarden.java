package adwarden;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A client for tests of an app: it asks nobody, and has the values that the test sets. A new one has ads on, and no ad
 * units. Each `set` calls the listeners, on the thread of the test.
 */
public final class FakeAdwarden extends Adwarden {
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final Map<String, Object> units = new LinkedHashMap<>();
  private Ads ads = Ads.NONE.with("units", units);
  private boolean isFromCache;

  public FakeAdwarden() {
    setAdsOn();
  }

  /** `unit` is null for an empty slot. */
  public void setAdUnit(Slot slot, String unit) {
    units.put(slot.field, unit);
    tell();
  }

  public void setAdsOn() {
    ads = ads.with("adsStatus", "on");
    set("reason", null);
  }

  public void setAdsOff(String reason) {
    ads = ads.with("adsStatus", "off");
    set("reason", reason);
  }

  public void setVisibleExtra(OnOff visibleExtra) {
    set("visibleExtra", visibleExtra == OnOff.ON ? "on" : "off");
  }

  public void setUpdatedAt(String updatedAt) {
    set("updatedAt", updatedAt);
  }

  public void setFromCache(boolean isFromCache) {
    this.isFromCache = isFromCache;
    tell();
  }

  private void set(String field, Object value) {
    ads = ads.with(field, value);
    tell();
  }

  private void tell() {
    for (Runnable listener : listeners) listener.run();
  }

  @Override
  Ads read() {
    return ads;
  }

  @Override
  public boolean isFromCache() {
    return isFromCache;
  }

  @Override
  public Status status() {
    return new Status("answered", null, null, 0);
  }

  @Override
  public void whenReady(long ms, Ready ready) {
    ready.ready(true);
  }

  @Override
  public void refresh() {}

  @Override
  public void wake() {}

  @Override
  public void addListener(Runnable listener) {
    listeners.add(listener);
  }

  @Override
  public void removeListener(Runnable listener) {
    listeners.remove(listener);
  }

  @Override
  public void close() {
    listeners.clear();
  }
}
