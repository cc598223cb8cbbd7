import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { doFor } from '../kit/turns/party.ts';
import { takeWriteTurn } from './commit-order.ts';
import { isUniqueViolation } from './errors.ts';

/** The behaviour that stores may rely on with either database. */
eachDialect('the database', (database) => {
  let made = 0;
  const category = () => ({ categoryName: `category ${++made}`, position: made });
  const names = async (like: string) =>
    (
      await database.db
        .selectFrom('category')
        .selectAll()
        .where('categoryName', '=', like)
        .execute()
    ).length;
  const inserted = (values: { categoryName: unknown; position?: unknown }) =>
    database.db
      .insertInto('category')
      .values({ position: 0, ...values } as never)
      .execute();

  it.each([
    ['a Date', new Date(), /parameter \d is a Date/],
    ['a boolean', true, /of type boolean/],
    ['an object', {}, /of type object/],
    ['NaN', Number.NaN, /is NaN/],
    ['a NUL', 'a\0b', /NUL/],
    ['a lone surrogate', 'a\ud800', /ill-formed/],
  ])('refuses %s as a parameter and tells no value', async (_name, value, message) => {
    await expect(inserted({ categoryName: value })).rejects.toThrow(message);
  });

  it('refuses undefined in a condition', async () => {
    const query = database.db
      .selectFrom('meta')
      .selectAll()
      .where('name', '=', undefined as never);
    await expect(query.execute()).rejects.toThrow(/undefined/);
  });

  it.each(["%' or 1=1 --", '_"`;', 'ünïcödé 🦄', '5', ''])('keeps %j as it is', async (text) => {
    await inserted({ categoryName: `x${text}` });
    expect(await names(`x${text}`)).toBe(1);
  });

  it('keeps whole numbers whole up to 2^53', async () => {
    const row = { ...category(), position: Number.MAX_SAFE_INTEGER };
    await inserted(row);
    const read = await database.db
      .selectFrom('category')
      .selectAll()
      .where('position', '=', Number.MAX_SAFE_INTEGER)
      .executeTakeFirst();
    expect(read).toEqual(row);
  });

  it('keeps bytes, those of a view into a larger buffer too', async () => {
    const bytes = new Uint8Array([9, 0, 255, 128, 9]).subarray(1, 4);
    await database.db.insertInto('icon').values({ hash: 'h', bytes, createdAt: 1 }).execute();
    const icon = await database.db.selectFrom('icon').selectAll().executeTakeFirstOrThrow();
    expect([...icon.bytes]).toEqual([0, 255, 128]);
    expect(icon.bytes).toBeInstanceOf(Uint8Array);
  });

  it('tells a taken key from other refusals', async () => {
    const row = category();
    await inserted(row);
    const taken = await inserted(row).catch((error: unknown) => error);
    expect(isUniqueViolation(taken)).toBe(true);
    const missing = await inserted({ categoryName: null }).catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(Error);
    expect(isUniqueViolation(missing)).toBe(false);
  });

  it('answers changed rows, returned rows and new numbers', async () => {
    const row = category();
    const answer = await database.db.insertInto('category').values(row).returningAll().execute();
    expect(answer).toEqual([row]);
    const where = database.db.updateTable('category').set({ position: 7 });
    const result = await where.where('categoryName', '=', row.categoryName).executeTakeFirst();
    expect(result.numUpdatedRows).toBe(1n);
  });

  it('stays usable after a statement that failed', async () => {
    await expect(sql`select nothing from nowhere`.execute(database.db)).rejects.toThrow();
    await expect(
      database.db.transaction().execute(async (tx) => {
        await sql`select nothing from nowhere`.execute(tx);
      }),
    ).rejects.toThrow();
    await inserted(category());
  });

  it('rolls a transaction back as a whole', async () => {
    const row = category();
    const failing = database.db.transaction().execute(async (tx) => {
      await tx.insertInto('category').values(row).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await names(row.categoryName)).toBe(0);
  });

  it('shows a transaction its own rows, others the old ones without waiting, and all of it after', async () => {
    const row = category();
    await database.db.transaction().execute(async (tx) => {
      await tx.insertInto('category').values(row).execute();
      const own = await tx.selectFrom('category').selectAll().execute();
      expect(own).toContainEqual(row);
      expect(await names(row.categoryName)).toBe(0);
    });
    expect(await names(row.categoryName)).toBe(1);
  });

  it('runs 50 read-and-add transactions at once without losing one', async () => {
    const row = { ...category(), position: 0 };
    await inserted(row);
    const addOne = () =>
      database.db.transaction().execute(async (tx) => {
        await takeWriteTurn(tx);
        const one = tx
          .selectFrom('category')
          .selectAll()
          .where('categoryName', '=', row.categoryName);
        const { position } = await one.executeTakeFirstOrThrow();
        const update = tx.updateTable('category').set({ position: position + 1 });
        await update.where('categoryName', '=', row.categoryName).execute();
      });
    await Promise.all(Array.from({ length: 50 }, addOne));
    const all = database.db.selectFrom('category').selectAll();
    expect(await all.where('categoryName', '=', row.categoryName).executeTakeFirst()).toMatchObject(
      {
        position: 50,
      },
    );
  });

  it('gives a read-only transaction one snapshot that holds up no write', async () => {
    const row = category();
    const builder = database.db.transaction().setAccessMode('read only');
    await builder.setIsolationLevel('repeatable read').execute(async (tx) => {
      const before = await tx.selectFrom('category').selectAll().execute();
      await inserted(row);
      expect(await tx.selectFrom('category').selectAll().execute()).toEqual(before);
    });
    expect(await names(row.categoryName)).toBe(1);
  });

  const numbers = (count: number) =>
    sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      select count(*) from n`.execute(database.db);
  const doAs = <T>(key: string, work: () => Promise<T>, isUrgent = false) =>
    doFor({ key, isUrgent }, work);

  it('lets nobody wait for all that another one reads, and an urgent write for nobody', async () => {
    const order: string[] = [];
    const read = (who: string, count: number) => async () => {
      await numbers(count);
      order.push(who);
    };
    const all = Promise.all(Array.from({ length: 60 }, () => doAs('ada', read('ada', 50_000))));
    await numbers(1);
    const before = order.length;
    for (let call = 0; call < 3; call += 1) await doAs('eve', read('eve', 1));
    expect(order.lastIndexOf('eve') - before, 'a statement or two of ada for each').toBeLessThan(
      25,
    );
    const writes = Promise.all(
      Array.from({ length: 20 }, () => doAs('ada', () => inserted(category()))),
    );
    const urgently = order.length;
    await doAs('root', () => inserted(category()), true);
    expect(order.length - urgently).toBeLessThan(15);
    expect(order.length, 'ada still reads').toBeLessThan(63);
    await Promise.all([all, writes]);
    expect(order).toHaveLength(63);
  });
});
