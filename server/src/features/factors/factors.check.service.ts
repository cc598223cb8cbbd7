import type { PersonKind } from '@adwarden/contract/people/people';
import type { ChangeLog } from '../../changes/change-log.ts';
import { databaseNow } from '../../db/now.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { sha256 } from '../../kit/ids.ts';
import type { Seal } from '../../kit/seal.ts';
import { useLink } from './factors.links.store.ts';
import { loggedFactor } from './factors.present.ts';
import { openSecret } from './factors.sealing.service.ts';
import * as store from './factors.store.ts';
import { stepOf } from './factors.totp.policy.ts';

/** The text that somebody enters: exactly one of them. `link`: the token of the link of whoever removed the factors. */
export type Entered = {
  code?: string | undefined;
  recoveryCode?: string | undefined;
  link?: string | undefined;
};

/** The person who enters it, as the author of entries. */
type Confirming = {
  kind: PersonKind;
  id: string;
  login: string;
  fullName: string;
  address: string;
};

/** Runs a check, and limits how many may be wrong. `isShort`: what is tried has few digits. AppError `too-many`. */
export type LimitFactorTries = (
  what: { kind: PersonKind; id: string; login: string; address: string; isShort: boolean },
  check: () => Promise<boolean>,
) => Promise<boolean>;

/**
 * Tells whether what somebody enters is right, and uses it up. `then` runs in the same transaction: when it throws, nothing is used.
 * AppError `too-many`.
 */
export type CheckFactor = (
  person: Confirming,
  entered: Entered,
  then: (tx: Tx) => Promise<void>,
) => Promise<boolean>;

/** Builds the check of codes, recovery codes (ADR 133) and links (ADR 137). */
export function createFactorCheck(deps: {
  db: Db;
  seal: Seal;
  changeLog: ChangeLog;
  limitTries: LimitFactorTries;
}): CheckFactor {
  const { db, seal, changeLog, limitTries } = deps;

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

  return (person, { code, recoveryCode = '', link }, then) => {
    const { kind, id, login, address } = person;
    return limitTries({ kind, id, login, address, isShort: code !== undefined }, () => {
      if (link !== undefined) return takesLink(person, link, then);
      return code === undefined
        ? takesRecoveryCode(person, recoveryCode, then)
        : takesCode(person, code, then);
    });
  };
}
