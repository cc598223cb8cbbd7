import { type Ads, hasOwn, type OnOff, type Slot, sampleOf } from './answer.ts';
import { type Clock, deviceClock } from './clock.ts';
import type { Stored } from './record.ts';
import { type AdwardenStorage, Records } from './records.ts';
import { type Outcome, request } from './request.ts';

export type { OnOff, Slot } from './answer.ts';
export type { Clock } from './clock.ts';
export type { AdwardenStorage } from './records.ts';

export const version = '0.1.0';

export type AdwardenOptions = {
  /** The server's address, such as `https://ads.example.com`. */
  address: string;
  appID: string;
  authToken: string;
  /** Without it, every start needs the network. */
  storage?: AdwardenStorage;
  /** For debug builds: Google's sample ad units of this platform, whatever the server says. */
  useSampleAds?: 'android' | 'ios' | false;
  /** For tests: another clock. */
  clock?: Clock;
  /** Milliseconds that a request may take; 10,000 unless a test needs less. */
  timeout?: number;
};

const hour = 3_600_000;
/** Seconds to wait after the first failures in a row; after more it is the last. */
const waits = [1, 2, 4, 8, 16, 32, 64, 600];

/** The started clients. A second start of the same app gets the same client, so that only one of them asks. */
const started = new Map<string, Adwarden>();

/** Starts the client of an app: reads the stored answer, then asks the server in the background. Never throws. */
export function startAdwarden(options: AdwardenOptions): Adwarden {
  const id = JSON.stringify([options.address, options.appID, options.authToken]);
  const client = started.get(id) ?? new Adwarden(options, () => started.delete(id));
  started.set(id, client);
  return client;
}

/** The ads of one app. All values come at once, from memory; reading them asks the server when it is time to. */
export class Adwarden {
  /** Resolves when the stored answer was read: at once, unless the storage is asynchronous. */
  readonly ready: Promise<void>;
  #options: AdwardenOptions;
  #clock: Clock;
  #records: Records;
  #stored: Stored | null = null;
  #refusedAt: number | null = null;
  #isConfirmed = false;
  #dropTag = false;
  #failures = 0;
  /** The uptime from which on the server may be asked; infinite until the storage was read. */
  #askAt = Number.POSITIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;
  #request: Promise<void> | null = null;
  #listeners = new Set<() => void>();
  #told = '';
  #isClosed = false;
  #onClose: () => void;

  /** Use `startAdwarden`. */
  constructor(options: AdwardenOptions, onClose: () => void) {
    this.#options = options;
    this.#clock = options.clock ?? deviceClock;
    this.#records = new Records(options.appID, options.storage);
    this.#onClose = onClose;
    this.#told = this.#values();
    this.ready = this.#records.read((stored) => this.#begin(stored));
  }

  /** The ad unit of a slot; null when ads are off or the slot is empty. */
  adUnit(slot: Slot): string | null {
    this.#askIfDue();
    const { useSampleAds } = this.#options;
    if (useSampleAds) return sampleOf(slot, useSampleAds);
    const ads = this.#ads;
    if (ads?.adsStatus !== 'on' || !hasOwn(ads.units, slot)) return null;
    return ads.units[slot] ?? null;
  }

  get adsStatus(): OnOff {
    this.#askIfDue();
    return this.#ads?.adsStatus ?? 'off';
  }

