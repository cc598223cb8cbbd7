import { trafficColumns, trafficHeadings } from '@adwarden/contract/traffic/exports';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countUsage } from '../../../test/databases/count-usage.ts';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';
import { dayMs, dayOf, isoTime } from '../../kit/clock.ts';
import { compareDays } from './traffic.comparing.service.ts';

let api: AppServer;
let appID: string;
const today = dayOf(Date.now());
const isoDay = (daysAgo: number) => isoTime(today - daysAgo * dayMs).slice(0, 10);

beforeAll(async () => {
  api = await openAppServer({}, { begins: false });
  appID = (await api.add({ appName: '=Kelp; "Clock"', selectedUser: 'ada' })).appID;
  for (const daysAgo of [1, 8, 15, 22, 29, 30]) {
    const requests = daysAgo === 1 ? 10 : 40;
    await countUsage(
      api.db,
      today - daysAgo * dayMs,
      [appID, 'IN', 'country', requests, 4],
      [appID, 'US', 'on', 5, 0, 'Xy12'],
      [appID, '', 'wrong-token', 2, 0],
    );
  }
  await compareDays(api.db, { now: Date.now(), trafficDays: 90 });
});
afterAll(() => api.close());

/** Returns the rows of a CSV file, with its headings as keys. */
const rowsOf = (text: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true, record_delimiter: '\r\n' });
const steps = (query: Record<string, string> = {}, as = api.admin) =>
  api.call('exportTraffic', { as, query });

describe('the export of traffic', () => {
  it('has what the call answers, a row for each step', async () => {
    const { status, text, headers } = await steps(
      { appID, from: isoDay(2), to: isoDay(1) },
      api.ada,
    );
    expect(status, text).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="traffic.csv"',
    });
    const rows = rowsOf(text);
    expect(Object.keys(rows[0] ?? {})).toEqual(trafficColumns.map((name) => trafficHeadings[name]));
    expect(rows.map((row) => row['Time (UTC)'])).toEqual([isoDay(2), isoDay(1)]);
    expect(rows[1]).toMatchObject({
      Requests: '15',
      'Ads on': '5',
      'Off: country': '10',
      'Not modified': '4',
      'Old token': '5',
      'Wrong token': '2',
      'Requests, a week before': '45',
    });
  });

  it('is of all apps or of one country, by hour, and JSON of texts', async () => {
    const hours = await steps({
      step: 'hour',
      format: 'json',
      country: 'IN',
      from: isoDay(1),
      to: isoDay(1),
    });
    expect(hours.status, hours.text).toBe(200);
    const rows: Record<string, string>[] = JSON.parse(hours.text);
    expect(rows).toHaveLength(24);
    expect(rows[0]).toMatchObject({
      at: `${isoDay(1)} 00:00`,
      requests: '10',
      on: '0',
      country: '10',
    });
    expect(rows[0]?.requestsWeekBefore).toBe(rows[0]?.onWeekBefore === '' ? '' : '40');
    expect(JSON.parse((await steps({ format: 'json' }, api.eve)).text).at(-2)).toMatchObject({
      requests: '0',
    });
  });

  it.each([
    [{ appID: 'aaaaaaaaaaaaaaaa' }, 404, undefined],
    [{ from: isoDay(-1) }, 400, 'from'],
    [{ format: 'xls' }, 400, 'format'],
    [{ columns: 'at' }, 400, 'columns'],
  ] as [Record<string, string>, number, string | undefined][])(
    'refuses %j',
    async (query, status, field) => {
      const answer = await steps(query);
      expectRefusal(answer, status, field);
      expect(answer.headers).not.toHaveProperty('content-disposition');
    },
  );

  it('of an app of somebody else is 404', async () => {
    expectRefusal(await steps({ appID }, api.eve), 404);
  });
});

it('the export of a comparison has its differences, and no cell that a spreadsheet would execute', async () => {
  const ask = (query: Record<string, string>, as = api.admin) =>
    api.call('exportTrafficComparison', { as, query });
  const { status, text, headers } = await ask({});
  expect(status, text).toBe(200);
  expect(headers['content-disposition']).toBe('attachment; filename="trafficComparison.csv"');
  expect(rowsOf(text)).toEqual([
    {
      Change: 'decrease',
      Name: '\'=Kelp; "Clock"',
      Id: appID,
      Requests: '15',
      Usually: '45',
      Difference: '30',
    },
  ]);
  const own = JSON.parse((await ask({ by: 'country', format: 'json' }, api.ada)).text);
  expect(own).toEqual([
    { change: 'decrease', name: 'IN', key: 'IN', requests: '10', usual: '40', difference: '30' },
  ]);
  expectRefusal(await ask({ by: 'owner' }, api.ada), 400, 'by');
});
