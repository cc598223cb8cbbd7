import { limits } from '@adwarden/contract/limits';
import { personKinds } from '@adwarden/contract/people/people';
import { singleSignOnPurposes } from '@adwarden/contract/single-sign-on/single-sign-on';
import { z } from 'zod';
import { takePasswordTurn } from '../../db/commit-order.ts';
import type { Db } from '../../db/schema.ts';
import { networkOf } from '../../kit/address.ts';
import { AppError, invalidField } from '../../kit/app-error.ts';
import { newBearer, sha256 } from '../../kit/ids.ts';
import type { Seal } from '../../kit/seal.ts';
import { countFlows, insertFlow, useFlow } from './single-sign-on.flows.store.ts';

/**
 * The secrets of a sign-in at the provider. `flowHash`: of what the browser keeps. `session`: the id of the session for which it is;
 * '' for a sign-in. `ticket`: of the question that it answers; '' for none.
 */
const flow = z.object({
  as: z.enum(personKinds),
  for: z.enum(singleSignOnPurposes),
  flowHash: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  session: z.string(),
  ticket: z.string(),
});
type Flow = z.infer<typeof flow>;

const { perNetwork, waiting } = limits.singleSignOn;

/** Builds the refusal of everything that was not begun in this browser, or has ended. */
const ended = () =>
  invalidField(
    'state',
    'This sign-in was begun in another browser, was used before, or has ended: begin again',
  );

const tooMany = () =>
  new AppError('too-many', 'Too many sign-ins were begun; try again in 15 min', {
    retryAfter: limits.signIn.windowMinutes * 60,
  });

const purposeOf = (stateHash: string): string => `oidc:${stateHash}`;

/**
 * Builds the store of sign-ins that were begun at the provider (ADR 142). Each is one row, and any node finds it by `state`. Only the
 * browser that began the sign-in has `flow`, so only that browser can finish it.
 */
export function createFlows({ db, seal }: { db: Db; seal: Seal }) {
  return {
    /** Stores a sign-in, and returns what the provider gets (`state`) and what the browser keeps (`flow`). AppError `too-many`. */
    async begin(what: Omit<Flow, 'flowHash'>, address: string) {
      const state = newBearer();
      const kept = newBearer();
      const stateHash = sha256(state);
      const network = networkOf(address) ?? '';
      const sealed = seal.close(
        JSON.stringify({ ...what, flowHash: sha256(kept) } satisfies Flow),
        purposeOf(stateHash),
      );
      await db.transaction().execute(async (tx) => {
        // Simultaneous requests cannot exceed the limits.
        await takePasswordTurn(tx);
        const begun = await countFlows(tx, network);
        if (begun.ofNetwork >= perNetwork || begun.all >= waiting) throw tooMany();
        await insertFlow(tx, { stateHash, sealed, network });
      });
      return { state, flow: kept };
    },

    /** Takes a sign-in, once, and only with the `flow` of its browser; AppError `invalid`. */
    async take({ state, flow: kept }: { state: string; flow: string }): Promise<Flow> {
      const stateHash = sha256(state);
      const row = await useFlow(db, stateHash);
      const text = row && seal.open(row.sealed, purposeOf(stateHash));
      if (!text) throw ended();
      const found = flow.parse(JSON.parse(text));
      if (found.flowHash !== sha256(kept)) throw ended();
      return found;
    },
  };
}
