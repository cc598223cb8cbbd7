import type { z } from 'zod';
import type { callMethods } from './call-methods.ts';
import type { ErrorCode } from './error-codes.ts';
import { limits } from './limits.ts';
import type { Ability } from './people/abilities.ts';
import type { KeyScope, PersonKind } from './people/people.ts';

/** The people who may make a call. The server decides by the session, never by the payload (ADR 28 "Who may call"). */
export type Who = 'anyone' | 'signed-in' | PersonKind;

/** A call: its address, the people who may make it, and the schemas of its request and its answer. */
export type Call = Open & CallFacts;

/**
 * Whether viewers may make a call: administrators who only read (ADR 123). Each call that administrators make says so. And the
 * scope that an API key needs for it, or false where none will do (ADR 129). Each call that is not for everybody says so. The
 * server closes a call that says nothing.
 */
type Open =
  | { who: 'admin' | 'signed-in'; viewers: boolean; keys: KeyScope | false }
  | { who: 'user'; viewers?: undefined; keys: KeyScope | false }
  | { who: 'anyone'; viewers?: undefined; keys?: undefined };

type CallFacts = {
  method: (typeof callMethods)[number];
  /** At most one path parameter, written `:appID`. */
  path: string;
  /** The ability that the caller needs besides. */
  needs?: Ability;
  /** The call works for somebody who must set something up first, and whose other calls are refused until then (ADR 121). */
  setsUp?: true;
  /**
   * The server asks again who the caller is (ADR 136).
   * - `recent`: if the sign-in, or the last answer to this question, is older than `limits.confirming.minutes`.
   * - `always`: each time, except in a session that must set up a second factor.
   * - `others`: as `recent`, but only for a thing of another person.
   * - `with`: as `recent`, but only if the body has one of these fields, and the field is not false.
   *
   * Calls as the specification sends them never ask, nor do pauses.
   */
  asksAgain?: 'recent' | 'always' | 'others' | { with: readonly string[] };
  /** Takes multipart/form-data as well as JSON. */
  multipart?: true;
  /** The form has a file of at most `limits.import.bytes`, as `file`. JSON is not enough. */
  takesFile?: true;
  /** The size class of the body (`limits.bodyBytes`); without it `few`, a few short fields. `app` includes an icon. */
  holds?: Exclude<keyof typeof limits.bodyBytes, 'few'>;
  /** Each call makes something new, so it takes an `Idempotency-Key` (ADR 90). */
  creates?: true;
  /** The call changes nothing, although its method is not GET. */
  readsOnly?: true;
  /**
   * The call comes before everything else that people do (ADR 65). It works while the disk of the embedded database is full, as
   * do all calls that change nothing, and for an administrator who has used up the budget of writes.
   */
  urgent?: true;
  /** The answer says in `adsHaveIt` whether phones have what is saved now. */
  saysWhatAdsHave?: true;
  /**
   * The answer is compressed for clients that take gzip. Only for answers that never have passwords, keys or whole tokens:
   * beside texts that others can choose, its length would say something about them (ADR 94). A file with `unlessColumn` is not
   * compressed.
   */
  compressed?: true | { unlessColumn: string };
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body as the OpenAPI document shows it, when `body` accepts more than its schema can say. */
  shownBody?: z.ZodType;
  /** The body of a 200. */
  answer: z.ZodType;
  /** The body of a 200 is a file, in CSV unless the request asks for JSON; `answer` is the JSON. */
  file?: true;
  /** The answer can also be a stream of events (`Accept: text/event-stream`). Each event has the `data` of `answer`. */
  events?: true;
  /** The body of a 202: the change waits for approval. */
  accepted?: z.ZodType;
  /** The fields that the 409 of a stale edit contains besides the failure. */
  stale?: z.ZodObject;
  /** The fields that the 409 about a change request contains besides the failure. */
  inTheWay?: z.ZodObject;
  /** Reasons to refuse, besides those that follow from the call and its schemas. */
  refusals?: readonly ErrorCode[];
};

/** The body of a call's answer: of a 200, or of a 202 if the call has one. */
export type AnswerOf<C extends Call> = z.output<C['answer']> | AcceptedOf<C>;

type AcceptedOf<C> = C extends { accepted: infer Accepted extends z.ZodType }
  ? z.output<Accepted>
  : never;

/** Tells whether a call counts against the caller's budget of writes. Ending a session never does. */
export const isBudgeted = ({ method, who, readsOnly }: Call): boolean =>
  method !== 'GET' && who !== 'anyone' && !readsOnly;

/** Returns the maximum size of a call's JSON body, in bytes. */
export const bodyBytesOf = ({ holds }: Call): number => limits.bodyBytes[holds ?? 'few'];

/** Returns the path of a call with its parameter filled in, percent-encoded. */
export const pathOf = ({ path }: Pick<Call, 'path'>, parameter: string | number = ''): string =>
  path.replace(/:\w+/, encodeURIComponent(String(parameter)));
