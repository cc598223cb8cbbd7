import {
  type Ads,
  adsOfBody,
  hasOwn,
  type OnOff,
  readBody,
  type Slot,
  sampleOf,
  textOf,
} from './answer.ts';
import type { Adwarden, AdwardenOptions } from './api.ts';
import { type Clock, deviceClock } from './clock.ts';
import type { Refusal, Stored } from './record.ts';
import { Records } from './records.ts';
import { type Failed, type Outcome, request } from './request.ts';
import { type AdwardenStatus, type Cause, type Failure, readAddress } from './status.ts';
import { version } from './version.ts';
import { onWakeUp } from './wake-up.ts';

/** Milliseconds for which the stored answer is valid after a 401. */
const grace = 24 * 3_600_000;
/** Seconds to wait after the first failures in a row; after more it is the last. */
const waits = [1, 2, 4, 8, 16, 32, 64, 600];
/** The longest wait in seconds when the server was not reached, and the one of an app that reads values meanwhile. */
const longestOffline = 60;
const longestWhileRead = 8;
/** Milliseconds that the first request waits for a slow storage. */
const longestRead = 1_000;
/** Milliseconds between two requests that the app wants. */
const leastBetween = 1_000;
/** The same, when each has another address or token than the one before. */
const leastBetweenChanges = 60_000;
/** The longest wait in milliseconds of an app that listens and reads nothing. */
const longestIdle = 600_000;

export class Client implements Adwarden {
  private readonly appID: string;
  private readonly options: Partial<AdwardenOptions>;
  private readonly clock: Clock;
  private readonly records: Records;
  private readonly defaults: Ads | null;
  private address = '';
  private hasBadAddress = false;
  private authToken = '';
  private stored: Stored | null = null;
  private refusal: Refusal | null = null;
  /** The uptime at which `refusal` was true. */
  private refusalAt = 0;
  /** The server has answered since the start, or the stored answer is still fresh. */
  private isAnswered = false;
  private isConfirmed = false;
  private hasBegun = false;
  private dropTag = false;
  private failures = 0;
  private failure: Failure | null = null;
  private state: AdwardenStatus['state'] = 'never-asked';
  private readonly logged = new Set<Cause>();
  /** The uptime from which on reading a value asks the server. */
  private askAt = Number.POSITIVE_INFINITY;
  /** The uptime from which on the app itself may ask. */
  private wakeAt = 0;
  /** The answers since a value was read, and for how long after `askAt` the timer waits because of that. */
  private unread = 0;
  private idle = 0;
  /** The address and token of the last request, and the uptime at which one had others than that before it. */
  private asked: string | null = null;
  private changedAt = Number.NEGATIVE_INFINITY;
  /** Until when an address wants not to be asked, with whatever token. */
  private held = { address: '', until: 0 };
  private cancelTimer: (() => void) | null = null;
  private asking: Promise<void> | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly waiting = new Set<(isAnswered: boolean) => void>();
  private told = '';
  private isClosed = false;
  private readonly onClose: (closed: Client) => void;
  private readonly stopWaking: () => void;

  /** Use `startAdwarden`. */
  constructor(
    appID: string,
    options: Partial<AdwardenOptions>,
    misuse: string | null,
    onClose: (closed: Client) => void,
  ) {
    this.appID = appID;
    this.onClose = onClose;
    this.options = options;
    this.clock = options.clock ?? deviceClock;
    this.records = new Records(appID, options.storage);
    const { defaults } = options;
    if (typeof defaults === 'string') this.defaults = readBody(defaults, appID);
    else this.defaults = defaults ? adsOfBody(defaults, appID) : null;
    if (defaults && !this.defaults) {
      this.fail(
        'bad-defaults',
        'The defaults are not an answer for this app ID. Download them again',
      );
    }
    if (misuse) this.fail('bad-options', misuse);
    this.told = this.values();
    this.stopWaking = onWakeUp(() => this.wake());
  }

  /** Takes the newest address and token of the app; the first time it begins. */
  use({ address, authToken }: Partial<AdwardenOptions>): void {
    const token = textOf(authToken);
    const { address: newAddress, fault } = readAddress(address);
    if (this.hasBegun && newAddress === this.address && token === this.authToken) return;
    this.address = newAddress;
    this.authToken = token;
    this.hasBadAddress = fault !== null;
    if (fault) {
      this.state = 'failed';
      this.fail('bad-address', fault);
    }
    if (this.hasBegun) this.askChanged();
    else this.readStored();
  }

