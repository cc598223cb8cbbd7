import type { Call, Who } from '@adwarden/contract/call';
import { type Ability, can } from '@adwarden/contract/people/abilities';
import type { Access, KeyScope, Person } from '@adwarden/contract/people/people';
import { backgroundHeader, type SetUp } from '@adwarden/contract/sessions';
import type { FastifyRequest } from 'fastify';
import { AppError, invalidField } from '../kit/app-error.ts';
import { mayCall, whyNot } from '../people/calls.policy.ts';
import { hasKeyIn } from '../people/key-text.ts';
import { closedSecretAmong } from '../sight/secrets.policy.ts';
import type { TakePlace } from './calls-of-person.ts';
import type { BackOffice } from './route.ts';
import type { SpendWrite } from './write-budget.ts';

/** The caller: an administrator or an app owner, known from the session or from the API key. */
export type Actor = Person & {
  fullName: string;
  /** E-mail of an administrator, login id of an app owner. */
  login: string;
  address: string;
  /** The id of the session; absent with an API key. */
  session?: string;
  /** Milliseconds since somebody last confirmed that it is them (ADR 136); absent with an API key. */
  confirmedAgo?: number;
  /** The steps that the caller must set up before anything else. */
  mustSetUp?: readonly SetUp[];
};

/** The author of a change: a signed-in person, or the program itself. */
export type Author = Omit<
  Actor,
  'kind' | 'access' | 'scopes' | 'login' | 'session' | 'confirmedAgo' | 'mustSetUp'
> & {
  kind: Actor['kind'] | 'system';
};

/** The program itself, as the author of the first administrator and the categories. */
export const systemAuthor: Author = { kind: 'system', id: '', fullName: 'Adwarden', address: '' };

/** The author of changes that are made with a command on the server's machine. */
export const commandLineAuthor: Author = { ...systemAuthor, fullName: 'Command line' };

/**
 * Finds the session or the API key of a bearer token, and what its person may do; null when it is unknown or over. `isUse`: the
 * call counts as use of the session, which puts off its end. AppError for a key that does not work, with why.
 */
export type FindActor = (
  bearer: string,
  address: string,
  isUse: boolean,
) => Promise<(Actor & { access: Access }) | null>;

/**
 * Refuses (403 with `again`) a person who must confirm first that it is them: `recent` when the last time is too long ago, `always`
 * unless they have just done so for this write (ADR 136).
 */
export type MustBeConfirmed = (actor: Actor, asks: 'recent' | 'always') => Promise<void>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route that is not for anyone. */
    actor: Actor | null;
    /** The session is valid; also set when the call is refused. */
    isSignedIn: boolean;
    /** The address of the caller, as `CallerAddresses` finds it. */
    readonly address: string;
    /** Forwarded fields name a hop that TRUST_PROXY does not know: then `address` may be that of a proxy. */
    readonly isBehindStranger: boolean;
  }
  interface FastifyContextConfig {
    who?: Who;
    /** Viewers may call it. A route for administrators says so or denies it. */
    viewers?: boolean;
    /** The scope that an API key needs, or false. A route that is not for anyone says it. */
    keys?: KeyScope | false;
    /** The fields of the body that are closed to API keys, each with why. */
    closedToKeys?: Record<string, string>;
    needs?: Ability;
    /** Works for somebody who must set something up first. */
    setsUp?: boolean;
    /** Asks again who the caller is. */
    asksAgain?: Call['asksAgain'];
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

/**
 * Reads the bearer token of the Authorization header, of a session or an API key; null when it is missing or malformed (RFC
 * 6750).
 */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w-]{43,44})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/**
 * Makes the start fail when a route does not say who may call it: by `who` as in the contract, or by `open` outside of it; and
 * when a route for administrators does not say whether viewers may, or one that is not for anyone whether API keys may. Call it before the first route is registered.
 */
