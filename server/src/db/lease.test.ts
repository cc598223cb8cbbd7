import { expect, it } from 'vitest';
import { onPostgres } from '../../test/databases/on-postgres.ts';
import { newId } from '../kit/ids.ts';
import { createLease } from './lease.ts';
import { databaseNow } from './now.ts';

onPostgres('a lease', (database) => {
  const one = () => createLease(database.db, 'webhooksLease', newId());
  const endsIn = async (ms: number) => {
    const value = `somebody ${(await databaseNow(database.db)) + ms}`;
    await database.db.deleteFrom('meta').where('name', '=', 'webhooksLease').execute();
    await database.db.insertInto('meta').values({ name: 'webhooksLease', value }).execute();
  };

  it('belongs to one process until this gives it up', async () => {
    const [first, second] = [one(), one()];
    expect(await first.take()).toBe(true);
    expect([await second.take(), second.isSure()]).toEqual([false, false]);
    expect([await first.take(), first.isSure()]).toEqual([true, true]);
    await second.leave();
    expect(await second.take(), 'only its holder can give it up').toBe(false);
    await first.leave();
    expect([first.isSure(), await second.take()]).toEqual([false, true]);
    await second.leave();
  });

  it('goes to one of several that ask at once', async () => {
    const several = Array.from({ length: 5 }, one);
    const taken = await Promise.all(several.map((lease) => lease.take()));
    expect(taken.filter(Boolean)).toHaveLength(1);
    await Promise.all(several.map((lease) => lease.leave()));
  });

  it('ends by itself when its process has died', async () => {
    await endsIn(10_000);
    const lease = one();
    expect(await lease.take()).toBe(false);
    await endsIn(-1);
    expect(await lease.take()).toBe(true);
    await lease.leave();
    await endsIn(86_400_000);
    expect(await lease.take(), 'a clock was wrong').toBe(true);
    await lease.leave();
  });

  it('is not sure when it ends soon, and is taken again then', async () => {
    let now = 0;
    const lease = createLease(database.db, 'webhooksLease', newId(), () => now);
    expect(await lease.take()).toBe(true);
    now = 7_999;
    expect(lease.isSure()).toBe(true);
    now = 8_000;
    expect(lease.isSure()).toBe(false);
    expect([await lease.take(), lease.isSure()]).toEqual([true, true]);
    await lease.leave();
  });
});
