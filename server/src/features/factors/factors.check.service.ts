import type { PasskeyAnswer } from '@adwarden/contract/factors/passkey-answer';
import type { PersonKind } from '@adwarden/contract/people/people';
import type { ChangeLog } from '../../changes/change-log.ts';
import { databaseNow } from '../../db/now.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { sha256 } from '../../kit/ids.ts';
import type { Seal } from '../../kit/seal.ts';
import type { LimitFactorTries } from '../../sessions/factor-tries.service.ts';
import type { LimitPasskeys } from '../../sessions/passkey-tries.service.ts';
import { useLink } from './factors.links.store.ts';
import type { PasskeyCheck } from './factors.passkeys.check.service.ts';
import { loggedFactor } from './factors.present.ts';
import { openSecret } from './factors.sealing.service.ts';
import * as store from './factors.store.ts';
import { stepOf } from './factors.totp.policy.ts';

/**
 * What somebody enters: exactly one of them. `link`: the token of the link of whoever removed the factors. `passkey`: the answer of a
 * browser to the options of the ticket.
 */
export type Entered = {
  code?: string | undefined;
  recoveryCode?: string | undefined;
  link?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
};

/** The person who enters it, as the author of entries. */
type Confirming = {
  kind: PersonKind;
  id: string;
  login: string;
  fullName: string;
  address: string;
};

/**
 * Tells whether what somebody enters is right, and uses it up. `then` runs in the same transaction: when it throws, nothing is used.
 * `isAgain`: the person of a session confirms that it is them, so a passkey that can check who uses it must do so. AppError
 * `too-many`.
 */
export type CheckFactor = (
  person: Confirming,
  asked: { ticket: string; isAgain: boolean },
  entered: Entered,
  then: (tx: Tx) => Promise<void>,
) => Promise<boolean>;

/** Builds the check of codes, recovery codes (ADR 133), links (ADR 137) and passkeys (ADR 141). */
export function createFactorCheck(deps: {
  db: Db;
  seal: Seal;
  changeLog: ChangeLog;
  limitTries: LimitFactorTries;
  limitPasskeys: LimitPasskeys;
  passkeyCheck: PasskeyCheck;
}): CheckFactor {
  const { db, seal, changeLog, limitTries, limitPasskeys, passkeyCheck } = deps;

  async function takesCode(
    person: Confirming,
    code: string,
    then: (tx: Tx) => Promise<void>,
  ): Promise<boolean> {
    const now = await databaseNow(db);
    for (const row of await store.factorsOf(db, person)) {
      const secret = openSecret(seal, row);
      const step = secret === null ? null : stepOf(code, secret, now);
      if (step === null) continue;
      return db.transaction().execute(async (tx) => {
        if (!(await store.acceptStep(tx, row.id, step))) return false;
        await then(tx);
        return true;
      });
    }
    return false;
  }

  const takesRecoveryCode = (
    person: Confirming,
    code: string,
    then: (tx: Tx) => Promise<void>,
  ): Promise<boolean> =>
    changeLog(person, async ({ tx, log }) => {
      if (!(await store.useRecoveryCode(tx, person, sha256(code)))) return false;
      await then(tx);
      const row = loggedFactor('Recovery code', person);
      await log({ entity: 'factor', key: person.id, action: 'recovery.use', row });
      return true;
    });

  const takesLink = (
    person: Confirming,
    token: string,
    then: (tx: Tx) => Promise<void>,
  ): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      if (!(await useLink(tx, person, sha256(token)))) return false;
      await then(tx);
      return true;
    });

  return (person, { ticket, isAgain }, { code, recoveryCode = '', link, passkey }, then) => {
    const { kind, id, login, address } = person;
    if (passkey) {
      return limitPasskeys.check(address, async () => {
        const used = await passkeyCheck.read(
          passkey,
          ticket,
          ({ replacesPassword }) => isAgain && replacesPassword === 'on',
        );
        if (used?.passkey.kind !== kind || used.passkey.accountId !== id) return false;
        return passkeyCheck.use(used, address, then);
      });
    }
    return limitTries({ kind, id, login, address, isShort: code !== undefined }, () => {
      if (link !== undefined) return takesLink(person, link, then);
      return code === undefined
        ? takesRecoveryCode(person, recoveryCode, then)
        : takesCode(person, code, then);
    });
  };
}
