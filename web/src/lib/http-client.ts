import type { AnswerOf } from '@adwarden/contract/calls';
import { pathOf, type RouteName, routes } from '@adwarden/contract/routes';
import { ApiError } from './api-error.ts';
import { readAnswer } from './read-answer.ts';

/** Milliseconds that a call may take: one with a file has longer. */
const timeLimit = { json: 30_000, upload: 120_000 };

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
export async function request<N extends RouteName>(
  name: N,
  options: RequestOptions = {},
): Promise<AnswerOf<N>> {
  const token = session.token();
  try {
    return await attempt(name, options, token);
  } catch (error) {
    const isOver = error instanceof ApiError && error.sessionOver;
    if (!isOver || options.isBackground || !(await session.over(error.message, token))) throw error;
    options.signal?.throwIfAborted();
    return attempt(name, options, session.token());
  }
}

async function attempt<N extends RouteName>(
  name: N,
  options: RequestOptions,
  token: string | null,
): Promise<AnswerOf<N>> {
  const { body, signal } = options;
  const isForm = body instanceof FormData;
  const timeout = AbortSignal.timeout(isForm ? timeLimit.upload : timeLimit.json);
  try {
    const response = await fetch(urlOf(name, options), {
      method: routes[name].method,
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return (await readAnswer(response)) as AnswerOf<N>;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    signal?.throwIfAborted();
    throw new ApiError(
      timeout.aborted ? 'The server did not answer in time' : 'The server cannot be reached',
      { status: 0 },
    );
  }
}
