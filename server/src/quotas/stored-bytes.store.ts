import type { Person } from '@adwarden/contract/people/people';
import type { StoredWhat } from '../db/schema.stored-bytes.ts';
import type { Db } from '../db/schema.ts';

export type BytesByWhat = Partial<Record<StoredWhat, number>>;

/** Reads how many bytes a person stores (ADR 66); for an administrator, things that belong to nobody count, too. */
export async function readStoredBytes(
  db: Db,
  { kind, id }: Person,
): Promise<{ own: BytesByWhat; nobodys: BytesByWhat }> {
  const rows = await db
    .selectFrom('stored_bytes')
    .select(['id', 'what', 'bytes'])
    .where('kind', '=', kind)
    .where('id', 'in', [id, nobody])
    .execute();
  const of = (owner: string): BytesByWhat =>
    Object.fromEntries(rows.flatMap((row) => (row.id === owner ? [[row.what, row.bytes]] : [])));
  return { own: of(id), nobodys: of(nobody) };
}

/** The id of the owner of things that belong to no person. Its kind is `admin`, so an owner has none of them. */
const nobody = '';
