import type { AnswerOf } from '@adwarden/contract/calls';
import { pathOf, type RouteName, routes } from '@adwarden/contract/routes';
import { ApiError } from './api-error.ts';
import { readAnswer, readEvents, readFile } from './read-answer.ts';

/** Milliseconds that a call may take: one with a file or with events has longer. */
const timeLimit = { short: 30_000, long: 120_000 };

export type Query = Record<string, string | number | boolean | null | undefined>;

export type RequestOptions = {
  /** Fills the path's parameter. */
  id?: string | number;
  /** Empty, null and undefined parameters are left out. */
  query?: Query;
  body?: object | FormData;
  signal?: AbortSignal;
  /** The user did not ask for it: when the session is over, it fails silently, and the next call says so. */
  isBackground?: boolean;
};

/**
 * The session, as the HTTP client uses it. `over` is called when the server says that the session is missing,
 * unknown or ended. If it returns true, the same account has a new session, and the call is repeated.
 */
export type SessionLink = {
  token: () => string | null;
  over: (message: string, token: string | null) => Promise<boolean>;
};

let session: SessionLink = { token: () => null, over: async () => false };

/** Connects the client with the session feature, which it must not import. */
export function connectSession(link: SessionLink): void {
  session = link;
}

function urlOf(name: RouteName, { id, query = {} }: RequestOptions): string {
  const given = Object.entries(query).filter(([, value]) => value != null && value !== '');
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return pathOf(name, id) + (given.length > 0 ? `?${search}` : '');
}

/**
 * Makes one call of the contract's route table, and returns the whole envelope of a success. Throws `ApiError`, or the
 * reason with which the caller aborted `signal`.
 */
export const request = <N extends RouteName>(
  name: N,
  options: RequestOptions = {},
): Promise<AnswerOf<N>> => inSession(name, options, { read: readAnswer }) as Promise<AnswerOf<N>>;

/** Makes a call whose answer is a file, and returns the whole file. Throws like `request`. */
export const download = (name: RouteName, options: RequestOptions = {}): Promise<File> =>
  inSession(name, options, { read: readFile, isLong: true });

/** Makes a call whose answer is a stream of events, each with `data`; resolves when it ends. Throws like `request`. */
export const listen = <N extends RouteName>(
  name: N,
  options: RequestOptions,
  onEvent: (data: DataOf<N>) => void,
): Promise<void> =>
  inSession(name, options, {
    read: readEvents((data) => onEvent(data as DataOf<N>)),
    isLong: true,
    accept: 'text/event-stream',
  });

type DataOf<N extends RouteName> = AnswerOf<N> extends { data: infer Data } ? Data : never;

/** How an answer is read. */
type Reading<T> = { read: (response: Response) => Promise<T>; isLong?: boolean; accept?: string };

async function inSession<T>(
  name: RouteName,
  options: RequestOptions,
  reading: Reading<T>,
): Promise<T> {
  const token = session.token();
  try {
    return await attempt(name, options, reading, token);
  } catch (error) {
    const isOver = error instanceof ApiError && error.sessionOver;
    if (!isOver || options.isBackground || !(await session.over(error.message, token))) throw error;
    options.signal?.throwIfAborted();
    return attempt(name, options, reading, session.token());
  }
}

async function attempt<T>(
  name: RouteName,
  options: RequestOptions,
  { read, isLong = false, accept = 'application/json' }: Reading<T>,
  token: string | null,
): Promise<T> {
  const { body, signal } = options;
  const isForm = body instanceof FormData;
  const timeout = AbortSignal.timeout(isForm || isLong ? timeLimit.long : timeLimit.short);
  try {
    const response = await fetch(urlOf(name, options), {
      method: routes[name].method,
      headers: {
        accept,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return await read(response);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    signal?.throwIfAborted();
    throw new ApiError(
      timeout.aborted ? 'The server did not answer in time' : 'The server cannot be reached',
      { status: 0 },
    );
  }
}
