import type { Factor } from '@adwarden/contract/factors/factors';
import { limits } from '@adwarden/contract/limits';
import type { ChangeLog } from '../../changes/change-log.ts';
import { inWriteTurn } from '../../db/commit-order.ts';
import { databaseNow } from '../../db/now.ts';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, invalidField, notFound } from '../../kit/app-error.ts';
import { newId } from '../../kit/ids.ts';
import type { Seal } from '../../kit/seal.ts';
import { mustHaveFactor, type RequiredFactor } from '../../people/required-factor.ts';
import { deleteLinkOf } from './factors.links.store.ts';
import type { Party } from './factors.passkeys.policy.ts';
import { loggedFactor, presentFactor } from './factors.present.ts';
import { makeRecoveryCodes } from './factors.recovery.service.ts';
import { openSecret, sealSecret } from './factors.sealing.service.ts';
import * as store from './factors.store.ts';
import { newSecret, stepOf, uriOf } from './factors.totp.policy.ts';

export type Factors = ReturnType<typeof createFactors>;

const { most } = limits.secondFactor;

/** The name of each authenticator app: people cannot name them yet. */
const totpName = 'Authenticator app';

/** Builds what people do with their own second factors (ADR 133). */
export function createFactors(deps: {
  db: Db;
  changeLog: ChangeLog;
  seal: Seal;
  /** The name of the installation in authenticator apps. */
  companyName: string;
  /** Who must have a second factor. */
  required: RequiredFactor;
  /** What passkeys belong to now. */
  party: Party;
}) {
  const { db, changeLog, seal, companyName, required, party } = deps;

  return {
    async list(
      person: Actor,
    ): Promise<{ factors: Factor[]; recoveryCodesLeft: number; singleSignOn: boolean }> {
      const rows = await store.factorsOf(db, person);
      const recoveryCodesLeft = await store.countRecoveryCodes(db, person);
      const singleSignOn = await store.isBound(db, person);
      return {
        factors: rows.map((row) => presentFactor(row, party)),
        recoveryCodesLeft,
        singleSignOn,
      };
    },

    /** Begins to set up an authenticator app. AppError `conflict` for one factor too many. */
    async beginTotp(person: Actor): Promise<{ id: string; secret: string; uri: string }> {
      const { kind, id: accountId, login } = person;
      const secret = newSecret();
      const id = newId();
      await inWriteTurn(db, async (tx) => {
        if ((await store.factorsOf(tx, person)).length >= most) {
          throw new AppError('conflict', `You have ${most} second factors: remove some first`);
        }
        await store.replaceSetUp(tx, {
          id,
          kind,
          accountId,
          method: 'totp',
          name: totpName,
          secretSealed: sealSecret(seal, { id, kind, accountId }, secret),
          confirmedAt: null,
          lastUsedAt: null,
        });
      });
      return { id, secret, uri: uriOf(secret, { issuer: companyName, label: login }) };
    },

    /**
     * Confirms an authenticator app; from then on a sign-in asks for it. Returns recovery codes for the first factor. AppError
     * `not-found` when the set-up has ended, and `invalid` for a wrong code.
     */
    async confirmTotp(
      person: Actor,
      { id, code }: { id: string; code: string },
    ): Promise<{ name: string; recoveryCodes?: string[] }> {
      const ended = () => notFound('Set-up');
      const setUp = await store.findSetUp(db, person, id);
      const secret = setUp && openSecret(seal, setUp);
      if (!setUp || !secret) throw ended();
      const step = stepOf(code, secret, await databaseNow(db));
      if (step === null) {
        throw invalidField('code', 'The code is wrong: enter the one that the app shows now');
      }
      return changeLog(person, async (write) => {
        const { tx, log } = write;
        const isFirst = (await store.factorsOf(tx, person)).length === 0;
        if (!(await store.confirmSetUp(tx, id, step))) throw ended();
        await deleteLinkOf(tx, person);
        const row = loggedFactor(setUp.name, person);
        await log({ entity: 'factor', key: id, action: 'factor.add', row });
        if (!isFirst) return { name: setUp.name };
        return { name: setUp.name, recoveryCodes: await makeRecoveryCodes(write, person) };
      });
    },

    /** Makes new recovery codes; older ones end. AppError `conflict` without a factor. */
    renewRecoveryCodes: (person: Actor): Promise<string[]> =>
      changeLog(person, async (write) => {
        const { tx, log } = write;
        if ((await store.factorsOf(tx, person)).length === 0) {
          throw new AppError('conflict', 'Recovery codes need a second factor: set one up first');
        }
        const row = loggedFactor('Recovery codes', person);
        await log({ entity: 'factor', key: person.id, action: 'recovery.make', row });
        return makeRecoveryCodes(write, person);
      }),

    /** Removes a factor; with the last one, the recovery codes end. AppError `not-found`; `conflict` for the last one where one is required. */
    remove: (person: Actor, id: string): Promise<{ name: string }> =>
      changeLog(person, async ({ tx, log }) => {
        const factors = await store.factorsOf(tx, person);
        const factor = factors.find((one) => one.id === id);
        if (!factor) throw notFound('Second factor');
        if (factors.length === 1 && mustHaveFactor(required, person.kind)) {
          throw new AppError(
            'conflict',
            'You must have a second factor here: add another one first',
          );
        }
        const row = loggedFactor(factor.name, person);
        await log({ entity: 'factor', key: id, action: 'factor.remove', row });
        await store.deleteFactor(tx, id);
        if (factors.length === 1) await store.deleteRecoveryCodes(tx, person);
        return { name: factor.name };
      }),
  };
}
