import type { OnOff, Slot } from './answer.ts';
import type { Adwarden } from './api.ts';

export type FakeValues = {
  adsStatus: OnOff;
  reason: string | null;
  visibleExtra: OnOff;
  updatedAt: string | null;
  isFromCache: boolean;
  units: Partial<Record<Slot, string>>;
};

/** A client for tests of an app: it asks nobody, and has the values that the test sets. */
export type FakeAdwarden = Adwarden & {
  /** Changes some of the values, and calls the listeners. */
  set(values: Partial<FakeValues>): void;
};

export function fakeAdwarden(first: Partial<FakeValues> = {}): FakeAdwarden {
  const listeners = new Set<() => void>();
  const defaults: FakeValues = {
    adsStatus: 'on',
    reason: null,
    visibleExtra: 'off',
    updatedAt: null,
    isFromCache: false,
    units: {},
  };
  const values = Object.assign(defaults, first);
  return {
    adUnit: (slot) => (values.adsStatus === 'on' ? (values.units[slot] ?? null) : null),
    get adsStatus() {
      return values.adsStatus;
    },
    get reason() {
      return values.reason;
    },
    get visibleExtra() {
      return values.visibleExtra;
    },
    get updatedAt() {
      return values.updatedAt;
    },
    get isFromCache() {
      return values.isFromCache;
    },
    status: { state: 'answered', failure: null },
    whenReady: () => Promise.resolve(true),
    refresh: () => Promise.resolve(),
    wake() {},
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: () => listeners.clear(),
    set(changed) {
      Object.assign(values, changed);
      for (const listener of listeners) listener();
    },
  };
}
