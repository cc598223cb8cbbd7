/** The proxy does this with a request; `pass` hands it to the real server. */
export type Network =
  | 'pass'
  | {
      /** Milliseconds before anything is answered. */
      delay?: number;
      /**
       * `drop`: the connection ends without an answer. `hang`: it stays open without one. `drip`: one byte at a time.
       * `cut`: half of the answer. `short`: all of it, but its length promised more. `garble`: other bytes.
       */
      fault?: 'drop' | 'hang' | 'drip' | 'cut' | 'short' | 'garble';
      /** An informational answer (103) comes before the real one. */
      hints?: true;
      /** The proxy answers by itself. */
      status?: number;
      /** `{asked}` becomes the app ID of the request. */
      body?: string;
      /** Set in the answer; null removes one, a list has several lines. */
      headers?: Record<string, string | string[] | null>;
      /** The bytes of the whole answer. */
      raw?: string;
      /** Fields of `data` to set or (undefined) to remove in the server's answer. `{n}` becomes a new number each time. */
      data?: Record<string, unknown>;
      /** The tag of a 200 becomes a weak one, as nginx does it with gzip. */
      weak?: true;
      /** A text at the beginning of the body, and the JSON of an unknown field in it. */
      before?: string;
      unknown?: string;
    };

/** The values of a client that a step looks at. */
export type Values = {
  adsStatus?: 'on' | 'off';
  reason?: string | null;
  visibleExtra?: 'on' | 'off';
  updatedAt?: string | null;
  isFromCache?: boolean;
  /** How often the listener was called since it was added. */
  changes?: number;
  state?: 'never-asked' | 'asking' | 'answered' | 'failed';
  /** The last fault, as the protocol names it. Of a list, any. */
  cause?: string | null | string[];
  /** How many lines the client logged. */
  logs?: number;
  /** How often the client's storage was written. */
  writes?: number;
  /** Ad units by slot. */
  units?: Record<string, string | null>;
};

/** Damages of a stored file. */
type Damage =
  | 'empty'
  | 'half'
  | 'noise'
  | 'later-format'
  | 'other-app'
  | 'too-long'
  | 'wrong-types';

/** One step. A client is called `a` unless the step names another one. */
export type Step =
  | { open: Opened }
  | { close: string }
  /** Adds the listener of a client that was opened without one. */
  | { listen: string }
  /** The app asks the client to ask; or says that the device is online again. */
  | { refresh: string }
  | { wake: string }
  /** Waits for the first answer, for milliseconds of real time; whether there was one. */
  | { ready: number; is: boolean }
  /** From now on no thread can be started, or it can again. A platform without threads ignores this. */
  | { threads: 'none' | 'work' }
  /** Waits until no request and no write is under way. */
  | { settle: true }
  /** Lets both clocks run, and the timers that become due. */
  | { advance: number }
  /** The wall clock jumps, by seconds. */
  | { jump: number }
  /** For the following requests; of a list, each is for one request, and the last for all others. */
  | { network: Network | Network[] }
  /** Edits the app; or pauses, resumes, rotates its token, deletes it. */
  | { server: Record<string, string> | 'pause' | 'resume' | 'rotate' | 'delete' }
  /** The runner's storage works, fails when it is written (`full`) or read, or takes 3 s to be read. */
  | { store: 'works' | 'full' | 'unreadable' | 'slow' }
  /** Changes the stored file. */
  | { file: Damage | 'of-0.3.2' | 'of-0.1' }
  /** Changes fields of the stored record, with the right checksum. `ads.reason` is a field of `ads`. */
  | { record: Record<string, unknown> }
  /** Reads all values in many threads or tasks at the same time. */
  | { crowd: number }
  | { expect: Values; client?: string }
  /** How many requests came since the scenario began. */
  | { requests: number | [from: number, to: number] }
  /** How many connections these used, at most. */
  | { connections: number }
  /** The last request, and the status of its answer. */
  | { lastRequest: { hasTag?: boolean; userAgent?: string; status?: number } };

export type Opened = {
  client?: string;
  timeout?: number;
  samples?: 'android' | 'ios';
  token?: string;
  /**
   * The address that the app passes. `{address}` stands for the server's real address (the default), `{localhost}` for
   * the same with that host, `{ipv6}` with that of IPv6, `{nginx}` for an nginx with gzip in front of the server.
   */
  address?: string;
  /** The app ID that the app passes. `{appID}` stands for the real one (the default). */
  appID?: string;
  /** The defaults; `answer` is the server's answer at this time. */
  defaults?: string;
  /** Whether a listener is added at once. */
  isHeard?: boolean;
  /** The thread on which listeners are called throws when it gets one. A platform without such threads ignores this. */
  hasBrokenThread?: true;
};

export type Scenario = {
  name: string;
  steps: Step[];
  /** The HTTP stacks that cannot keep it, each with the reason. */
  unable?: Record<string, string>;
};

/** The ad unit in slot `googleBanner1` of every app of the suite, and the one after a change. */
export const unit = 'ca-app-pub-1111111111111111/1111111111';
export const otherUnit = 'ca-app-pub-1111111111111111/2222222222';

export const on: Values = { adsStatus: 'on', reason: null, units: { googleBanner1: unit } };
export const nothing: Values = {
  adsStatus: 'off',
  reason: 'no-answer',
  visibleExtra: 'off',
  updatedAt: null,
  isFromCache: false,
  units: { googleBanner1: null },
};
export const cached: Values = { ...on, isFromCache: true };

/** The server's own refusal, as its envelope says. */
export const refusal = (
  status: number,
  headers: Record<string, string | string[] | null> = {},
): Network => ({
  status,
  headers,
  body: '{"status":"error","success":false,"message":"No"}',
});

/** A first start with a good answer; then the app ends, and its answer is old enough to be asked again. */
export const startedBefore: Step[] = [
  { open: {} },
  { settle: true },
  { expect: { ...on, isFromCache: false } },
  { close: 'a' },
  { advance: 60 },
];
