import { expect, it } from 'vitest';
import { eachAdsLoading } from '../../../test/ads-loading.ts';
import { appIDFrom } from '../../../test/app-id.ts';

eachAdsLoading('the ads loader', (loading) => {
  const { feed, load, nameOf, write } = loading;

  it('loads every app, and says that it is ready only then', async () => {
    const loader = load();
    expect(loader.status()).toMatchObject({ ready: false, apps: 0 });
    await loader.start();
    expect(loader.status()).toMatchObject({ ready: true, apps: 3 });
    expect(nameOf('b')).toBe('first b');
  });

  it('follows changes, new apps and deletes', async () => {
    await load().start();
    await Promise.all([
      write('update', 'a', 'second a'),
      write('delete', 'b', ''),
      write('create', 'd', 'first d'),
    ]);
    await expect.poll(() => nameOf('a')).toBe('second a');
    await expect.poll(() => nameOf('d')).toBe('first d');
    await expect.poll(() => nameOf('b')).toBeUndefined();
  });

  it('misses nothing that changes while it loads', async () => {
    const loader = load((real) => ({
      async *allApps() {
        yield* real.allApps();
        await write('update', 'a', 'changed after it was read');
      },
    }));
    await loader.start();
    expect(nameOf('a')).toBe('changed after it was read');
  });

  it('goes on answering, and catches up, when the database fails for a while', async () => {
    let gone = false;
    const loader = load((real) => ({
      changedAfter: (position) =>
        gone ? Promise.reject(new Error('gone')) : real.changedAfter(position),
    }));
    await loader.start();
    gone = true;
    await write('update', 'a', 'written meanwhile');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(nameOf('a')).toBe('first a');
    expect(loader.status()).toEqual({ ready: true, failing: true, apps: 3 });
    gone = false;
    await expect.poll(() => nameOf('a'), { timeout: 3000 }).toBe('written meanwhile');
    expect(loader.status().failing).toBe(false);
  });

  it('tries again when the first load fails, and is not ready meanwhile', async () => {
    let failures = 2;
    const loader = load((real) => ({
      async *allApps() {
        if (failures-- > 0) throw new Error('gone');
        yield* real.allApps();
      },
    }));
    const started = loader.start();
    expect(loader.status().ready).toBe(false);
    await started;
    expect(loader.status()).toMatchObject({ ready: true, apps: 3 });
  });

  it('leaves out an app whose row is damaged, and serves all others', async () => {
    const damaged = load((real) => ({
      async *allApps() {
        for await (const apps of real.allApps()) {
          yield apps.map((app) =>
            app.appID === appIDFrom('a') ? { ...app, adUnits: '{"reward1":' } : app,
          );
        }
      },
    }));
    await damaged.start();
    expect(nameOf('a')).toBeUndefined();
    expect(nameOf('b')).toBe('first b');
    await write('update', 'a', 'mended');
    expect(nameOf('a')).toBe('mended');
  });

  it('loads more apps than one chunk, and changes of more than one', async () => {
    const { db } = loading;
    const app = await db
      .selectFrom('app')
      .selectAll()
      .where('appID', '=', appIDFrom('a'))
      .executeTakeFirstOrThrow();
    const appIDs = Array.from({ length: 2500 }, (_, number) => appIDFrom(`many${number}`));
    for (let first = 0; first < appIDs.length; first += 500) {
      const some = appIDs.slice(first, first + 500);
      await db
        .insertInto('app')
        .values(some.map((appID) => ({ ...app, appID })))
        .execute();
    }
    const loader = load();
    await loader.start();
    expect(loader.status().apps).toBe(2503);
    const now = { at: 0, actorKind: 'system', actorId: '', actorName: '', address: '' };
    for (let first = 0; first < appIDs.length; first += 500) {
      const entries = appIDs
        .slice(first, first + 500)
        .map((key) => ({ ...now, entity: 'app', key, action: 'delete', row: '{}' }));
      await db.insertInto('change').values(entries).execute();
    }
    await db.deleteFrom('app').where('appID', 'like', 'many%').execute();
    await feed.announce();
    await expect.poll(() => loader.status().apps).toBe(3);
  });

  it('loads anew when most of its memory lies idle', async () => {
    let loads = 0;
    const loader = load((real) => ({
      async *allApps() {
        loads += 1;
        yield* real.allApps();
      },
    }));
    await loader.start();
    await write('update', 'a', 'second a');
    expect(loads).toBe(1);
    loading.snapshot.isWasteful = () => loads === 1;
    await write('update', 'a', 'third a');
    expect(loads).toBe(2);
    expect(nameOf('a')).toBe('third a');
  });

  it('stops while the database is gone', async () => {
    const loader = load(() => ({ position: () => Promise.reject(new Error('gone')) }));
    const started = loader.start();
    await loader.stop();
    await started;
    expect(loader.status().ready).toBe(false);
  });
});
