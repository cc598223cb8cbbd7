import type { Person } from '@adwarden/contract/people/people';
import { expect, it } from 'vitest';
import { eachDialect } from '../../../test/databases/dialects.ts';
import { appOf } from '../../../test/samples/app-list-sample.ts';
import { requestOf } from '../../../test/samples/change-request-row.ts';
import { databaseNow } from '../../db/now.ts';
import { newId } from '../../kit/ids.ts';
import { pageOfRequests } from './change-requests.list.store.ts';
import * as store from './change-requests.store.ts';
import type { StoredRequest } from './change-requests.table.ts';

eachDialect('change requests', (database) => {
  const insert = async (over: Partial<StoredRequest> = {}) => {
    const request = requestOf(over);
    await database.db.transaction().execute((tx) => store.insertRequest(tx, request));
    return request;
  };
  const clear = () => database.db.deleteFrom('change_request').execute();
  const due = async (most = 10) => {
    const rows = await database.db.transaction().execute((tx) => store.dueRequests(tx, most));
    return rows.map(({ id }) => id);
  };

  it('are read as they were written, and get another state', async () => {
    const request = await insert();
    expect(await store.findRequest(database.db, request.id)).toEqual(request);
    const settled: StoredRequest = {
      ...request,
      state: 'applied',
      reason: 'because',
      decidedByKind: 'admin',
      decidedById: 'a2',
      decidedByName: 'Anna',
      changedAt: 900,
    };
    await database.db.transaction().execute((tx) => store.saveStates(tx, [settled], 900));
    expect(await store.findRequest(database.db, request.id)).toEqual(settled);
    expect(await store.findRequest(database.db, 'nothing')).toBeUndefined();
  });

  it('are due by the clock of the database, the earliest first, and only when scheduled', async () => {
    await clear();
    const now = await databaseNow(database.db);
    expect(Math.abs(now - Date.now())).toBeLessThan(5_000);
    expect(await store.isAnyDue(database.db)).toBe(false);
    await insert({ at: now + 60_000 });
    await insert({ at: null });
    for (const state of ['in-review', 'applied', 'conflict', 'cancelled'] as const) {
      await insert({ state });
    }
    expect(await store.isAnyDue(database.db)).toBe(false);
    const last = await insert({ at: now - 1 });
    const first = await insert({ at: now - 1000 });
    expect(await store.isAnyDue(database.db)).toBe(true);
    expect(await due()).toEqual([first.id, last.id]);
    expect(await due(1)).toEqual([first.id]);
  });

  it('are counted while they are open', async () => {
    await clear();
    await insert({ authorId: 'ada' });
    await insert({ authorId: 'ada', state: 'conflict', appID: 'app-2' });
    await insert({ authorId: 'ada', state: 'rejected' });
    await insert({ state: 'in-review' });
    const [ofAda, ofApp] = await database.db
      .transaction()
      .execute(async (tx) => [
        await store.countOpenRequests(tx, { kind: 'user', id: 'ada' }),
        (await store.openRequestsOf(tx, 'app-1')).length,
      ]);
    expect([ofAda, ofApp]).toEqual([2, 2]);
  });

  it('are listed for their author and for the owner of their app, in any order', async () => {
    await clear();
    const owner = newId();
    await database.db
      .insertInto('app_user')
      .values({
        id: owner,
        userID: owner,
        userIDKey: owner,
        fullName: 'Ada',
        position: 'P',
        passwordHash: '',
        passwordSealed: '',
        createdAt: 0,
        version: 0,
      })
      .execute();
    const own = { ...appOf(0), appID: newId(), ownerId: owner };
    await database.db.insertInto('app').values(own).execute();
    const late = await insert({ appID: own.appID, at: 9_000, createdAt: 1 });
    const review = await insert({ authorKind: 'user', authorId: owner, at: null, createdAt: 2 });
    const other = await insert({ authorId: owner, at: 5_000, createdAt: 3, note: '100% sure' });
    const admin: Person = { kind: 'admin', id: 'a1' };
    const ids = async (query: Parameters<typeof pageOfRequests>[1], person = admin) => {
      const { rows, total } = await pageOfRequests(database.db, query, person);
      expect(total).toBeGreaterThanOrEqual(rows.length);
      return rows.map(({ id }) => id);
    };
    expect(await ids({})).toEqual([other.id, review.id, late.id]);
    expect(await ids({}, { kind: 'user', id: owner })).toEqual([review.id, late.id]);
    expect(await ids({ sort: 'at' })).toEqual([review.id, other.id, late.id]);
    expect(await ids({ sort: '-at' })).toEqual([late.id, other.id, review.id]);
    expect(await ids({ search: '0% S' })).toEqual([other.id]);
    expect(await ids({ search: '1%' })).toEqual([]);
    expect(await ids({ page: 1, pageSize: 2 })).toEqual([late.id]);
  });

  it('are searched part by part, with the pages and totals of the whole list', async () => {
    await clear();
    const admin: Person = { kind: 'admin', id: 'a1' };
    // Some requests have the same time, and some have none.
    for (let index = 0; index < 20; index += 1) {
      const at = index % 3 === 0 ? null : 5_000 - index;
      const createdAt = 1000 + Math.floor(index / 3);
      const note = index % 4 === 0 ? 'Nothing' : 'Needle';
      await insert({ at, createdAt, changedAt: 9_000 - (index % 7), note });
    }
    for (const sort of ['createdAt', '-createdAt', 'at', '-at', 'changedAt', '-changedAt']) {
      const all = await pageOfRequests(database.db, { sort, pageSize: 100 } as never, admin);
      const wanted = all.rows.filter(({ note }) => note === 'Needle').map(({ id }) => id);
      for (const atOnce of [1, 3, 7, 20, 100]) {
        for (const page of [0, 1, 3]) {
          const query = { sort, search: 'nEEdle', page, pageSize: 4 } as never;
          const { rows, total } = await pageOfRequests(database.db, query, admin, atOnce);
          expect(total).toBe(15);
          expect(rows.map(({ id }) => id)).toEqual(wanted.slice(page * 4, page * 4 + 4));
        }
      }
    }
    const none = { search: 'nowhere', page: 0, pageSize: 4 } as never;
    expect(await pageOfRequests(database.db, none, admin, 3)).toMatchObject({ rows: [], total: 0 });
    await clear();
    expect(await pageOfRequests(database.db, none, admin, 3)).toMatchObject({ rows: [], total: 0 });
  });
});
