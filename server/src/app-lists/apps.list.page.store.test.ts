import { beforeAll, expect, it } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { appOf } from '../../test/samples/app-list-sample.ts';
import { listApps } from './apps.list.store.ts';

/** A number of apps above the limit up to which apps are fetched and sorted. */
const many = 2100;
const perStatement = 100;
const nameOf = (index: number) => `Bulk ${String(index).padStart(4, '0')}`;

eachDialect('pages among thousands of apps', (database) => {
  beforeAll(async () => {
    for (let first = 0; first < many; first += perStatement) {
      const apps = Array.from({ length: perStatement }, (_, step) => {
        const index = first + step;
        const appName = nameOf((index * 1231) % many);
        return { ...appOf(index), appID: `bulk${index}`, appName, ownerId: null };
      });
      const tokens = apps.map(({ appID }) => ({ token: appID, appID, since: 0, until: null }));
      await database.db.insertInto('app').values(apps).execute();
      await database.db.insertInto('app_token').values(tokens).execute();
    }
  });

  const page = (page: number, search: string, descending = false) => {
    const sort = { column: 'appName', descending } as const;
    return listApps(database.db, { page, pageSize: 10, search, sort });
  };
  const namesFrom = (first: number, step: 1 | -1) =>
    Array.from({ length: 10 }, (_, index) => nameOf(first + index * step));

  it('scans an index when a search finds many apps', async () => {
    for (const [number, descending, first] of [
      [0, false, 0],
      [150, false, 1500],
      [150, true, many - 1501],
    ] as const) {
      const { rows, total } = await page(number, 'bulk', descending);
      expect(total).toBe(many);
      expect(rows.map(({ appName }) => appName)).toEqual(namesFrom(first, descending ? -1 : 1));
    }
  });

  it('fetches and sorts when a search finds few apps', async () => {
    const { rows, total } = await page(0, 'bulk 012');
    expect(total).toBe(10);
    expect(rows.map(({ appName }) => appName)).toEqual(namesFrom(120, 1));
  });

  it('has the total after the last page, too', async () => {
    expect(await page(many, 'bulk')).toEqual({ rows: [], total: many });
    expect(await page(1, 'bulk 012')).toEqual({ rows: [], total: 10 });
  });
});
