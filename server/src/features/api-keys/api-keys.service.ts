import type { ApiKey, ApiKeyListQuery, NewApiKey } from '@adwarden/contract/api-keys/api-keys';
import { limits } from '@adwarden/contract/limits';
import { can } from '@adwarden/contract/people/abilities';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import { databaseNow } from '../../db/now.ts';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { createNetworks } from '../../kit/address.ts';
import { AppError, invalidField, notFound } from '../../kit/app-error.ts';
import { newId, sha256 } from '../../kit/ids.ts';
import { newKeyText } from '../../people/key-text.ts';
import { mustHaveRoom } from '../../quotas/quotas.ts';
import type { NoteMade } from '../../repeats/repeats.ts';
import { endOf, refusalOfScopes, seesKey, warningsDue } from './api-keys.policy.ts';
import { loggedKey, presentKey } from './api-keys.present.ts';
import { apiKeysQuota } from './api-keys.quota.ts';
import * as store from './api-keys.store.ts';

export type ApiKeys = ReturnType<typeof createApiKeys>;

/** Refuses (400) addresses that cannot be told from each other, or that cannot be read. */
function checkAddresses(addresses: readonly string[], isBehindStranger: boolean): void {
  if (addresses.length === 0) return;
  if (isBehindStranger) {
    throw invalidField(
      'addresses',
      'Addresses cannot be told here: a proxy is in front of the server that TRUST_PROXY does not name',
    );
  }
  try {
    createNetworks(addresses);
  } catch {
    throw invalidField('addresses', 'Addresses must be such as 192.0.2.7 or 192.0.2.0/24');
  }
}

/** Builds what people do with API keys (ADR 129). The text of a key is in one answer, and its hash in the database. */
export function createApiKeys({ db, changeLog }: { db: Db; changeLog: ChangeLog }) {
  /** Returns a key that somebody sees; AppError `not-found` for any other. */
  async function find(from: Db, person: Actor, id: string): Promise<store.ListedKey> {
    const [row] = await store.keysByID(from, [id]);
    if (!row || !seesKey(person, row)) throw notFound('API key');
    return row;
  }

  const note = (
    { log }: LoggedWrite,
    row: store.ListedKey,
    action: 'key.make' | 'key.end' | 'enable' | 'disable',
  ) => log({ entity: 'api-key', key: row.id, action, row: loggedKey(row) });

  return {
    /** Lists own keys; those of others for whoever manages keys (403 for anybody else). */
    async page(person: Actor, { all, account, state, page, pageSize }: ApiKeyListQuery) {
      const isOfOthers = all !== undefined || (account ?? '') !== '';
      if (isOfOthers && !can(person, 'manage-keys')) {
        throw new AppError('forbidden', 'Only administrators see the API keys of others');
      }
      const { kind, id } = person;
      const whose = account ? { id: account } : all ? undefined : { kind, id };
      const filter = { person: whose, state };
      const { rows, total } = await store.pageOfKeys(db, filter, { page, pageSize });
      return { items: rows.map(presentKey), totals: { total, page, pageSize } };
    },

    /** Reads a key without its text. */
    readOne: async (person: Actor, id: string): Promise<ApiKey> =>
      presentKey(await find(db, person, id)),

    /** Makes a key and returns it with its text, which nobody gets again. AppError `conflict` for one too many. */
    async add(
      person: Actor,
      { name, scopes, endsAt: wanted, addresses = [] }: NewApiKey,
      isBehindStranger: boolean,
      noteMade?: NoteMade,
    ): Promise<{ apiKey: ApiKey; key?: string }> {
      const refusal = refusalOfScopes(person, scopes);
      if (refusal !== null) throw invalidField('scopes', refusal);
      checkAddresses(addresses, isBehindStranger);
      const key = newKeyText();
      const id = newId();
      const apiKey = await changeLog(person, async (write) => {
        const { tx } = write;
        const now = await databaseNow(tx);
        const endsAt = endOf(wanted, now);
        if (endsAt === null) {
          const { max } = limits.apiKeys.days;
          throw invalidField('endsAt', `End must be in the future, in ${max} days at most`);
        }
        await mustHaveRoom(tx, person, apiKeysQuota);
        await noteMade?.(tx, id);
        await store.insertKey(tx, {
          id,
          keyHash: sha256(key),
          kind: person.kind,
          accountId: person.id,
          name,
          scopes: scopes.join(','),
          addresses: addresses.join(','),
          createdAt: now,
          endsAt,
          lastUsedAt: null,
          // A key that is made for a few days needs no warning that it ends in a few days.
          warnings: warningsDue(endsAt - now),
        });
        const row = await find(tx, person, id);
        await note(write, row, 'key.make');
        return presentKey(row);
      });
      return { apiKey, key };
    },

    /** Turns a key on or off, for whoever manages keys. */
    setEnabled: (person: Actor, id: string, enabled: boolean): Promise<ApiKey> =>
      changeLog(person, async (write) => {
        const { tx } = write;
        const before = await find(tx, person, id);
        const isOn = before.state !== 'off';
        if (isOn === enabled) return presentKey(before);
        await store.setEnabled(tx, id, enabled ? 'on' : 'off');
        const row = await find(tx, person, id);
        await note(write, row, enabled ? 'enable' : 'disable');
        return presentKey(row);
      }),

    /** Ends a key at once and for ever. */
    end: (person: Actor, id: string): Promise<{ name: string }> =>
      changeLog(person, async (write) => {
        const row = await find(write.tx, person, id);
        await note(write, row, 'key.end');
        await store.deleteKey(write.tx, id);
        return { name: row.name };
      }),
  };
}
