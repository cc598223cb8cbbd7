import { beforeAll, describe, expect, it } from 'vitest';
import { eachDialect } from '../../test/dialects.ts';

const count = 1234;

eachDialect('streams', (database) => {
  const rows = (from: number) =>
    Array.from({ length: count }, (_, index) => ({
      categoryName: `c${String(from + index).padStart(6, '0')}`,
      position: from + index,
    }));
  const all = () => database.db.selectFrom('category').selectAll().orderBy('categoryName');

  beforeAll(async () => {
    await database.db.insertInto('category').values(rows(0)).execute();
  });

  it('brings every row in order, beside writes that it neither sees nor holds up', async () => {
    const seen = [];
    for await (const row of all().stream()) {
      if (seen.length === 0) await database.db.insertInto('category').values(rows(count)).execute();
      seen.push(row);
    }
    expect(seen).toEqual(rows(0));
    await database.db.deleteFrom('category').where('position', '>=', count).execute();
  });

  it('ends early, more often than there are connections, and frees each', async () => {
    for (let times = 0; times < 30; times += 1) {
      for await (const row of all().stream()) {
        expect(row.position).toBe(0);
        break;
      }
    }
    expect(await all().execute()).toHaveLength(count);
  });

  it('serves more streams at once than there are connections', async () => {
    const lengths = Array.from({ length: 20 }, async () => {
      let length = 0;
      for await (const _row of all().stream()) length += 1;
      return length;
    });
    expect(await Promise.all(lengths)).toEqual(Array(20).fill(count));
  });

  it('runs inside a transaction that writes, and sees its rows', async () => {
    await expect(
      database.db.transaction().execute(async (tx) => {
        await tx.insertInto('category').values({ categoryName: 'new', position: -1 }).execute();
        const seen = [];
        for await (const row of tx.selectFrom('category').selectAll().stream()) seen.push(row);
        expect(seen).toHaveLength(count + 1);
        for await (const _row of tx.selectFrom('category').selectAll().stream()) break;
        throw new Error('back');
      }),
    ).rejects.toThrow('back');
    expect(await all().execute()).toHaveLength(count);
  });

  describe('that fail', () => {
    it('throw to their reader and free the connection', async () => {
      for (let times = 0; times < 20; times += 1) {
        const broken = database.db
          .selectFrom('category')
          .select('nothing' as never)
          .stream();
        await expect(broken.next()).rejects.toThrow(/nothing/);
      }
      expect(await all().execute()).toHaveLength(count);
    });
  });
});
