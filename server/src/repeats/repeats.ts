import { idempotencyHeader, idempotencyKey } from '@adwarden/contract/idempotency-key';
import { limits } from '@adwarden/contract/limits';
import type { FastifyRequest } from 'fastify';
import type { Db, Tx } from '../db/schema.ts';
import { actorOf } from '../http/actor.ts';
import type { BackOffice } from '../http/route.ts';
import { AppError, invalidField } from '../kit/app-error.ts';
import { sha256 } from '../kit/ids.ts';
import type { Seal } from '../kit/seal.ts';
import { mustHaveRoom } from '../quotas/quotas.ts';
import { repeatsQuota } from './repeats.quota.ts';
import { findKey, insertKey } from './repeats.store.ts';

/** Notes what a call creates, in the transaction that creates it. Without an `Idempotency-Key` it does nothing. */
export type NoteMade = (tx: Tx, id: string) => Promise<void>;

/**
 * Does what a creating call asks for, once for each `Idempotency-Key` of a person (ADR 90). `make` creates it and notes its id;
 * `again` reads what the first call has created, as the caller may see it now.
 */
type Once = <T>(
  request: FastifyRequest,
  work: { make: (noteMade: NoteMade) => Promise<T>; again: (id: string) => Promise<T> },
) => Promise<T>;

declare module 'fastify' {
  interface FastifyInstance {
    once: Once;
  }
  interface FastifyContextConfig {
    /** Takes an `Idempotency-Key`. */
    creates?: boolean;
  }
}

/**
 * Builds the refusal (409) of a call whose key was already used by a call that was carried out; it says what that call has
 * created.
 */
export const madeBefore = (id: string, message: string): AppError =>
  new AppError('already-made', message, { extra: { made: { id } } });

/** Reads the key of a call; null without one. AppError `invalid` when it is no valid key. */
function keyOf({ headers }: FastifyRequest): string | null {
  const sent = headers[idempotencyHeader.toLowerCase()];
  if (sent === undefined) return null;
  const { success, data } = idempotencyKey.safeParse(sent);
  if (success) return data;
  const message = `${idempotencyHeader} must be 1 to ${limits.idempotencyKey} visible ASCII characters`;
  throw invalidField(idempotencyHeader, message);
}

/** Returns a value with the keys of its objects in order, so that their order does not count. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Returns a hash of the call, its fields and the bytes of its icon: the same for JSON and for a form. */
const digestOf = ({ method, routeOptions, params, body, icon }: FastifyRequest): string =>
  sha256(JSON.stringify([method, routeOptions.url, params, body, icon && sha256(icon)], inOrder));

/** Adds `server.once`, and refuses wrong keys before the body is read. Must be called before the routes are registered. */
export function repeatCalls(server: BackOffice, { db, seal }: { db: Db; seal: Seal }): void {
  server.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.creates) keyOf(request);
  });

  server.decorate('once', async (request, { make, again }) => {
    const key = keyOf(request);
    if (key === null) return make(async () => {});
    const person = actorOf(request);
    const purpose = `idempotency-key ${person.kind} ${person.id} ${key}`;
    const digest = digestOf(request);

    /** Returns the answer to a call that has been carried out already; null when it has not. */
    async function repeated() {
      const first = await findKey(db, person, key as string);
      if (!first) return null;
      const { madeId } = first;
      if (seal.open(first.digest, purpose) !== digest) {
        throw madeBefore(
          madeId,
          'This was saved before, with other values: look at what was saved',
        );
      }
      try {
        return { answer: await again(madeId) };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
        const message =
          'This was saved before, and has been deleted since, or is not yours any more';
        throw madeBefore(madeId, message);
      }
    }

    const before = await repeated();
    if (before) return before.answer;
    try {
      return await make(async (tx, madeId) => {
        // A call that must work in an emergency is not refused for its key.
        if (!request.routeOptions.config.urgent) await mustHaveRoom(tx, person, repeatsQuota);
        const isFirst = await insertKey(tx, person, {
          key,
          digest: seal.close(digest, purpose),
          madeId,
        });
        if (!isFirst) throw new AppError('conflict', 'The same call is being carried out');
      });
    } catch (error) {
      // Another call with this key may have come first, whatever this one was refused for.
      const first = await repeated();
      if (first) return first.answer;
      throw error;
    }
  });
}
