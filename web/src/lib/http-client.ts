import { type AnswerOf, type Call, pathOf } from '@adwarden/contract/call';
import type { AgainAsked } from '@adwarden/contract/envelope';
import { idempotencyHeader } from '@adwarden/contract/idempotency-key';
import type { BodyOf, FormOf, IdOf, Part, QueryOf } from '@adwarden/contract/request';
import { backgroundHeader, type SetUp } from '@adwarden/contract/sessions';
import { ApiError } from './api-error.ts';
import { onServer } from './base-path.ts';
import { hasJustActed, isPresent } from './presence.ts';
import { readAnswer, readBeginning, readEvents, readFile } from './read-answer.ts';
import { sendForm } from './send-form.ts';

/**
 * The longest time without progress, in milliseconds; then the call ends with an error. Progress is a byte that was sent or that
 * arrived. Lists have a short time, so that people learn early that nothing comes. Files and streams have a long one, because the
 * server works on a file, or waits for an event.
 */
const standstill = { read: 10_000, write: 30_000, long: 120_000 };

declare const ofTable: unique symbol;

/**
 * The query of a list's table. Its parameters follow from the address and the table's shape, and a test shows that the list's
 * call takes them (`table-shapes.test.ts`).
 */
export type TableQuery = Record<string, string | number | undefined> & { readonly [ofTable]: true };

/** The query of a call. Empty, null and undefined parameters are left out. */
export type Query<C extends Call> = C extends Call ? Blanks<QueryOf<C>> | TableQuery : never;

type Blanks<T> = {
  [Key in keyof T]: T[Key] | (undefined extends T[Key] ? null | '' : never);
};

/** The same body; what is selected by the filters of a list (`where`) may be the query of its table. */
type OfTables<T> = T extends { where?: unknown }
  ? { [Key in keyof T]: Key extends 'where' ? T[Key] | TableQuery : T[Key] }
  : T extends { select: infer Select }
    ? Omit<T, 'select'> & { select: OfTables<Select> }
    : T;

/** The form of a call that takes one, as `formOf` makes it. */
export type FormFor<C extends Call> = FormData & Extract<BodyOf<C>, FormOf<string>>;

/** The request of a call; `id` is the value of the path's parameter. */
export type RequestOptions<C extends Call> = Asked<C> & Beside;

/** The options may be left out if nothing in them is required. */
type Options<C extends Call> =
  object extends RequestOptions<C> ? [options?: RequestOptions<C>] : [options: RequestOptions<C>];

type Asked<C extends Call> = C extends Call
  ? Part<'id', IdOf<C>> &
      Part<'query', [QueryOf<C>] extends [never] ? never : Query<C>> &
      Part<'body', OfTables<BodyOf<C>>>
  : never;

type Beside = {
  /** The `Idempotency-Key` of a call that creates something: a repeated call with it creates nothing twice. */
  key?: string;
  signal?: AbortSignal;
  /** Called while a form with a file is sent, with the part that was sent, from 0 to 1. */
  onSent?: (part: number) => void;
  /** The bearer token of the call in the place of the session's; null for none. Then the end of that session is an ordinary error. */
  token?: string | null;
  /** Whether the app makes the call by itself: when the session is over, it fails silently, and the next call says so. */
  isBackground?: boolean;
};

/** The options of any call. */
type Sent = Beside & {
  id?: string | number | undefined;
  query?: Record<string, unknown>;
  body?: object;
};

/**
 * The session, as the HTTP client uses it. `over` is called when the server says that the session is missing, unknown or
 * ended. `isAsked`: a person asked for this call. It resolves to true if the same account has a new session: then the call
 * is repeated. `again` is called when the server asks again who the person is (ADR 136); it resolves to false if they do not say.
 * `mustSetUp` is called when the person must set something up first, such as a second factor that is required since a moment.
 */
export type SessionLink = {
  token: () => string | null;
  over: (message: string, token: string | null, isAsked: boolean) => Promise<boolean>;
  again: (asked: AgainAsked) => Promise<boolean>;
  mustSetUp: (first: SetUp[]) => void;
};

let session: SessionLink = {
  token: () => null,
  over: async () => false,
  again: async () => false,
  mustSetUp: () => {},
};

/** Connects the client with the session feature, which it must not import. */
export function connectSession(link: SessionLink): void {
  session = link;
}

/** The calls that somebody waits for: all calls without a signal of their own. */
const awaited = new Set<AbortController>();

/**
 * Stops waiting for all calls without a signal of their own: saves, previews, downloads. They throw an `ApiError`. The
 * server may finish what it has begun.
 */
export function cancelCalls(): void {
  for (const waiting of awaited) waiting.abort();
}

function urlOf(call: Call, { id, query = {} }: Sent): string {
  const given = Object.entries(query).filter(([, value]) => value != null && value !== '');
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return onServer(pathOf(call, id)) + (given.length > 0 ? `?${search}` : '');
}

/**
 * Makes a call of the contract, and returns the whole envelope of a success. Throws `ApiError`, or the reason with which
 * the caller aborted `signal`.
 */
