import { expect, it, vi } from 'vitest';
import { eachAdsFollowing } from '../../test/ads/ads-following.ts';
import { appIDFrom } from '../../test/samples/app-id.ts';
import { readPauses } from './stream.pauses.store.ts';

const nobody = { endedAt: null, endedByKind: null, endedByName: null, endedById: null };
const ada = { createdByKind: 'admin' as const, createdByName: 'Ada', createdById: 'ada' };
const pauseOfAll = {
  id: 'pause-of-all',
  scope: 'all' as const,
  value: '',
  key: '',
  reason: 'Testing',
  createdAt: 0,
  until: null,
  continues: null,
  ...ada,
  ...nobody,
};

eachAdsFollowing('the stream', (following) => {
  const { feed, build, nameOf, write } = following;

  it('loads every app, and says that it is ready only then', async () => {
    const follower = build();
    expect(follower.status()).toMatchObject({ ready: false, apps: 0 });
    await follower.start();
    expect(follower.status()).toMatchObject({ ready: true, apps: 3 });
    expect(nameOf('b')).toBe('first b');
  });

  it('follows changes, new apps and deletes', async () => {
    await build().start();
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
    const follower = build((real) => ({
      async *allApps() {
        yield* real.allApps();
        await write('update', 'a', 'changed after it was read');
      },
    }));
    await follower.start();
    expect(nameOf('a')).toBe('changed after it was read');
  });

  it('tells of a pause before the end of what it is sending', async () => {
    let known: boolean | undefined;
    const follower = build((real) => ({
      async *allApps() {
        yield* real.allApps();
        await following.db.insertInto('pause').values(pauseOfAll).execute();
        void feed.announce();
        yield [];
        known = following.pauses.any;
      },
    }));
    await follower.start();
    expect(known).toBe(true);
  });

  it('goes on answering, and catches up, when the database fails for a while', async () => {
    let gone = false;
    const follower = build((real) => ({
      changedAfter: (position) =>
        gone ? Promise.reject(new Error('gone')) : real.changedAfter(position),
    }));
    await follower.start();
    gone = true;
    await write('update', 'a', 'written meanwhile');
    await expect
      .poll(() => follower.status())
      .toMatchObject({ ready: true, failing: true, apps: 3 });
    expect(nameOf('a')).toBe('first a');
    gone = false;
    await expect.poll(() => nameOf('a')).toBe('written meanwhile');
    expect(follower.status().failing).toBe(false);
  });

  it('tries again when the first load fails, and is not ready meanwhile', async () => {
    let failures = 2;
    const follower = build((real) => ({
      async *allApps() {
        if (failures-- > 0) throw new Error('gone');
        yield* real.allApps();
      },
    }));
    const started = follower.start();
    expect(follower.status().ready).toBe(false);
    await started;
    expect(follower.status()).toMatchObject({ ready: true, apps: 3 });
  });

  it('leaves out an app whose row is damaged, and serves all others', async () => {
    const damaged = build((real) => ({
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
    await expect.poll(() => nameOf('a')).toBe('mended');
  });

  it('loads more apps than one chunk, and changes of more than one', async () => {
    const { db } = following;
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
    const follower = build();
    await follower.start();
    expect(follower.status().apps).toBe(2503);
    const now = { at: 0, actorKind: 'system', actorId: '', actorName: '', address: '' };
    for (let first = 0; first < appIDs.length; first += 500) {
      const entries = appIDs
        .slice(first, first + 500)
        .map((key) => ({ ...now, entity: 'app', key, action: 'delete', row: '{}' }));
      await db.insertInto('change').values(entries).execute();
    }
    await db.deleteFrom('app').where('appID', 'like', 'many%').execute();
    await feed.announce();
    await expect.poll(() => follower.status().apps).toBe(3);
  });

  it('copies everything into new memory when most of the old is unused', async () => {
    await build().start();
    await write('update', 'a', 'second a');
    const replaced = vi.spyOn(following.snapshot, 'replaceAll');
    following.snapshot.isWasteful = () => replaced.mock.calls.length === 0;
    await write('update', 'a', 'third a');
    await expect.poll(() => [nameOf('a'), nameOf('b')]).toEqual(['third a', 'first b']);
    expect(replaced).toHaveBeenCalledOnce();
    await write('update', 'b', 'second b');
    await expect.poll(() => nameOf('b')).toBe('second b');
    expect(replaced).toHaveBeenCalledOnce();
  });

  it('serves apps although the pauses cannot be read, and has these as soon as they can', async () => {
    let gone = true;
    const read = () => (gone ? Promise.reject(new Error('gone')) : readPauses(following.db));
    const follower = build(undefined, feed, read);
    await follower.start();
    expect(nameOf('a')).toBe('first a');
    expect(following.pauses.known).toBe(false);
    gone = false;
    await expect.poll(() => following.pauses.known).toBe(true);
  });

  it('stops while the database is gone', async () => {
    const follower = build(() => ({ position: () => Promise.reject(new Error('gone')) }));
    const started = follower.start();
    await follower.stop();
    await started;
    expect(follower.status().ready).toBe(false);
  });
});