export function refuseUndeclaredRoutes(server: BackOffice): void {
  server.addHook('onRoute', ({ method, url, config }) => {
    const { who, viewers, keys, open } = config ?? {};
    if (open) return;
    if (who === undefined) throw new Error(`${method} ${url} does not say who may call it`);
    if ((who === 'admin' || who === 'signed-in') && viewers === undefined) {
      throw new Error(`${method} ${url} does not say whether viewers may call it`);
    }
    if (who !== 'anyone' && keys === undefined) {
      throw new Error(`${method} ${url} does not say whether API keys may call it`);
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

/**
 * Refuses every request whose address has an API key: addresses stand in histories and in the logs of proxies. Call it before
 * `guardRoutes`.
 */
export function refuseKeysInAddresses(server: BackOffice): void {
  server.addHook('onRequest', async ({ raw }) => {
    if (!hasKeyIn(raw.url ?? '')) return;
    throw new AppError(
      'invalid',
      'An API key does not belong into an address, where logs keep it: end this key, and send a new one as “Authorization: Bearer …”',
    );
  });
}

/** Tells whether a field of a body says something. */
const isSent = (value: unknown): boolean => value !== undefined && value !== false;

/** Refuses the fields of a body that are closed to API keys. */
function mustBeOpenToKeys({ actor, body, routeOptions }: FastifyRequest): void {
  const { closedToKeys = {} } = routeOptions.config;
  if (!actor?.via || typeof body !== 'object' || body === null) return;
  const sent = body as Record<string, unknown>;
  for (const [field, why] of Object.entries(closedToKeys)) {
    if (isSent(sent[field])) throw invalidField(field, why);
  }
}

/** Says whether a call asks again who the caller is, as far as that follows from the call itself. */
function askedAgain({ body, routeOptions }: FastifyRequest): 'recent' | 'always' | null {
  const { asksAgain } = routeOptions.config;
  if (typeof asksAgain === 'object') {
    const sent = (body ?? {}) as Record<string, unknown>;
    return asksAgain.with.some((field) => isSent(sent[field])) ? 'recent' : null;
  }
  return asksAgain === 'recent' || asksAgain === 'always' ? asksAgain : null;
}

const setUpWords: Record<SetUp, string> = {
  password: 'Please choose a password of your own first',
  secondFactor: 'Please set up a second factor first',
};

/** Refuses a person who must set something up first, except in the calls for that (ADR 121). */
function mustBeSetUp({ mustSetUp = [] }: Actor, { routeOptions }: FastifyRequest): void {
  if (mustSetUp.length === 0 || routeOptions.config.setsUp) return;
  const [first = 'password'] = mustSetUp;
  throw new AppError('forbidden', setUpWords[first], { extra: { mustSetUp } });
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
  {
    spendWrite,
    isDiskFull,
    isDatabaseLost,
    away,
    mustBeConfirmed,
  }: WriteState & { away: () => string; mustBeConfirmed: MustBeConfirmed },
  takePlace: TakePlace,
): void {
  server.decorateRequest('actor', null);
  server.decorateRequest('isSignedIn', false);
  server.addHook('onRequest', async (request, reply) => {
    const { who, viewers, keys, needs, writes, urgent } = request.routeOptions.config;
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
    const { kind, id, via } = actor;
    request.log = request.log.child({ actor: { kind, id, ...(via && { key: via.key }) } });
    mustBeSetUp(actor, request);
    const asked = { who, viewers, keys, needs };
    if (!mayCall(actor, asked)) throw new AppError('forbidden', whyNot(actor, asked));
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
  server.addHook('preHandler', async (request) => {
    const { actor, query, body } = request;
    const closed = actor && closedSecretAmong(actor, [query, body]);
    if (closed) {
      const whom = actor.via ? 'API keys without the scope “apps”' : 'viewers';
      throw invalidField(closed, `${closed} is not for ${whom}`);
    }
    mustBeOpenToKeys(request);
    // Last, so that nobody answers the question for a call that is refused anyway.
    const asks = askedAgain(request);
    if (actor && asks) await mustBeConfirmed(actor, asks);
  });
}

/** Returns the actor of a route that is not for anyone. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw new Error(`No actor on ${request.routeOptions.url}`);
  return request.actor;
}
