/** What the proxy does with a request; `pass` hands it to the real server. */
export type Network =
  | 'pass'
  | {
      /** Milliseconds before anything is answered. */
      delay?: number;
      /**
       * `drop`: the connection ends without an answer. `hang`: it stays open without one. `drip`: one byte at a time.
       * `cut`: half of the answer. `garble`: other bytes.
       */
      fault?: 'drop' | 'hang' | 'drip' | 'cut' | 'garble';
      /** The proxy answers by itself. */
      status?: number;
      body?: string;
      /** Set in the answer; null removes one. */
      headers?: Record<string, string | null>;
      /** Fields of `data` to set or (undefined) to remove in the server's answer. */
      data?: Record<string, unknown>;
    };

/** The values of a client that a step looks at. */
export type Values = {
  adsStatus?: 'on' | 'off';
  reason?: string | null;
  visibleExtra?: 'on' | 'off';
  updatedAt?: string | null;
  isFromCache?: boolean;
  /** How often the listener was called since the client was opened. */
  changes?: number;
  /** Ad units by slot. */
  units?: Record<string, string | null>;
};

/** One step. A client is called `a` unless the step names another one. */
export type Step =
  | { open: { client?: string; timeout?: number; samples?: 'android' | 'ios'; token?: string } }
  | { close: string }
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
  /** What the runner's storage does: it works, fails when it is written (`full`) or read, or takes 2 s to be read. */
  | { store: 'works' | 'full' | 'unreadable' | 'slow' }
  /** Changes the stored file. */
  | { file: 'empty' | 'half' | 'noise' | 'later-format' | 'other-app' | 'too-long' | 'wrong-types' }
  /** Changes fields of the stored record. */
  | { record: Record<string, unknown> }
  /** Reads all values in many threads or tasks at the same time. */
  | { crowd: number }
  | { expect: Values; client?: string }
  /** How many requests came since the scenario began. */
  | { requests: number | [from: number, to: number] }
  /** What the last request had. */
  | { lastRequest: { hasTag?: boolean; userAgent?: string } };

export type Scenario = { name: string; steps: Step[] };

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

/** A first start with a good answer; then the app ends, and its answer is old enough to be asked again. */
export const startedBefore: Step[] = [
  { open: {} },
  { settle: true },
  { expect: { ...on, isFromCache: false } },
  { close: 'a' },
  { advance: 60 },
];
