import { expect, it } from 'vitest';
import { eachDialect } from '../../../test/databases/dialects.ts';
import { appOf } from '../../../test/samples/app-list-sample.ts';
import { allApps, unknownApps } from '../../db/schema.requests.ts';
import { dayMs, hourMs, lastDays } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { countedIn, type OlderUsageSum, type UsageSum } from './usage.counted.ts';
import { writeRequestsOfLists } from './usage.list.service.ts';
import * as store from './usage.store.ts';

let made = 20_000;
/** Returns three days that no other test writes to. */
function freshDays() {
  made += 10;
  const days = lastDays(made * dayMs + 5, 3);
  const [first = 0, , last = 0] = days;
  return { days, first, last };
}

eachDialect('the sums of usage', (database) => {
  const rows = async (appID: string, days: number[]) =>
    (
      await database.db
        .selectFrom('app_usage')
        .selectAll()
        .where('appID', '=', appID)
        .where('day', 'in', days)
        .orderBy('day')
        .orderBy('country')
        .execute()
    ).map(({ day, country, ...row }) => [
      days.indexOf(day),
      country,
      row.ok,
      row.notModified,
      row.oldToken,
      row.wrongToken,
    ]);
  /** Adds counts to a day without an hour, as an older version did. */
  const add = (day: number, ...sums: OlderUsageSum[]) =>
    database.db.transaction().execute((tx) => store.addUsage(tx, countedIn({ day, sums }, 0)));
  const insertApp = async (appID: string, ownerId: string | null = null) => {
    await database.db
      .insertInto('app')
      .values({ ...appOf(0), appID, ownerId, appName: `App ${appID}` })
      .execute();
    await database.db
      .insertInto('app_token')
      .values({ token: `token of ${appID}`, appID, since: 0, until: null })
      .execute();
  };

  it('adds what IP rules turned off, where it is counted', async () => {
    const { first } = freshDays();
    const appID = newId();
    await add(first, [appID, 'DE', 5, 0, 0, 0, 4], [appID, 'FR', 5, 0, 0, 0]);
    await add(first, [appID, 'DE', 5, 0, 0, 0], [appID, 'FR', 5, 0, 0, 0, 1]);
    const stored = await database.db
      .selectFrom('app_usage')
      .select(['country', 'turnedOff'])
      .where('day', '=', first)
      .where('appID', 'in', [appID, allApps])
      .orderBy('country')
      .execute();
    expect(stored.map((row) => Object.values(row))).toEqual([
      ['DE', 4],
      ['DE', 4],
      ['FR', 1],
      ['FR', 1],
    ]);
  });

  const dayRows = (appID: string) =>
    database.db
      .selectFrom('app_usage')
      .selectAll()
      .where('appID', '=', appID)
      .orderBy('day')
      .orderBy('country')
      .execute();
  const hourRows = async (appID: string) =>
    (
      await database.db
        .selectFrom('app_usage_hour')
        .select(['hour', 'country', 'outcome', 'requests', 'notModified', 'oldToken'])
        .where('appID', '=', appID)
        .orderBy('hour')
        .orderBy('country')
        .orderBy('outcome')
        .execute()
    ).map((row) => Object.values(row));

  it('adds to a day and to an hour, by outcome, and counts old tokens apart', async () => {
    const { first } = freshDays();
    const appID = newId();
    const hour = first + 7 * hourMs;
    const count = (at: number, ...sums: UsageSum[]) =>
      database.db
        .transaction()
        .execute((tx) => store.addUsage(tx, countedIn({ hour: at, sums }, at)));
    const many: UsageSum[] = [
      [appID, 'DE', 'on', 10, 4],
      [appID, 'DE', 'on', 3, 1, 'ab12'],
      [appID, 'DE', 'on', 2, 0, 'cd34'],
      [appID, 'DE', 'country', 5, 0],
      [appID, 'DE', 'vpn', 5, 5],
      [appID, 'DE', 'vpn', 1, 1, 'ab12'],
      [appID, '', 'paused', 7, 0],
      [appID, '', 'suspended', 8, 0],
      [appID, '', 'ads-off', 9, 0],
      [appID, '', 'wrong-token', 11, 0],
    ];
    await count(hour, ...many);
    await count(hour, [appID, 'DE', 'on', 1, 1, 'ab12']);
    await count(hour + hourMs, [appID, 'DE', 'on', 100, 0]);
    const none = { on: 0, offPaused: 0, offSuspended: 0, offAds: 0, offCountry: 0, offVpn: 0 };
    const row = { day: first, appID, turnedOff: 0, ...none };
    expect(await dayRows(appID)).toEqual([
      {
        ...row,
        country: '',
        ok: 24,
        notModified: 0,
        oldToken: 0,
        wrongToken: 11,
        offPaused: 7,
        offSuspended: 8,
        offAds: 9,
      },
      {
        ...row,
        country: 'DE',
        ok: 115,
        notModified: 12,
        oldToken: 7,
        wrongToken: 0,
        on: 116,
        offCountry: 5,
        offVpn: 6,
      },
    ]);
    const ofHour = [
      [hour, '', 'ads-off', 9, 0, 0],
      [hour, '', 'paused', 7, 0, 0],
      [hour, '', 'suspended', 8, 0, 0],
      [hour, '', 'wrong-token', 11, 0, 0],
      [hour, 'DE', 'country', 5, 0, 0],
      [hour, 'DE', 'on', 16, 6, 6],
      [hour, 'DE', 'vpn', 6, 6, 1],
      [hour + hourMs, 'DE', 'on', 100, 0, 0],
    ];
    expect(await hourRows(appID)).toEqual(ofHour);
    expect((await hourRows(allApps)).filter(([at]) => Number(at) >= hour)).toEqual(ofHour);
    const tokens = await database.db
      .selectFrom('app_token_usage')
      .select(['token', 'country', 'requests'])
      .where('appID', '=', appID)
      .orderBy('token')
      .execute();
    expect(tokens.map((use) => Object.values(use))).toEqual([
      ['ab12', 'DE', 5],
      ['cd34', 'DE', 2],
    ]);
  });

  it('takes parts of an edge of an older version: by day, and if that is today by the present hour', async () => {
    const { first } = freshDays();
    const appID = newId();
    const older = (now: number, ...sums: OlderUsageSum[]) =>
      database.db
        .transaction()
        .execute((tx) => store.addUsage(tx, countedIn({ day: first, sums }, now)));
    const now = first + 3 * hourMs + 5;
    await older(now, [appID, 'DE', 5, 4, 1, 2, 3]);
    await older(now, [appID, 'DE', 0, 0, 0, 1]);
    await older(now + dayMs, [appID, 'DE', 90, 0, 0, 0]);
    expect(await dayRows(appID)).toMatchObject([
      { ok: 95, notModified: 4, oldToken: 1, wrongToken: 3, turnedOff: 3, on: 0, offCountry: 0 },
    ]);
    expect(await hourRows(appID)).toEqual([
      [first + 3 * hourMs, 'DE', 'unknown', 9, 4, 1],
      [first + 3 * hourMs, 'DE', 'wrong-token', 3, 0, 0],
    ]);
  });

  it('adds a part of a sender once, also when it comes again', async () => {
    const { days, first } = freshDays();
    const [appID, sender, other] = [newId(), newId(), newId()];
    const part = (number: number, count: number, from = sender) => {
      const sums: UsageSum[] = [[appID, '', 'on', count, 0]];
      const part = { sender: from, number, hour: first, sums };
      return store.addUsageOnce(database.db, part, countedIn(part, first));
    };
    const counted = async () => (await rows(appID, days))[0]?.[2];
    await part(1, 1);
    await Promise.all([part(2, 10), part(2, 10), part(2, 10)]);
    expect(await counted()).toBe(11);
    await part(1, 100);
    expect(await counted(), 'an old part is known').toBe(11);
    await part(1, 1_000, other);
    await part(4, 10_000);
    expect(await counted()).toBe(11_011);
  });

  it('a part that could not be added is not remembered', async () => {
    const { days, first } = freshDays();
    const [appID, sender] = [newId(), newId()];
    const broken = [[null, '', 'on', 1, 0]] as unknown as UsageSum[];
    const sums: UsageSum[] = [[appID, '', 'on', 7, 0]];
    const add = (of: UsageSum[]) => {
      const counted = countedIn({ hour: first, sums: of }, first);
      return store.addUsageOnce(database.db, { sender, number: 1 }, counted);
    };
    await expect(add(broken)).rejects.toThrow();
    await add(sums);
    expect((await rows(appID, days))[0]?.[2]).toBe(7);
  });

  it('adds to existing sums by day, app and country, and to the totals of the day', async () => {
    const { days, first, last } = freshDays();
    const appID = newId();
    await add(
      first,
      [appID, 'DE', 1, 2, 3, 4],
      [appID, '', 5, 0, 0, 1],
      [unknownApps, '', 0, 0, 0, 9],
    );
    await add(first, [appID, 'DE', 10, 20, 30, 40]);
    await add(last, [appID, 'DE', 7, 0, 0, 0]);
    expect(await rows(appID, days)).toEqual([
      [0, '', 5, 0, 0, 1],
      [0, 'DE', 11, 22, 33, 44],
      [2, 'DE', 7, 0, 0, 0],
    ]);
    expect(await rows(allApps, days)).toEqual([
      [0, '', 5, 0, 0, 1],
      [0, 'DE', 11, 22, 33, 44],
      [2, 'DE', 7, 0, 0, 0],
    ]);
    expect(await rows(unknownApps, days)).toEqual([[0, '', 0, 0, 0, 9]]);
    expect(await store.usageByDay(database.db, appID, days)).toEqual(
      expect.arrayContaining([
        { day: first, ok: 16, notModified: 22, oldToken: 33, wrongToken: 45 },
        { day: last, ok: 7, notModified: 0, oldToken: 0, wrongToken: 0 },
      ]),
    );
    expect(await store.usageByDay(database.db, appID, [last])).toHaveLength(1);
    expect(await store.usageByCountry(database.db, appID, days)).toEqual([
      { country: 'DE', requests: 40 },
      { country: '', requests: 5 },
    ]);
  });

  it('loses nothing when several writers update the same rows at once', async () => {
    const { days, first } = freshDays();
    const ids = Array.from({ length: 60 }, newId);
    const sums = ids.map((appID): OlderUsageSum => [appID, 'FR', 1, 0, 0, 0]);
    const turns = Array.from({ length: 12 }, (_, turn) =>
      add(first, ...(turn % 2 ? sums : sums.toReversed())),
    );
    await Promise.all(turns);
    const requests = await store.requestsOf(database.db, ids, days);
    expect([...requests.values()]).toEqual(ids.map(() => ({ requests: 12, on: 0 })));
  });

  it('writes all of a statement or nothing', async () => {
    const { days, first } = freshDays();
    const appID = newId();
    const before = await rows(allApps, days);
    const broken = [newId(), '', null, 0, 0, 0] as unknown as OlderUsageSum;
    await expect(add(first, [appID, '', 1, 0, 0, 0], broken)).rejects.toThrow();
    expect(await rows(appID, days)).toEqual([]);
    expect(await rows(allApps, days)).toEqual(before);
  });

  it('keeps counts beyond 32 bits', async () => {
    const { days, first } = freshDays();
    const appID = newId();
    for (let turn = 0; turn < 3; turn += 1) await add(first, [appID, '', 2 ** 32 - 1, 0, 0, 0]);
    expect(await store.requestsOf(database.db, [appID], days)).toEqual(
      new Map([[appID, { requests: 3 * (2 ** 32 - 1), on: 0 }]]),
    );
  });

  it('returns the requests of the given apps in the given days', async () => {
    const { days, first } = freshDays();
    const [one, other, silent] = [newId(), newId(), newId()];
    await add(first - dayMs, [one, '', 100, 0, 0, 0]);
    await add(first, [one, '', 1, 2, 1, 50], [other, 'DE', 3, 0, 0, 0], [other, 'US', 4, 0, 0, 0]);
    expect(await store.requestsOf(database.db, [one, other, silent], days)).toEqual(
      new Map([
        [one, { requests: 3, on: 0 }],
        [other, { requests: 7, on: 0 }],
      ]),
    );
    expect(await store.requestsOf(database.db, [], days)).toEqual(new Map());
  });

  it('finds the apps with most requests, of all or of one owner', async () => {
    const { first: day } = freshDays();
    const { db } = database;
    const person = {
      userID: 'x',
      fullName: '',
      position: '',
      passwordHash: '',
      passwordSealed: '',
    };
    await db
      .insertInto('app_user')
      .values({ ...person, id: 'owner', userIDKey: 'x', createdAt: 0, version: 0 })
      .execute();
    const [small, large, owned, gone] = ['b', '2', 'z', '7'].map(
      (start) => start + newId().slice(1),
    );
    for (const appID of [small, large]) await insertApp(appID as string);
    await insertApp(owned as string, 'owner');
    await add(
      day,
      [small as string, '', 1, 0, 0, 0],
      [large as string, 'DE', 40, 0, 0, 0],
      [large as string, 'US', 40, 0, 0, 0],
      [owned as string, '', 5, 5, 0, 0],
      [gone as string, '', 1000, 0, 0, 0],
      [unknownApps, '', 0, 0, 0, 5000],
    );
    expect(await store.mostAskedOfAll(db, [day], 3)).toEqual([
      { appID: gone, requests: 1000 },
      { appID: large, requests: 80 },
      { appID: owned, requests: 10 },
    ]);
    expect(await store.mostAskedOf(db, 'owner', [day], 2)).toEqual([
      { appID: owned, requests: 10 },
    ]);
    expect(await store.mostAskedOf(db, 'nobody', [day], 2)).toEqual([]);
    expect(await store.namesOf(db, [gone as string, owned as string])).toEqual(
      new Map([[owned, `App ${owned}`]]),
    );
    expect(await store.usageByDay(db, { ownerId: 'owner' }, [day])).toEqual([
      { day, ok: 5, notModified: 5, oldToken: 0, wrongToken: 0 },
    ]);
  });

  it('writes the requests of a week into the lists of apps, where they differ', async () => {
    const { first, last } = freshDays();
    const [asked, silent, gone] = [newId(), newId(), newId()];
    await insertApp(asked);
    await insertApp(silent);
    await add(first, [asked, 'DE', 5, 2, 0, 9], [gone, '', 3, 0, 0, 0]);
    await add(last, [asked, '', 1, 0, 0, 0]);
    await add(last - 7 * dayMs, [asked, '', 1000, 0, 0, 0]);
    const listed = async (appID: string) =>
      (
        await database.db
          .selectFrom('app_list')
          .select('requests7d')
          .where('appID', '=', appID)
          .executeTakeFirst()
      )?.requests7d;
    await writeRequestsOfLists(database.db, last + 5);
    expect([await listed(asked), await listed(silent)]).toEqual([8, 0]);
    await writeRequestsOfLists(database.db, last + 7 * dayMs);
    expect(await listed(asked)).toBe(0);
  });
});
