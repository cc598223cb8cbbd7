import { setTimeout as pause } from 'node:timers/promises';
import type { FindingRule } from '@adwarden/contract/findings/rules';
import { beforeEach, expect, it } from 'vitest';
import { claim } from '../../src/db/claim.ts';
import { databaseNow } from '../../src/db/now.ts';
import {
  judgeInstallation,
  judgeOutside,
} from '../../src/features/findings/judging/run.service.ts';
import type { UsageSum } from '../../src/features/usage/usage.counted.ts';
import { systemAuthor } from '../../src/http/actor.ts';
import { dayMs } from '../../src/kit/clock.ts';
import { countUsage } from '../databases/count-usage.ts';
import { eachDialect } from '../databases/dialects.ts';
import { createFindingsWriter } from '../samples/findings-writer.ts';

const today = Date.UTC(2026, 10, 22);
let now = today + 9 * 3_600_000;

eachDialect('findings of one app', (database) => {
  const { save, remove, run, found, changeLog } = createFindingsWriter(database, () => now);
  const on = { adsStatus: 'on', appStatus: 'live' } as const;
  const count = (daysAgo: number, ...sums: UsageSum[]) =>
    countUsage(database.db, today - daysAgo * dayMs, ...sums);

  const sinceOf = async (rule: FindingRule) =>
    (
      await database.db
        .selectFrom('finding')
        .select('since')
        .where('rule', '=', rule)
        .executeTakeFirst()
    )?.since;

  beforeEach(async () => {
    now = today + 9 * 3_600_000;
    for (const table of [
      'app',
      'finding',
      'app_fact',
      'change',
      'app_usage',
      'global_setting',
    ] as const) {
      await database.db.deleteFrom(table).execute();
    }
  });

  it('are written and deleted with it, or not at all', async () => {
    await save('a', { ...on, googleNative4: '' });
    expect(await found('a')).toEqual(['no-ad-unit']);
    await save('a', on);
    expect(await found('a')).toEqual([]);
    await save('a', { ...on, googleNative4: '' });
    await remove('a');
    expect(await database.db.selectFrom('finding').selectAll().execute()).toEqual([]);

    const failed = changeLog(systemAuthor, async ({ log }) => {
      await log({ entity: 'app', key: 'a', action: 'create', row: {} });
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect(await database.db.selectFrom('finding').selectAll().execute()).toEqual([]);
  });

  it('follow the countries of the app and the VPN API key', async () => {
    const configure = (countryCodes: string | null) =>
      changeLog(systemAuthor, async ({ tx, log }) => {
        const row = { appID: 'a', country: 'x', countryCodes: countryCodes ?? '', createdAt: 1 };
        const action = countryCodes === null ? 'delete' : 'create';
        await log({ entity: 'app-configuration', key: 'a', action, row });
        if (countryCodes === null) await tx.deleteFrom('app_configuration').execute();
        else
          await tx
            .insertInto('app_configuration')
            .values({ ...row, version: 0 })
            .execute();
      });
    const setKey = (value: string) =>
      changeLog(systemAuthor, async ({ tx, log }) => {
        await log({ entity: 'global-config', key: 'vpnApiKey', action: 'update', row: {} });
        await tx.deleteFrom('global_setting').execute();
        await tx.insertInto('global_setting').values({ name: 'vpnApiKey', value }).execute();
      });
    await save('a', { ...on, ipAddress: 'on' });
    expect(await found('a')).toEqual(['ip-rules-without-effect ipAddress']);
    await configure('DE');
    expect(await found('a')).toEqual([]);
    await configure(null);
    expect(await found('a')).toEqual(['ip-rules-without-effect ipAddress']);
    await setKey('sealed');
    expect(await found('a')).toEqual([]);
    await setKey('');
    expect(await found('a')).toEqual(['ip-rules-without-effect ipAddress']);
    await save('a', on);
    await configure('DE');
    expect(await found('a')).toEqual(['countries-without-effect ipAddress']);
  });

  it('of traffic come with a run, and go with the state of the app', async () => {
    await save('a', { ...on, appStatus: 'in-develop' });
    await save('b', on);
    await count(2, ['a', '', 'on', 50, 25]);
    expect(await found('a')).toEqual([]);
    expect(await run()).toBe(1);
    expect(await found('a')).toEqual(['traffic-while-not-live appStatus']);
    expect(await found('b')).toEqual([]);
    await save('a', on);
    expect(await found('a')).toEqual([]);
  });

  it('see the days of traffic as they are', async () => {
    await save('silent', on);
    await save('asked', on);
    await save('down', on);
    await save('weekend', on);
    for (const daysAgo of [8, 35]) await count(daysAgo, ['silent', 'DE', 'on', 5, 2]);
    await count(36, ['asked', '', 'on', 100, 0]);
    for (const daysAgo of [8, 15, 22, 29]) {
      await count(daysAgo, ['down', '', 'on', 200, 50], ['weekend', '', 'on', 9, 0]);
      await count(daysAgo - 1, ['weekend', '', 'on', 1000, 0]);
    }
    await count(1, ['down', 'DE', 'on', 59, 9], ['weekend', '', 'on', 9, 0]);
    await run();
    expect(await found('silent')).toEqual(['no-more-requests']);
    expect(await found('asked')).toEqual([]);
    expect(await found('down')).toEqual(['fewer-requests']);
    expect(await found('weekend')).toEqual([]);
    await count(0, ['silent', '', 'on', 1, 1]);
    await count(1, ['down', 'FR', 'on', 1, 0]);
    await run();
    expect(await found('silent')).toEqual([]);
    expect(await found('down')).toEqual([]);
  });

  it('see wrong and old tokens, and what IP rules turned off', async () => {
    const until = now + 2 * dayMs;
    const tokens = [
      { token: 'new', since: 1, until: null },
      { token: 'old', since: 0, until },
    ];
    await save('wrong', on);
    await save('old', { ...on, tokens });
    await save('off', { ...on, ipAddress: 'on' });
    await count(1, ['wrong', '', 'on', 900, 0], ['wrong', '', 'wrong-token', 100, 0]);
    await count(1, ['old', '', 'on', 97, 0], ['old', '', 'on', 2, 0, 'Xy12']);
    await count(1, ['off', 'DE', 'country', 900, 0], ['off', 'FR', 'on', 99, 10]);
    await count(1, ['off', 'FR', 'vpn', 1, 0]);
    await run();
    expect(await found('wrong')).toEqual(['wrong-tokens']);
    expect(await found('old')).toEqual(['old-token-in-use']);
    expect(await found('off')).toContain('turned-off-by-rules ipAddress');
    await count(0, ['off', 'FR', 'on', 2, 0]);
    await run();
    expect(await found('off')).not.toContain('turned-off-by-rules ipAddress');
    now = until;
    await run();
    expect(await found('old')).toEqual([]);
  });

  it('say that ads are off for a week, however often the app was saved meanwhile', async () => {
    const end = now;
    now = end - 9 * dayMs;
    await save('a', { ...on, createdAt: now });
    await save('b', { ...on, createdAt: now });
    now = end - 8 * dayMs;
    await save('a', { ...on, adsStatus: 'off', createdAt: 1 });
    await save('b', { ...on, adsStatus: 'off', createdAt: 1 });
    now = end - 2 * dayMs;
    await save('a', { ...on, adsStatus: 'off', note: 'still', createdAt: 1 });
    await save('b', { ...on, note: 'on for an hour', createdAt: 1 });
    await save('b', { ...on, adsStatus: 'off', createdAt: 1 });
    expect(await found('a')).toEqual([]);
    now = end;
    expect(await run()).toBe(1);
    expect(await found('a')).toEqual(['ads-off-for-a-week']);
    expect(await found('b')).toEqual([]);
    expect(await sinceOf('ads-off-for-a-week'), 'not since the check').toBe(end - 8 * dayMs);
    await save('a', on);
    expect(await found('a')).toEqual([]);
  });

  it('that a run finds first hold since the last edit of the app', async () => {
    await save('a', { ...on, reward1: 'ca-app-pub-1' });
    const saved = now;
    await database.db.updateTable('app').set({ updatedAt: saved }).execute();
    await database.db.deleteFrom('finding').execute();
    now += 5 * dayMs;
    await run();
    expect(await sinceOf('malformed-unit')).toBe(saved);
  });

  it('keep their age and stay muted until their facts change', async () => {
    const mute = () =>
      database.db.updateTable('finding').set({ mutedAt: 5, muteReason: 'known' }).execute();
    const row = () =>
      database.db
        .selectFrom('finding')
        .select(['since', 'mutedAt', 'muteReason'])
        .where('rule', '=', 'malformed-unit')
        .executeTakeFirst();
    await save('a', { ...on, reward1: 'ca-app-pub-1' });
    await mute();
    const since = now;
    now += 1000;
    await save('a', { ...on, reward1: 'ca-app-pub-1', note: 'more' });
    await run();
    expect(await row()).toEqual({ since, mutedAt: 5, muteReason: 'known' });
    await save('a', { ...on, reward1: 'ca-app-pub-2' });
    expect(await row()).toEqual({ since: now, mutedAt: null, muteReason: '' });
  });

  it('about the installation are written and deleted by a run', async () => {
    const state = { callers: { known: 0, unknown: 0 }, vpn: { answered: 0, failed: 0 } };
    const judge = (databaseBuiltAt: number) =>
      judgeInstallation(
        {
          db: database.db,
          installation: () => ({
            ...state,
            vpnTrouble: '',
            databaseBuiltAt,
            usesDatabase: true,
            folderTrouble: '',
            backups: null,
            connections: { openFiles: 256, refused: 0 },
          }),
        },
        now,
      );
    await judge(now - 100 * dayMs);
    expect(await found('')).toEqual(['countries-outdated']);
    await save('a', on);
    await run();
    expect(await found('')).toEqual(['countries-outdated']);
    await judge(now);
    expect(await found('')).toEqual([]);
  });

  it('about silent edges come and go beside those about the installation', async () => {
    const state = { callers: { known: 0, unknown: 0 }, vpn: { answered: 0, failed: 0 } };
    const installation = () => ({
      ...state,
      vpnTrouble: '',
      databaseBuiltAt: now,
      usesDatabase: true,
      folderTrouble: 'full',
      backups: null,
      connections: { openFiles: 256, refused: 0 },
    });
    const edge = { name: 'oslo-1', process: 1, version: '1', firstSeenAt: 1, lagMs: null };
    const lastSeenAt = (await databaseNow(database.db)) - 11 * 60_000;
    await database.db
      .insertInto('edge')
      .values({ ...edge, lastSeenAt })
      .execute();
    await judgeOutside(database.db, 'off');
    expect(await found('')).toEqual(['edge-silent']);
    expect(await sinceOf('edge-silent')).toBe(lastSeenAt);
    await judgeInstallation({ db: database.db, installation }, now);
    expect(await found('')).toEqual(['edge-silent', 'folder-not-writable']);
    await judgeOutside(database.db, 'off');
    await database.db
      .updateTable('edge')
      .set({ lastSeenAt: lastSeenAt + 10 * 60_000 })
      .execute();
    await judgeOutside(database.db, 'off');
    expect(await found('')).toEqual(['folder-not-writable']);
    await database.db.deleteFrom('edge').execute();
  });

  it('are judged by one of several nodes', async () => {
    await database.db.deleteFrom('meta').where('name', '=', 'findingsRunAt').execute();
    const claims = await Promise.all(
      [1, 2, 3].map(() => claim(database.db, 'findingsRunAt', 60_000)),
    );
    expect(claims.filter((at) => at !== null)).toHaveLength(1);
    expect(await claim(database.db, 'findingsRunAt', 60_000)).toBeNull();
    await pause(5);
    expect(await claim(database.db, 'findingsRunAt', 1)).not.toBeNull();
    const value = String(Date.now() + 3_600_000);
    await database.db
      .updateTable('meta')
      .set({ value })
      .where('name', '=', 'findingsRunAt')
      .execute();
    expect(await claim(database.db, 'findingsRunAt', 60_000)).not.toBeNull();
  });
});
