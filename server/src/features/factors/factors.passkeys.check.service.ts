import type { PasskeyAnswer } from '@adwarden/contract/factors/passkey-answer';
import type { ChangeLog } from '../../changes/change-log.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Logger } from '../../kit/logger.ts';
import { challengeOf, type Party } from './factors.passkeys.policy.ts';
import { acceptCounter, findPasskey, type PasskeyRow } from './factors.passkeys.store.ts';
import { loggedFactor } from './factors.present.ts';
import { findPerson } from './factors.store.ts';
import { readPasskeyAnswer } from './factors.webauthn.service.ts';

/** A passkey whose answer is right, and what it has counted. */
export type UsedPasskey = { passkey: PasskeyRow; counter: number };

export type PasskeyCheck = ReturnType<typeof createPasskeyCheck>;

/** Builds the check of what browsers answer with passkeys (ADR 141). */
export function createPasskeyCheck(deps: {
  db: Db;
  changeLog: ChangeLog;
  logger: Logger;
  party: Party;
}) {
  const { db, changeLog, logger, party } = deps;

  /** Says in both logs that a passkey has counted back. */
  async function noteCopied({ passkey, counter }: UsedPasskey, address: string): Promise<void> {
    const { id: factor, kind, accountId: id, name } = passkey;
    const person = await findPerson(db, kind, id);
    // It was removed meanwhile.
    if (!person || !(await findPasskey(db, passkey.credentialId ?? ''))) return;
    logger.warn({ passkey: { kind, id, factor, counter } }, 'a passkey has counted back');
    await changeLog({ kind, id, fullName: person.fullName, address }, ({ log }) => {
      const row = loggedFactor(name, { kind, id, ...person });
      return log({ entity: 'factor', key: factor, action: 'passkey.copied', row });
    });
  }

  return {
    /**
     * Reads an answer to the options of a ticket; null when it is wrong. `mustVerify` tells whether the authenticator must have checked
     * who uses this passkey.
     */
    async read(
      answer: PasskeyAnswer,
      ticket: string,
      mustVerify: (passkey: PasskeyRow) => boolean,
    ): Promise<UsedPasskey | null> {
      if (typeof party === 'string') return null;
      const passkey = await findPasskey(db, answer.id);
      if (!passkey?.credentialId || !passkey.publicKey || passkey.host !== party.host) return null;
      const { userHandle } = answer.response;
      // An answer without a handle is one of a second factor, whose account the caller compares.
      if (userHandle && userHandle !== passkey.handle) return null;
      const { credentialId, publicKey } = passkey;
      const counter = await readPasskeyAnswer(
        party,
        answer,
        { credentialId, publicKey },
        { challenge: challengeOf(ticket), mustVerify: mustVerify(passkey) },
      );
      return counter === null ? null : { passkey, counter };
    },

    /** Stores the use of a passkey; `then` runs in the same transaction. False when the passkey has counted back, which is logged. */
    async use(
      used: UsedPasskey,
      address: string,
      then: (tx: Tx) => Promise<void>,
    ): Promise<boolean> {
      const isAccepted = await db.transaction().execute(async (tx) => {
        if (!(await acceptCounter(tx, used.passkey.id, used.counter))) return false;
        await then(tx);
        return true;
      });
      if (!isAccepted) await noteCopied(used, address);
      return isAccepted;
    },
  };
}
