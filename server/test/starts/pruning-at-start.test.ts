import { limits } from '@adwarden/contract/limits';
import { expect, test } from 'vitest';
import { buildTestServer } from '../servers/build-test-server.ts';

const day = 86_400_000;

test('a server that starts prunes the log of changes, usage and icons soon, not only after an hour', async () => {
  const { db, close } = await buildTestServer();
  try {
    const at = Date.now() - (limits.kept.log.days + 1) * day;
    const author = { actorKind: 'system', actorId: '', actorName: '', address: '' } as const;
    const entry = { ...author, entity: 'app', key: 'old', action: 'update', row: '{}' } as const;
    await db
      .insertInto('change')
      .values([
        { ...entry, at },
        { ...entry, at },
      ])
      .execute();
    const sums = { country: 'US', ok: 1, notModified: 0, oldToken: 0, wrongToken: 0 };
    const old = Math.floor(Date.now() / day) * day - (limits.kept.usage.days + 1) * day;
    await db
      .insertInto('app_usage')
      .values({ ...sums, appID: 'old', day: old })
      .execute();
    const unnamed = { hash: 'a'.repeat(64), bytes: new Uint8Array([1]), createdAt: at };
    await db.insertInto('icon').values(unnamed).execute();

    const kept = async () => ({
      changes: (await db.selectFrom('change').select('seq').where('key', '=', 'old').execute())
        .length,
      usage: (await db.selectFrom('app_usage').select('day').where('appID', '=', 'old').execute())
        .length,
      icons: (await db.selectFrom('icon').select('hash').execute()).length,
    });
    expect(await kept()).toEqual({ changes: 2, usage: 1, icons: 1 });
    // The last entry of each thing stays.
    const pruned = { changes: 1, usage: 0, icons: 0 };
    await expect.poll(kept, { interval: 500 }).toEqual(pruned);
  } finally {
    await close();
  }
});
