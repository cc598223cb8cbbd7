import type { Who } from '@adwarden/contract/call';
import { type Ability, can, isViewer } from '@adwarden/contract/people/abilities';
import type { Access, Person } from '@adwarden/contract/people/people';
import { backgroundHeader, type SetUp } from '@adwarden/contract/sessions';
import type { FastifyRequest } from 'fastify';
import { AppError, invalidField } from '../kit/app-error.ts';
import { mayCall } from '../people/calls.policy.ts';
import { closedSecretAmong } from '../sight/secrets.policy.ts';
import type { TakePlace } from './calls-of-person.ts';
import type { BackOffice } from './route.ts';
import type { SpendWrite } from './write-budget.ts';

/** The caller: an administrator or an app owner, known from the session. */
export type Actor = Person & {
  fullName: string;
  /** E-mail of an administrator, login id of an app owner. */
  login: string;
  address: string;
  /** The steps that the caller must set up before anything else. */
  mustSetUp?: readonly SetUp[];
};

/** The author of a change: a signed-in person, or the program itself. */
export type Author = Omit<Actor, 'kind' | 'access' | 'login' | 'mustSetUp'> & {
  kind: Actor['kind'] | 'system';
};

/** The program itself, as the author of the first administrator and the categories. */
export const systemAuthor: Author = { kind: 'system', id: '', fullName: 'Adwarden', address: '' };

/** The author of changes that are made with a command on the server's machine. */
export const commandLineAuthor: Author = { ...systemAuthor, fullName: 'Command line' };

/**
 * Finds the session of a bearer token, and what its person may do; null when it is unknown or over. `isUse`: the call counts as
 * use of the session, which puts off its end.
 */
export type FindActor = (
  bearer: string,
  address: string,
  isUse: boolean,
) => Promise<(Actor & { access: Access }) | null>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route that is not for anyone. */
    actor: Actor | null;
    /** The session is valid; also set when the call is refused. */
    isSignedIn: boolean;
    /** The address of the caller, as `CallerAddresses` finds it. */
    readonly address: string;
  }
  interface FastifyContextConfig {
    who?: Who;
    /** Viewers may call it. A route for administrators says so or denies it. */
    viewers?: boolean;
    needs?: Ability;
    /** Works for somebody who must set something up first. */
    setsUp?: boolean;
    /** A route outside the contract that anyone may call. */
    open?: true;
    summary?: string;
    /** Calls count against the caller's write budget. */
    writes?: boolean;
    /** Works while the disk is full, and for administrators whatever else they have written. */
    urgent?: boolean;
    /** Accepts a multipart form; `icon`: with or without an icon in it; `file`: with a file that may be large. */
    multipart?: { icon: boolean; file?: boolean };
  }
}

/** Reads the bearer token of the Authorization header; null when it is missing or malformed (RFC 6750). */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** Paths of a plugin's routes that anyone may call. */
const openPaths = /^\/docs(\/|$)/;

/**
 * Makes the start fail when a route does not say who may call it: by `who` as in the contract, or by `open` outside of it; and
 * when a route for administrators does not say whether viewers may. Call it before the first route is registered.
 */
export function refuseUndeclaredRoutes(server: BackOffice): void {
  server.addHook('onRoute', ({ method, url, config }) => {
    const { who, viewers, open } = config ?? {};
    if (open || openPaths.test(url)) return;
    if (who === undefined) throw new Error(`${method} ${url} does not say who may call it`);
    if ((who === 'admin' || who === 'signed-in') && viewers === undefined) {
      throw new Error(`${method} ${url} does not say whether viewers may call it`);
    }
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

const notAllowed = 'You are not allowed to do this';

/** Refuses a person who must set something up first, except in the calls for that (ADR 121). */
function mustBeSetUp({ mustSetUp = [] }: Actor, { routeOptions }: FastifyRequest): void {
  if (mustSetUp.length === 0 || routeOptions.config.setsUp) return;
  throw new AppError('forbidden', 'Please choose a password of your own first', {
    extra: { mustSetUp },
  });
}

/** The state of the server that decides about writes. */
export type WriteState = {
  spendWrite: SpendWrite;
  /** Tells whether the disk of the embedded database is full. */
  isDiskFull: () => boolean;
  /** Tells whether the files of the embedded database are gone: then everything written now would be lost. */
  isDatabaseLost: () => boolean;
};

/**
 * Refuses callers before their body is read: those who may not call a route, or write too much (ADR 28 "Who may call"); every
 * write that would be lost (ADR 63); while the disk is full, writes that can wait; and while the database is not prepared, every
 * call. Calls beyond those that a person may have at work wait.
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
    const { who, viewers, needs, writes, urgent } = request.routeOptions.config;
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
    mustBeSetUp(actor, request);
    if (!mayCall(actor, { who, viewers, needs })) {
      const why = isViewer(actor) ? 'You may view, and not change anything' : notAllowed;
      throw new AppError('forbidden', why);
    }
    if (writes) {
      // In an emergency, an administrator's other work must not make anybody wait.
      if (!urgent || !can(actor, 'exceed-shared-limits')) spendWrite(actor);
      if (isDatabaseLost()) throw nothingStays();
      if (!urgent && isDiskFull()) throw noRoom();
    }
    await takePlace(actor, reply);
    request.actor = actor;
  });
  // After the check of the schemas, so that parameters are read as the handler reads them.
  server.addHook('preHandler', async ({ actor, query, body }) => {
    const closed = actor && closedSecretAmong(actor, [query, body]);
    if (closed) throw invalidField(closed, `${closed} is not for viewers`);
  });
}

/** Returns the actor of a route that is not for anyone. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw new Error(`No actor on ${request.routeOptions.url}`);
  return request.actor;
}
