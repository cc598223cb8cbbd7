import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { inWriteTurn } from './commit-order.ts';
import { giveRoomBack } from './room.ts';
import { isPostgres } from './which.ts';

eachDialect('room', (database) => {
  const give = (most: number) => inWriteTurn(database.db, (tx) => giveRoomBack(tx, most));
  const pages = async () => {
    const { rows } = await sql<{ pages: number; empty: number }>`
      select page_count as pages, freelist_count as empty
      from pragma_page_count, pragma_freelist_count`.execute(database.db);
    return rows[0] ?? { pages: 0, empty: 0 };
  };

  it('is given back by as many pages as are wanted, up to a twentieth of the file', async ({
    skip,
  }) => {
    if (isPostgres(database.db)) skip();
    const rows = Array.from({ length: 300 }, (_, position) => ({
      categoryName: `${position} ${'x'.repeat(20_000)}`,
      position,
    }));
    await database.db.insertInto('category').values(rows).execute();
    expect(await give(100)).toBe(0);
    await database.db.deleteFrom('category').execute();
    const before = await pages();
    expect(await give(100)).toBe(100);
    expect(await pages()).toEqual({ pages: before.pages - 100, empty: before.empty - 100 });
    while ((await give(100)) > 0);
    const after = await pages();
    expect(after.empty).toBeGreaterThan(0.03 * after.pages);
    expect(after.empty).toBeLessThan(0.07 * after.pages);
  });

  it('is nothing that PostgreSQL is asked to give back', async ({ skip }) => {
    if (!isPostgres(database.db)) skip();
    expect(await give(100)).toBe(0);
  });
});
