import type { Who } from '@adwarden/contract/call';
import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';
import { backgroundHeader } from '@adwarden/contract/sessions';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../kit/app-error.ts';
import { mayCall } from '../people/calls.policy.ts';
import type { TakePlace } from './calls-of-person.ts';
import type { BackOffice } from './route.ts';
import type { SpendWrite } from './write-budget.ts';

/** The caller: an administrator or an app owner, known from the session. */
export type Actor = Person & {
  fullName: string;
  /** E-mail of an administrator, login id of an app owner. */
  login: string;
  address: string;
};

/** The author of a change: a signed-in person, or the program itself. */
export type Author = Omit<Actor, 'kind' | 'login'> & { kind: Actor['kind'] | 'system' };

/** The program itself, as the author of the first administrator and the categories. */
export const systemAuthor: Author = { kind: 'system', id: '', fullName: 'Adwarden', address: '' };

/** The author of changes that are made with a command on the server's machine. */
export const commandLineAuthor: Author = { ...systemAuthor, fullName: 'Command line' };

/**
 * The session of a bearer token, or null when it is unknown or over. `isUse`: the call counts as use of the session, which
 * puts off its end.
 */
export type FindActor = (bearer: string, address: string, isUse: boolean) => Promise<Actor | null>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route that is not for anyone. */
    actor: Actor | null;
    /** Whether a session is valid, also when the call is refused. */
    isSignedIn: boolean;
    /** Where the caller is, as `CallerAddresses` finds it. */
    readonly address: string;
  }
  interface FastifyContextConfig {
    who?: Who;
    /** A route outside the contract that anyone may call. */
    open?: true;
    summary?: string;
    /** Whether calls count against the caller's write budget. */
    writes?: boolean;
    /** Works while the disk is full, and for administrators whatever else they have written. */
    urgent?: boolean;
    /** Accepts a multipart form; `icon`: with or without an icon in it; `file`: with a file that may be large. */
    multipart?: { icon: boolean; file?: boolean };
  }
}

/** The bearer token of the Authorization header; null when it is missing or malformed (RFC 6750). */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** Paths of a plugin's routes that anyone may call. */
const openPaths = /^\/docs(\/|$)/;

/**
 * Makes the start fail when a route does not say who may call it: by `who` as in the contract, or by `open`
 * outside of it. Must be called before the first route is registered.
 */
export function refuseUndeclaredRoutes(server: BackOffice): void {
  server.addHook('onRoute', ({ method, url, config }) => {
    if (config?.who !== undefined || config?.open || openPaths.test(url)) return;
    throw new Error(`${method} ${url} does not say who may call it`);
  });
}

const noRoom = () =>
  new AppError(
    'unavailable',
    'The disk of the server is full: until there is room, only signing in, pausing ads and revoking old tokens work',
    { retryAfter: 30 },
  );

const nothingStays = () =>
  new AppError(
    'unavailable',
    'The server has lost the files of its database: nothing can be saved. The page System Check says more to administrators',
    { retryAfter: 30 },
  );

/** What a server knows of writes. */
export type WriteState = {
  spendWrite: SpendWrite;
  /** Whether the disk of the embedded database is full. */
  isDiskFull: () => boolean;
  /** Whether the files of the embedded database are gone, so that what is written would be, too. */
  isDatabaseLost: () => boolean;
};

/**
 * Refuses callers before their body is read: those who may not call a route, or write too much (ADR 28 "Who may call"),
 * every write that would be lost (ADR 63), and, while the disk is full, writes that can wait. While the database is not
 * prepared, every call. Calls beyond those that a person may have at work wait.
 */
export function guardRoutes(
  server: BackOffice,
  findActor: FindActor,
  { spendWrite, isDiskFull, isDatabaseLost, away }: WriteState & { away: () => string },
  takePlace: TakePlace,
): void {
  server.decorateRequest('actor', null);
  server.decorateRequest('isSignedIn', false);
  server.addHook('onRequest', async (request, reply) => {
    const { who, writes, urgent } = request.routeOptions.config;
    if (who === undefined) return;
    // Answers contain tokens and keys: no cache may store them.
    reply.header('Cache-Control', 'no-store');
    // A database that is not prepared may have another schema, or be another one.
    const why = away();
    if (why) throw new AppError('unavailable', why, { retryAfter: 5 });
    if (who === 'anyone') return;
    const bearer = bearerOf(request);
    const isUse = request.headers[backgroundHeader] === undefined;
    const actor = bearer && (await findActor(bearer, request.address, isUse));
    if (!actor) throw new AppError('not-signed-in', 'Please sign in', { extra: { token: false } });
    request.isSignedIn = true;
    // From here on, every log line of this call names the caller, also when the call is refused.
    const { kind, id } = actor;
    request.log = request.log.child({ actor: { kind, id } });
    if (!mayCall(actor, who)) {
      throw new AppError('forbidden', 'You are not allowed to do this');
    }
    if (writes) {
      // In an emergency nobody must wait because of other work of the same administrator.
      if (!urgent || !can(actor, 'exceed-shared-limits')) spendWrite(actor);
      if (isDatabaseLost()) throw nothingStays();
      if (!urgent && isDiskFull()) throw noRoom();
    }
    await takePlace(actor, reply);
    request.actor = actor;
  });
}

/** The actor of a route that is not for anyone. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw new Error(`No actor on ${request.routeOptions.url}`);
  return request.actor;
}