  /** Why ads are off; null when they are on. `no-answer` and `unauthorized` come from this client. */
  get reason(): string | null {
    this.#askIfDue();
    if (this.#isRefused) return 'unauthorized';
    return this.#stored ? this.#stored.ads.reason : 'no-answer';
  }

  get visibleExtra(): OnOff {
    this.#askIfDue();
    return this.#stored?.ads.visibleExtra ?? 'off';
  }

  /** When the app's configuration was changed, ISO 8601. */
  get updatedAt(): string | null {
    return this.#stored?.ads.updatedAt ?? null;
  }

  /** Whether the answer is from an earlier start, and the server has not confirmed it since. */
  get isFromCache(): boolean {
    return this.#stored !== null && !this.#isConfirmed;
  }

  /** Calls `listener` after a value has changed, and returns a function that ends this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when nothing is under way: no request and no write. */
  async settled(): Promise<void> {
    await this.ready;
    while (this.#request || this.#records.writing) {
      await (this.#request ?? this.#records.writing);
    }
  }

  /** Ends all retries. The next `startAdwarden` makes a new client. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
    this.#listeners.clear();
    this.#onClose();
  }

  /** The answer that counts now. */
  get #ads(): Ads | null {
    return this.#stored && !this.#isRefused ? this.#stored.ads : null;
  }

  get #isRefused(): boolean {
    if (this.#refusedAt === null) return false;
    return !this.#stored || this.#clock.now() - this.#refusedAt >= 24 * hour;
  }

  #begin(stored: Stored | null): void {
    const now = this.#clock.now();
    this.#stored = stored;
    this.#refusedAt = stored?.refusedAt == null ? null : Math.min(stored.refusedAt, now);
    const age = stored && !stored.refusedAt ? now - stored.checkedAt : -1;
    const isFresh = stored !== null && age >= 0 && age < stored.maxAge * 1000;
    this.#askAt = isFresh ? this.#clock.uptime() + stored.maxAge * 1000 - age : 0;
    this.#tell();
    if (!isFresh) this.#ask();
  }

  #askIfDue(): void {
    if (!this.#cancelTimer && this.#clock.uptime() >= this.#askAt) this.#ask();
  }

  #ask(): void {
    if (this.#request || this.#isClosed) return;
    const { address, appID, authToken, timeout = 10_000 } = this.#options;
    const etag = this.#dropTag ? null : (this.#stored?.etag ?? null);
    const userAgent = `adwarden-typescript/${version}`;
    this.#request = request({ address, appID, authToken, etag, userAgent, timeout }).then(
      (outcome) => {
        this.#request = null;
        if (!this.#isClosed) this.#apply(outcome);
      },
    );
  }

  #apply(outcome: Outcome): void {
    const now = this.#clock.now();
    if (outcome.kind === 'failed') {
      this.#dropTag ||= outcome.dropTag;
      const wait = waits[Math.min(this.#failures, waits.length - 1)] ?? 600;
      this.#failures += 1;
      this.#askLater(Math.max(wait, outcome.retryAfter) * 1000);
      this.#tell(); // the 24 hours after a 401 may be over
      return;
    }
    this.#failures = 0;
    if (outcome.kind === 'refused') {
      if (this.#refusedAt === null || this.#refusedAt > now) {
        this.#refusedAt = now;
        if (this.#stored) this.#store({ ...this.#stored, refusedAt: now });
      }
      this.#askLater(hour);
    } else {
      this.#refusedAt = null;
      this.#isConfirmed = true;
      this.#dropTag = false;
      this.#askAt = this.#clock.uptime() + outcome.maxAge * 1000;
      const answer = outcome.kind === 'new' ? outcome : this.#stored;
      if (answer) {
        const { etag, ads } = answer;
        this.#store({ etag, ads, checkedAt: now, maxAge: outcome.maxAge, refusedAt: null });
      }
    }
    this.#tell();
  }

  /** Asks after `wait` milliseconds or up to half as much again, so that phones that failed together spread. */
  #askLater(wait: number): void {
    this.#cancelTimer = this.#clock.after(wait * (1 + Math.random() / 2), () => {
      this.#cancelTimer = null;
      this.#ask();
    });
  }

  #store(stored: Stored): void {
    this.#stored = stored;
    this.#records.write(stored);
  }

  #values(): string {
    const { adsStatus = 'off', units = {} } = this.#ads ?? {};
    const {
      reason = 'no-answer',
      visibleExtra = 'off',
      updatedAt = null,
    } = this.#stored?.ads ?? {};
    return JSON.stringify([adsStatus, this.#isRefused || reason, visibleExtra, updatedAt, units]);
  }

  #tell(): void {
    const values = this.#values();
    if (values === this.#told) return;
    this.#told = values;
    for (const listener of [...this.#listeners]) {
      try {
        listener();
      } catch {
        // The listener is the app's.
      }
    }
  }
}
