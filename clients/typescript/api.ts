import type { OnOff, Slot } from './answer.ts';
import type { Clock } from './clock.ts';
import type { AdwardenStorage } from './records.ts';
import type { AdwardenStatus } from './status.ts';

export type AdwardenOptions = {
  /** The server's address, such as `https://adwarden.example.com`. */
  address: string;
  appID: string;
  authToken: string;
  /** Without it, every start needs the network. */
  storage?: AdwardenStorage;
  /** An answer of the server, as its text or parsed ("Download defaults" in Connect), until the first answer is known. */
  defaults?: string | object;
  /** For debug builds: Google's sample ad units of this platform, whatever the server says. */
  useSampleAds?: 'android' | 'ios' | false;
  /** For debug builds: gets why no answer comes, once for each cause. With `useSampleAds` it is `console.warn`. */
  log?: (text: string) => void;
  /** For tests: another clock. */
  clock?: Clock;
  /** Milliseconds that a request may take; 10,000 unless a test needs less. */
  timeout?: number;
};

/** The ads of one app. All values come at once, from memory; reading them asks the server when it is time to. */
export type Adwarden = {
  /** The ad unit of a slot; null when ads are off or the slot is empty. */
  adUnit(slot: Slot): string | null;
  readonly adsStatus: OnOff;
  /** Why ads are off; null when they are on. `no-answer` and `unauthorized` come from this client. */
  readonly reason: string | null;
  readonly visibleExtra: OnOff;
  /** When the app's configuration was changed, ISO 8601. */
  readonly updatedAt: string | null;
  /** Whether the values are of an earlier start or the defaults, and the server has not confirmed them since. */
  readonly isFromCache: boolean;
  /** How asking the server goes, and why it fails. */
  readonly status: AdwardenStatus;
  /** Resolves true when the server has answered since the start, false when it could not, or after `ms` milliseconds. */
  whenReady(ms: number): Promise<boolean>;
  /** Asks the server now, unless it has asked for a longer wait. Resolves when that is over. */
  refresh(): Promise<void>;
  /** To be called when the device is online or the app in the foreground again: ends the wait of a failure. */
  wake(): void;
  /**
   * Calls `listener` soon if an answer is known, and after each change of a value, until the returned function is called.
   * While there is a listener, the answer is kept fresh.
   */
  onChange(listener: () => void): () => void;
  /** Ends all requests and retries. The next `startAdwarden` makes a new client. */
  close(): void;
};