export const request = <C extends Call>(call: C, ...[options]: Options<C>): Promise<AnswerOf<C>> =>
  inSession(call, options, { read: readAnswer }) as Promise<AnswerOf<C>>;

/** Makes a call whose answer is a file, and returns the whole file. Throws like `request`. */
export const download = <C extends Call>(call: C, ...[options]: Options<C>): Promise<File> =>
  inSession(call, options, { read: readFile, isLong: true });

/** Makes a call whose answer is a file, and returns its first characters, about `length`. Throws like `request`. */
export const beginningOf = <C extends Call>(
  call: C,
  options: RequestOptions<C>,
  length: number,
): Promise<string> => inSession(call, options, { read: readBeginning(length), isLong: true });

/** Makes a call whose answer is a stream of events, each with `data`; resolves when it ends. Throws like `request`. */
export const listen = <C extends Call>(
  call: C,
  options: RequestOptions<C>,
  onEvent: (data: DataOf<C>) => void,
): Promise<void> =>
  inSession(call, options, {
    read: readEvents((data) => onEvent(data as DataOf<C>)),
    isLong: true,
    accept: 'text/event-stream',
  });

type DataOf<C extends Call> = AnswerOf<C> extends { data: infer Data } ? Data : never;

/** The way to read an answer. */
type Reading<T> = { read: (response: Response) => Promise<T>; isLong?: boolean; accept?: string };

async function inSession<T>(call: Call, options: Sent = {}, reading: Reading<T>): Promise<T> {
  const isAsked = call.method !== 'GET' || hasJustActed();
  let wasOver = false;
  for (;;) {
    const token = options.token === undefined ? session.token() : options.token;
    try {
      return await attempt(call, options, reading, token);
    } catch (error) {
      const isOfSession = !options.isBackground && options.token === undefined;
      if (!(error instanceof ApiError) || !isOfSession) throw error;
      const { mustSetUp } = error.extra;
      if (Array.isArray(mustSetUp)) session.mustSetUp(mustSetUp as SetUp[]);
      const asked = error.extra.again as AgainAsked | undefined;
      if (asked) {
        if (!(await session.again(asked))) throw notConfirmed();
      } else {
        if (!error.sessionOver || wasOver) throw error;
        wasOver = true;
        if (!(await session.over(error.message, token, isAsked))) throw error;
      }
      options.signal?.throwIfAborted();
    }
  }
}

/** The failure of a call whose question was not answered. */
const notConfirmed = () =>
  new ApiError('Nothing was changed, because you did not confirm that it is you', { status: 403 });

async function attempt<T>(
  call: Call,
  options: Sent,
  { read, isLong = false, accept = 'application/json' }: Reading<T>,
  token: string | null,
): Promise<T> {
  const { body, key, signal, onSent } = options;
  const { method } = call;
  const isForm = body instanceof FormData;
  const usual = method === 'GET' ? standstill.read : standstill.write;
  const late = watchStandstill(isForm || isLong ? standstill.long : usual);
  const cancelled = new AbortController();
  if (!signal) awaited.add(cancelled);
  const url = urlOf(call, options);
  const asked = {
    method,
    headers: {
      accept,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { [idempotencyHeader]: key }),
      ...(!isPresent() && { [backgroundHeader]: '1' }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.any([late.signal, signal ?? cancelled.signal]),
  };
  try {
    const response =
      isForm && onSent
        ? await sendForm(url, { ...asked, body }, (part) => {
            // While it is sent, the limit is shorter: the server has nothing to do yet.
            late.moved(part < 1 ? standstill.write : standstill.long);
            onSent(part);
          })
        : await fetch(url, {
            ...asked,
            ...(body && { body: isForm ? body : JSON.stringify(body) }),
          });
    return await read(noting(response, () => late.moved()));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    signal?.throwIfAborted();
    throw new ApiError(whyUnanswered(method, late.signal, cancelled.signal), {
      status: 0,
      isGivenUp: late.signal.aborted || cancelled.signal.aborted,
    });
  } finally {
    awaited.delete(cancelled);
    late.end();
  }
}

function whyUnanswered(method: string, late: AbortSignal, cancelled: AbortSignal): string {
  if (cancelled.aborted) {
    return method === 'GET' ? 'Cancelled' : 'Cancelled. The server may have done it all the same';
  }
  return late.aborted ? 'The server did not answer in time' : 'The server cannot be reached';
}

/** Returns a signal that aborts when nothing has moved for `limit` milliseconds; `moved` starts the time anew. */
function watchStandstill(limit: number) {
  const late = new AbortController();
  let now = limit;
  const start = () => setTimeout(() => late.abort(), now);
  let timer = start();
  return {
    signal: late.signal,
    moved(next = now): void {
      clearTimeout(timer);
      now = next;
      timer = start();
    },
    end: () => clearTimeout(timer),
  };
}

/** Returns the same response; `moved` is called with the headers and with each part of the body. */
function noting(response: Response, moved: () => void): Response {
  moved();
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(part, body) {
        moved();
        body.enqueue(part);
      },
    }),
  );
  return counted ? new Response(counted, response) : response;
}
