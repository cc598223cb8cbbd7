import { accountKey } from '@adwarden/contract/app-ads/accounts';
import { limits } from '@adwarden/contract/limits';
import { beforeEach, expect, it } from 'vitest';
import { createAppAdsChecks } from '../../src/features/app-ads/app-ads.check.service.ts';
import { sitesJob } from '../../src/features/app-ads/app-ads.job.ts';
import { saveAccount } from '../../src/features/app-ads/app-ads.store.ts';
import { judgeInstallation, judgeSites } from '../../src/features/findings/judging/run.service.ts';
import { runOf } from '../../src/jobs/jobs.ts';
import type { FetchOutside } from '../../src/kit/outside/fetch-outside.ts';
import { OutsideFault } from '../../src/kit/outside/outside-fault.ts';
import { eachDialect } from '../databases/dialects.ts';

/* Sites are checked automatically once a day, and their missing lines are a finding. */

const hour = 3_600_000;

eachDialect('the sites of accounts', (database) => {
  /** The file of each site; a site that is not named cannot be reached. */
  const files = new Map<string, string>();
  let asked: string[] = [];
  const fetch: FetchOutside = async (url) => {
    const status = url.pathname === '/robots.txt' ? 404 : 200;
    if (status === 200) asked.push(url.origin);
    if (url.hostname === 'broken.example') throw new Error('a fault of the program');
    const text = files.get(url.origin);
    if (text === undefined) throw new OutsideFault(`${url.host} refused the connection`);
    return { status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(text) };
  };
  const checksOf = () =>
    createAppAdsChecks({
      db: database.db,
      fetch,
      judgeSites: () => judgeSites(database.db),
    });

  beforeEach(async () => {
    files.clear();
    asked = [];
    for (const table of ['app_account', 'finding', 'meta'] as const) {
      await database.db.deleteFrom(table).execute();
    }
  });

  const set = (accountName: string, site: string, extraLines = 'a.com, 1, DIRECT') =>
    database.db.transaction().execute((tx) =>
      saveAccount(tx, {
        accountKey: accountKey(accountName),
        accountName,
        site,
        extraLines,
        version: 1,
      }),
    );
  /** Runs the due checks of a node, so many hours later; returns the sites that were asked. */
  async function look(hoursLater = 0): Promise<string[]> {
    const { db } = database;
    await db
      .updateTable('app_account')
      .set((eb) => ({ checkedAt: eb('checkedAt', '-', hoursLater * hour) }))
      .execute();
    if (hoursLater > 0) await db.deleteFrom('meta').where('name', '=', 'sitesCheckedAt').execute();
    asked = [];
    await runOf(sitesJob(checksOf()), { db, lacks: () => false, isOver: () => false })();
    return asked;
  }
  const found = async () => {
    const rows = await database.db
      .selectFrom('finding')
      .selectAll()
      .where('appID', '=', '')
      .orderBy('field')
      .execute();
    return rows.map(({ rule, field, detail }) => [rule, field, detail]);
  };

  it('are asked once a day, each once, and by one node', async () => {
    await set('Harbour', 'https://one.example');
    await set('Quay', 'https://one.example');
    await set('Kelp', 'https://two.example');
    await set('Nowhere', '');
    expect(await look()).toEqual(['https://one.example', 'https://two.example']);
    expect(await look(), 'another node').toEqual([]);
    expect(await look(limits.appAds.checkHours - 1)).toEqual([]);
    await set('Kelp', 'https://three.example');
    expect(await look(0.5)).toEqual(['https://three.example']);
    expect(await look(1)).toEqual(['https://one.example']);
  });

  it('are checked although a fault of the server ends the check of one', async () => {
    files.set('https://two.example', '');
    await set('Harbour', 'https://broken.example');
    await set('Quay', 'https://two.example');
    await expect(look()).rejects.toThrow('a fault of the program');
    expect(asked).toEqual(['https://broken.example', 'https://two.example']);
    expect(await found()).toMatchObject([['app-ads-lacks-lines', 'Quay', expect.anything()]]);
  });

  it('give a finding for each account that lacks lines, until it has them', async () => {
    files.set('https://one.example', 'b.com, 1, DIRECT');
    await set('Harbour', 'https://one.example');
    await set('Quay', 'https://one.example', 'b.com, 1, DIRECT');
    await look();
    const words =
      'https://one.example/app-ads.txt lacks lines of the account “Harbour”: “a.com, 1, DIRECT”.';
    const finding = ['app-ads-lacks-lines', 'Harbour', words];
    expect(await found()).toEqual([finding]);

    files.delete('https://one.example');
    await look(25);
    expect(await found(), 'what cannot be read now is as it was').toEqual([finding]);

    const installation = () => ({
      callers: { known: 0, unknown: 0 },
      vpn: { answered: 0, failed: 0 },
      vpnTrouble: '',
      databaseBuiltAt: 0,
      usesDatabase: false,
      folderTrouble: '',
      backups: null,
      connections: { openFiles: 256, refused: 0 },
    });
    await judgeInstallation({ db: database.db, installation }, 1);
    expect(await found(), 'other rules leave it').toEqual([finding]);

    files.set('https://one.example', 'a.com, 1, DIRECT\nb.com, 1, DIRECT');
    await look(25);
    expect(await found()).toEqual([]);
  });

  it('tell by events when a finding comes and goes', async () => {
    await database.db.deleteFrom('unlogged_event').execute();
    files.set('https://one.example', '');
    await set('Harbour', 'https://one.example');
    await look();
    await look(25);
    files.set('https://one.example', 'a.com, 1, DIRECT');
    await look(25);
    const rows = await database.db
      .selectFrom('unlogged_event')
      .select(['type', 'key', 'facts'])
      .orderBy('id')
      .execute();
    const facts = { rule: 'app-ads-lacks-lines', field: 'Harbour' };
    expect(rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) }))).toMatchObject([
      { type: 'finding.opened', key: '', facts },
      { type: 'finding.closed', key: '', facts },
    ]);
  });

  it('have no finding while nothing is known, and none for another site', async () => {
    await set('Harbour', 'https://one.example');
    await look();
    expect(await found()).toEqual([]);
    files.set('https://one.example', '');
    await look(25);
    expect(await found()).toHaveLength(1);
    await set('Harbour', 'https://two.example');
    await judgeSites(database.db);
    expect(await found()).toEqual([]);
  });

  it('have so many findings at most', async () => {
    files.set('https://one.example', '');
    const { findings, sharing } = limits.appAds;
    for (let number = 0; number <= findings; number += 1) {
      await set(`Account ${1000 + number}`, 'https://one.example');
    }
    await look();
    // The others have waited longest now.
    if (sharing <= findings) await look(1);
    expect(await found()).toHaveLength(findings);
  });
});
