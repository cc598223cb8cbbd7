import type { PersonKind } from '@adwarden/contract/people/people';
import type { Selectable } from 'kysely';
import { nowMs } from '../../db/now.ts';
import type { FactorTable } from '../../db/schema.accounts.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { NewCredential } from './factors.webauthn.service.ts';

/** The account of a passkey. */
type Owner = { kind: PersonKind; id: string };

/** A passkey that is confirmed, with the handle by which it knows its account. */
export type PasskeyRow = Selectable<FactorTable> & { handle: string };

/** Finds a passkey by the id that its authenticator gave it. */
export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('factor')
    .innerJoin('passkey_handle', (join) =>
      join
        .onRef('passkey_handle.kind', '=', 'factor.kind')
        .onRef('passkey_handle.accountId', '=', 'factor.accountId'),
    )
    .selectAll('factor')
    .select('passkey_handle.handle')
    .where('factor.credentialId', '=', credentialId)
    .where('factor.confirmedAt', 'is not', null)
    .executeTakeFirst();
}

/** Returns the handle by which the passkeys of an account know it; `made` is stored if there is none yet. */
export async function handleOf(tx: Tx, { kind, id }: Owner, made: string): Promise<string> {
  await tx
    .insertInto('passkey_handle')
    .values({ kind, accountId: id, handle: made })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { handle } = await tx
    .selectFrom('passkey_handle')
    .select('handle')
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .executeTakeFirstOrThrow();
  return handle;
}

/** Deletes the handle of an account that is deleted. */
export async function deleteHandleOf(tx: Tx, { kind, id }: Owner): Promise<void> {
  await tx
    .deleteFrom('passkey_handle')
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .execute();
}

/** Confirms the set-up of a passkey. False when it was confirmed or replaced meanwhile. */
export async function confirmPasskeySetUp(
  tx: Tx,
  id: string,
  passkey: NewCredential & { name: string; transports: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factor')
    .set({ ...passkey, confirmedAt: nowMs, challenge: null })
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Stores what a passkey has counted, and its use. False when it has counted back, or no further: then it may be a copy. Passkeys that do
 * not count say 0 each time (WebAuthn, section 6.1.1).
 */
export async function acceptCounter(tx: Tx, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factor')
    .set({ counter, lastUsedAt: nowMs })
    .where('id', '=', id)
    .where('confirmedAt', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('counter', '<', counter),
        eb.and([eb('counter', '=', 0), eb(eb.val(counter), '=', 0)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