  adUnit(slot: Slot): string | null {
    this.askIfDue();
    const { useSampleAds } = this.options;
    if (useSampleAds) return sampleOf(slot, useSampleAds);
    const { ads } = this;
    if (ads?.adsStatus !== 'on' || !hasOwn(ads.units, slot)) return null;
    return ads.units[slot] ?? null;
  }

  get adsStatus(): OnOff {
    this.askIfDue();
    return this.ads?.adsStatus ?? 'off';
  }

  get reason(): string | null {
    this.askIfDue();
    if (this.isRefused) return 'unauthorized';
    return this.ads ? this.ads.reason : 'no-answer';
  }

  get visibleExtra(): OnOff {
    this.askIfDue();
    return this.known?.visibleExtra ?? 'off';
  }

  get updatedAt(): string | null {
    this.askIfDue();
    return this.known?.updatedAt ?? null;
  }

  get isFromCache(): boolean {
    return this.known !== null && !this.isConfirmed;
  }

  get status(): AdwardenStatus {
    return { state: this.asking ? 'asking' : this.state, failure: this.failure };
  }

  whenReady(ms: number): Promise<boolean> {
    if (this.isAnswered) return Promise.resolve(true);
    if (this.state === 'failed' || this.isClosed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(false), Math.min(ms, 60_000));
      const end = (isAnswered: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(end);
        resolve(isAnswered);
      };
      this.waiting.add(end);
    });
  }

  async refresh(): Promise<void> {
    if (this.mayAskNow) this.askNow();
    await this.asking;
  }

  wake(): void {
    this.unread = 0;
    const isDue = this.state === 'failed' || this.clock.uptime() >= this.askAt;
    if (this.mayAskNow && isDue) this.askNow();
  }

  onChange(listener: () => void): () => void {
    if (typeof listener !== 'function') {
      this.fail('bad-options', 'onChange needs a function');
      return () => {};
    }
    this.listeners.add(listener);
    if (this.known || this.refusal) {
      Promise.resolve().then(() => {
        if (this.listeners.has(listener)) quietly(listener);
      });
    }
    this.keepFresh();
    return () => {
      this.listeners.delete(listener);
    };
  }

  close(): void {
    this.isClosed = true;
    this.cancelTimer?.();
    this.listeners.clear();
    this.resolveWaiting(false);
    this.stopWaking();
    this.onClose(this);
  }

  /** Resolves when nothing is under way: no request, no read and no write. */
  async settled(): Promise<void> {
    for (;;) {
      const next = this.records.reading ?? this.asking ?? this.records.writing;
      if (!next) return;
      await next;
    }
  }

  /** What is known: the last answer, or before the first one the defaults. */
  private get known(): Ads | null {
    return this.stored?.ads ?? (this.refusal ? null : this.defaults);
  }

  /** The answer that counts now. */
  private get ads(): Ads | null {
    return this.isRefused ? null : this.known;
  }

  private get isRefused(): boolean {
    return this.refusal !== null && (!this.stored || this.refusedFor >= grace);
  }

  /** Milliseconds since the first 401 in a row, as far as it is known. */
  private get refusedFor(): number {
    if (!this.refusal) return 0;
    return this.refusal.refusedFor + this.clock.uptime() - this.refusalAt;
  }

  private setRefusal(refusal: Refusal | null): void {
    this.refusal = refusal;
    this.refusalAt = this.clock.uptime();
  }

  private readStored(): void {
    this.records.read((found) => {
      // A slow storage may be later than the server.
      if (found && !this.isConfirmed && !this.isClosed) {
        this.stored = found.stored;
        if (!this.refusal) this.setRefusal(found.refusal);
      }
      this.begin();
      this.tell();
    });
    if (!this.hasBegun) deviceClock.after(longestRead, () => this.begin());
  }

  /** Asks for the first time, unless the stored answer is new. */
  private begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    const { stored } = this;
    const age = stored && !this.refusal ? this.clock.now() - stored.checkedAt : -1;
    const isFresh = stored !== null && age >= 0 && age < stored.maxAge * 1000;
    this.isAnswered = isFresh;
    this.askAt = isFresh ? this.clock.uptime() + freshFor(stored.maxAge) - age : 0;
    if (!isFresh) return this.ask();
    this.keepFresh();
    this.resolveWaiting(true);
  }

  /** Called when a value is read. */
  private askIfDue(): void {
    this.unread = 0;
    if (this.clock.uptime() >= this.askAt) return this.askNow();
    if (this.idle === 0) return;
    this.idle = 0;
    this.stopTimer();
    this.keepFresh();
  }

  private get mayAskNow(): boolean {
    return this.hasBegun && !this.asking && this.clock.uptime() >= this.wakeAt;
  }

  /** Asks with the newest address and token: once a minute at most, and not while this address wants not to be asked. */
  private askChanged(): void {
    if (this.asking || this.hasBadAddress) return;
    const now = this.clock.uptime();
    const heldUntil = this.held.address === this.address ? this.held.until : 0;
    const at = Math.max(now, heldUntil, this.changedAt + leastBetweenChanges);
    if (at === now) return this.askNow();
    this.askAt = at;
    this.wakeAt = at;
    this.startTimer(at - now);
  }

  private askNow(): void {
    this.stopTimer();
    this.ask();
  }

  private ask(): void {
    const { address, authToken } = this;
    if (this.asking || this.isClosed || this.hasBadAddress) return;
    const { timeout = 10_000 } = this.options;
    const asked = `${address} ${authToken}`;
    if (this.asked !== null && asked !== this.asked) this.changedAt = this.clock.uptime();
    this.asked = asked;
    const etag = this.dropTag ? null : (this.stored?.etag ?? null);
    const userAgent = `adwarden-typescript/${version}`;
    const question = { address, appID: this.appID, authToken, etag, userAgent, timeout };
    this.asking = request(question).then((outcome) => {
      this.asking = null;
      if (this.isClosed) return;
      const isOld = address !== this.address || authToken !== this.authToken;
      // What an address asks for holds for each token.
      const isHeld = isHold(outcome) && address === this.address;
      if (isOld && outcome.kind === 'failed' && !isHeld) this.askChanged();
      else this.apply(outcome);
    });
  }

  private apply(outcome: Outcome): void {
    if (outcome.kind === 'failed') {
      this.state = 'failed';
      this.fail(outcome.cause, outcome.message);
      this.dropTag ||= outcome.dropTag;
      if (outcome.cause === 'unauthorized') this.refuse(outcome.date);
      else this.endGrace();
      this.askAfter(outcome);
    } else {
      const before = this.stored;
      const wasRefused = this.refusal !== null;
      const answer = outcome.kind === 'new' ? outcome : before;
      this.state = 'answered';
      this.failures = 0;
      this.setRefusal(null);
      this.isConfirmed = true;
      this.isAnswered = true;
      this.dropTag = false;
      this.wakeAt = this.clock.uptime() + leastBetween;
      const fresh = freshFor(outcome.maxAge);
      this.askAt = this.clock.uptime() + fresh;
      this.idle = Math.min(fresh * 2 ** this.unread, Math.max(fresh, longestIdle)) - fresh;
      this.unread += 1;
      this.keepFresh();
      if (answer) {
        const { etag, ads } = answer;
        this.stored = { etag, ads, checkedAt: this.clock.now(), maxAge: outcome.maxAge };
        if (wasRefused || !isSame(before, answer)) this.records.write(this.stored, null);
      }
    }
    this.tell();
    this.resolveWaiting(this.isAnswered);
  }

  /** After a 401 the stored answer is valid for 24 hours. */
  private refuse(date: number | null): void {
    const first = this.refusal?.refusedAt ?? date;
    // The server's clock counts also while the app does not run. The first date lies in the future if it was wrong.
    const refusedAt = first !== null && date !== null ? Math.min(first, date) : first;
    const since = refusedAt !== null && date !== null ? date - refusedAt : 0;
    this.setRefusal({ refusedAt, refusedFor: Math.max(this.refusedFor, since) });
    this.failures = 0;
    if (this.stored) this.records.write(this.stored, this.refusal);
  }

  /** Stores that the 24 hours are over, which no 401 may have done. */
  private endGrace(): void {
    const { refusal, stored, refusedFor } = this;
    if (!refusal || !stored || refusal.refusedFor >= grace || refusedFor < grace) return;
    this.setRefusal({ refusedAt: refusal.refusedAt, refusedFor });
    this.records.write(stored, this.refusal);
  }

  /**
   * Asks after the wait of a failure. If the server was not reached, it also asks earlier when a value is read or the app
   * wakes up. Each wait is up to half as much longer, so that phones that failed together spread.
   */
  private askAfter(failed: Failed): void {
    const { cause, isRefusal, retryAfter } = failed;
    this.idle = 0;
    const usual = waits[Math.min(this.failures, waits.length - 1)] ?? 600;
    const wait = cause === 'unauthorized' ? 3600 : Math.max(usual, retryAfter);
    if (cause !== 'unauthorized') this.failures += 1;
    const now = this.clock.uptime();
    const jitter = 1000 * (1 + Math.random() / 2);
    if (isRefusal) {
      this.askAt = this.wakeAt = now + wait * jitter;
      if (isHold(failed)) this.held = { address: this.address, until: this.wakeAt };
      this.startTimer(wait * jitter);
    } else {
      this.askAt = now + Math.min(wait, longestWhileRead) * jitter;
      this.wakeAt = now + leastBetween;
      this.startTimer(Math.min(wait, longestOffline) * jitter);
    }
  }

  /** While somebody listens, a timer asks when the answer is no longer fresh; ever later while no value is read. */
  private keepFresh(): void {
    if (this.listeners.size === 0 || this.cancelTimer || this.asking) return;
    const wait = this.askAt + this.idle - this.clock.uptime();
    if (wait < Number.POSITIVE_INFINITY) this.startTimer(Math.max(wait, 0));
  }

  private startTimer(wait: number): void {
    this.stopTimer();
    this.cancelTimer = this.clock.after(wait, () => {
      this.cancelTimer = null;
      // A listener may have left meanwhile.
      if (this.state !== 'answered' || this.listeners.size > 0) this.ask();
    });
  }

  private stopTimer(): void {
    this.cancelTimer?.();
    this.cancelTimer = null;
  }

  private fail(cause: Cause, message: string): void {
    // A mistake in the options stays until the next start, so a failed request does not replace it.
    const isHidden = passing.includes(cause) && lasting.includes(this.failure?.cause ?? cause);
    if (!isHidden) this.failure = { cause, message, at: this.clock.now() };
    const { useSampleAds, log = useSampleAds ? console.warn : null } = this.options;
    if (!log || this.logged.has(cause)) return;
    this.logged.add(cause);
    const sample =
      useSampleAds && !this.isAnswered ? ' A release build would show no ads now.' : '';
    quietly(() => log(`Adwarden: ${message}.${sample}`));
  }

  private values(): string {
    const { adsStatus = 'off', units = {} } = this.ads ?? {};
    const { reason = 'no-answer', visibleExtra = 'off', updatedAt = null } = this.known ?? {};
    return JSON.stringify([adsStatus, this.isRefused || reason, visibleExtra, updatedAt, units]);
  }

  private tell(): void {
    const values = this.values();
    if (values === this.told) return;
    this.told = values;
    for (const listener of [...this.listeners]) quietly(listener);
  }

  private resolveWaiting(isAnswered: boolean): void {
    for (const end of [...this.waiting]) end(isAnswered);
  }
}

/** Milliseconds for which an answer is fresh. Up to a fifth longer, so that phones that started together spread. */
const freshFor = (maxAge: number): number => maxAge * 1000 * (1 + Math.random() / 5);

/** Mistakes that stay until the next start, and failures that pass. */
const lasting: readonly Cause[] = ['bad-defaults', 'bad-options'];
const passing: readonly Cause[] = ['no-answer', 'not-ours', 'redirected', 'refused'];

/** Whether a server wants not to be asked. A 401 does not: it is about a token. */
const isHold = (outcome: Outcome): boolean =>
  outcome.kind === 'failed' && outcome.isRefusal && outcome.cause !== 'unauthorized';

const isSame = (one: Stored | null, other: { etag: string | null; ads: Ads }): boolean =>
  one !== null && one.etag === other.etag && JSON.stringify(one.ads) === JSON.stringify(other.ads);

/** Runs a function of the app. It may throw, or return a promise that rejects: both are ignored. */
function quietly(code: () => unknown): void {
  try {
    Promise.resolve(code()).catch(() => {});
  } catch {
    // It is the app's.
  }
}
