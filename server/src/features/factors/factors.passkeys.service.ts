import type { NewPasskey } from '@adwarden/contract/factors/passkey-answer';
import { limits } from '@adwarden/contract/limits';
import type { ChangeLog } from '../../changes/change-log.ts';
import { inWriteTurn } from '../../db/commit-order.ts';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, invalidField, notFound } from '../../kit/app-error.ts';
import { newBearer, newId } from '../../kit/ids.ts';
import { deleteLinkOf } from './factors.links.store.ts';
import { mustHaveParty, type Party } from './factors.passkeys.policy.ts';
import { confirmPasskeySetUp, findPasskey, handleOf } from './factors.passkeys.store.ts';
import { loggedFactor } from './factors.present.ts';
import { makeRecoveryCodes } from './factors.recovery.service.ts';
import * as store from './factors.store.ts';
import { creationOptions, type NamedPasskey, readNewPasskey } from './factors.webauthn.service.ts';

const { most } = limits.secondFactor;

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Builds what people do with their own passkeys (ADR 141). The list and the removal are those of all factors. */
export function createPasskeys(deps: {
  db: Db;
  changeLog: ChangeLog;
  party: Party;
  /** The name of the installation in the windows of browsers. */
  companyName: string;
}) {
  const { db, changeLog, party, companyName } = deps;

  return {
    /** Begins to set up a passkey. AppError `conflict` for one factor too many, and where there are no passkeys. */
    async begin(
      person: Actor,
      { replacesPassword }: { replacesPassword: boolean },
    ): Promise<{ id: string; options: Record<string, unknown> }> {
      const { host, origin } = mustHaveParty(party);
      const { kind, id: accountId, login, fullName } = person;
      const id = newId();
      const challenge = newBearer();
      const { handle, others } = await inWriteTurn(db, async (tx) => {
        const factors = await store.factorsOf(tx, person);
        if (factors.length >= most) {
          throw new AppError('conflict', `You have ${most} second factors: remove some first`);
        }
        await store.replaceSetUp(tx, {
          id,
          kind,
          accountId,
          method: 'passkey',
          name: '',
          secretSealed: '',
          confirmedAt: null,
          lastUsedAt: null,
          host,
          replacesPassword: replacesPassword ? 'on' : 'off',
          challenge,
        });
        return { handle: await handleOf(tx, person, newBearer()), others: factors };
      });
      const options = await creationOptions(
        { host, origin },
        {
          companyName,
          login,
          fullName,
          handle,
          challenge,
          replacesPassword,
          others: others.filter((one): one is typeof one & NamedPasskey => one.host === host),
        },
      );
      return { id, options };
    },

    /**
     * Confirms a passkey; from then on sign-ins take it. Returns recovery codes for the first factor. AppError `not-found` when the
     * set-up has ended, `invalid` for an answer that is wrong, and `conflict` for a passkey that is there already.
     */
    async confirm(
      person: Actor,
      { id, name, response }: { id: string; name: string; response: NewPasskey },
    ): Promise<{ name: string; recoveryCodes?: string[] }> {
      const ended = () => notFound('Set-up');
      const setUp = await store.findSetUp(db, person, id);
      const challenge = setUp?.challenge;
      if (!setUp || !challenge) throw ended();
      const mustVerify = setUp.replacesPassword === 'on';
      const made = await readNewPasskey(mustHaveParty(party), response, { challenge, mustVerify });
      if (!made) {
        throw invalidField('response', 'The passkey does not fit this set-up: begin again');
      }
      const transports = (response.response.transports ?? []).join(',');
      return changeLog(person, async (write) => {
        const { tx, log } = write;
        if (await findPasskey(tx, made.credentialId)) {
          throw new AppError('conflict', 'This passkey is there already');
        }
        const isFirst = (await store.factorsOf(tx, person)).length === 0;
        if (!(await confirmPasskeySetUp(tx, id, { ...made, name, transports }))) throw ended();
        await deleteLinkOf(tx, person);
        const row = loggedFactor(name, person);
        await log({ entity: 'factor', key: id, action: 'factor.add', row });
        if (!isFirst) return { name };
        return { name, recoveryCodes: await makeRecoveryCodes(write, person) };
      });
    },
  };
}
