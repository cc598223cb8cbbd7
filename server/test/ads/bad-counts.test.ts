import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { CallName } from '@adwarden/contract/calls';
import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { allApps, unknownApps } from '../../src/db/schema.requests.ts';
import { compareDays } from '../../src/features/traffic/traffic.comparing.service.ts';
import { addUpByOwner } from '../../src/features/traffic/traffic.totals.service.ts';
import { writeRequestsOfLists } from '../../src/features/usage/usage.list.service.ts';
import { createTakeUsage } from '../../src/features/usage/usage.taking.service.ts';
import { dayMs, dayOf, hourMs, hourOf } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { createStreamAnswers } from '../../src/stream/stream.http.ts';
import { hasPostgres } from '../databases/postgres-database.ts';
import { type AppServer, openAppServer } from '../servers/app-server.ts';

/* Reports of an edge can be wrong, and a stored row can be bad: no call about requests fails because of it. */

const kinds = ['sqlite', 'postgres'] as const;
describe.each(hasPostgres() ? kinds : kinds.slice(0, 1))('on %s', (database) => {
  let api: AppServer;
  let appID: string;
  beforeAll(async () => {
    api = await openAppServer({}, { begins: false, database });
    ({ appID } = await api.add({ selectedUser: 'ada' }));
  });
  afterAll(() => api?.close());

  const now = () => Date.now();
  const query = (of: object) => ({ query: of as never });

  /** Every call that reads counts of requests. */
  const asked: [CallName, object][] = [
    ['getUsage', {}],
    ['getUsage', query({ days: 7 })],
    ['getTraffic', {}],
    ['getTraffic', query({ step: 'hour' })],
    ['exportTraffic', {}],
    ['compareTraffic', {}],
    ['compareTraffic', query({ by: 'account', days: 7 })],
    ['compareTraffic', query({ by: 'owner' })],
    ['exportTrafficComparison', {}],
    ['getAllApp', query({ with: 'usage' })],
  ];
  const askedOfApp: [CallName, object][] = [
    ['getAppUsage', {}],
    ['getAppTraffic', {}],
    ['getAppTraffic', query({ step: 'hour' })],
    ['getTokenUses', {}],
  ];

  async function everyAnswer() {
    const statuses: [string, number][] = [];
    const note = (name: string, { status }: { status: number }) => statuses.push([name, status]);
    for (const as of [api.admin, api.ada]) {
      for (const [name, how] of asked) {
        const isOfAdmins = name === 'getAllApp' || JSON.stringify(how).includes('owner');
        const isRefused = isOfAdmins && as === api.ada;
        if (!isRefused) note(name, await api.call(name, { as, ...how }));
      }
      for (const [name, how] of askedOfApp) {
        note(name, await api.call(name, { as, id: appID, ...how }));
      }
    }
    return statuses;
  }

  const bad = [9e15, 2 ** 62, 9_223_372_036_854_775_807n, -5, -9_223_372_036_854_775_807n];

  /** Inserts rows of every kind that no release writes any more. */
  async function plantBadRows() {
    const today = dayOf(now());
    const countries = ['', 'DE', 'FR', 'US', 'IN'];
    const whole = (value: number | bigint) => sql`cast(${sql.lit(String(value))} as bigint)`;
    const days = [today, today - dayMs, today - 7 * dayMs, 275_760 * 366 * dayMs, -5 * dayMs];
    for (const id of [appID, allApps, unknownApps, `@ada`]) {
      for (const day of [...days, 2 ** 62]) {
        for (const [place, country] of countries.entries()) {
          const value = whole(BigInt(bad[place] ?? 0));
          await sql`insert into app_usage (day, "appID", country, ok, "notModified", "oldToken",
            "wrongToken", "turnedOff", "on", "offPaused", "offSuspended", "offAds", "offCountry", "offVpn")
          values (${whole(BigInt(day))}, ${id}, ${country}, ${sql.join(Array(11).fill(value))})
          on conflict do nothing`.execute(api.db);
          await sql`insert into app_usage_hour (hour, "appID", country, outcome, requests, "notModified", "oldToken")
          values (${whole(BigInt(day === today ? hourOf(now()) : day))}, ${id}, ${country}, 'on', ${value}, ${value}, ${value})
          on conflict do nothing`.execute(api.db);
          await sql`insert into app_token_usage (day, "appID", token, country, requests)
          values (${whole(BigInt(day))}, ${id}, 'abcd', ${country}, ${value})
          on conflict do nothing`.execute(api.db);
        }
      }
    }
    for (const step of ['day', 'hour']) {
      await sql`insert into traffic_total (step, time, requests)
      values (${step}, ${whole(today - dayMs)}, ${whole(2n ** 62n)})`.execute(api.db);
    }
  }

  it('answers every call beside bad rows, works traffic out, and counts on', async () => {
    await plantBadRows();
    const all = await everyAnswer();
    expect(all.filter(([, status]) => status !== 200)).toEqual([]);
    const deps = { now: now(), trafficDays: limits.kept.usage.days };
    await addUpByOwner(api.db, deps);
    await compareDays(api.db, deps);
    await writeRequestsOfLists(api.db, now());

    const take = createTakeUsage({
      db: api.db,
      trafficDays: 90,
      now,
      logger: pino({ level: 'silent' }),
    });
    await take({
      sender: newId(),
      number: 1,
      hour: hourOf(now()),
      sums: [[appID, 'DE', 'on', 3, 1, 'abcd']],
    });
    const usage = await api.call('getAppUsage', { as: api.ada, id: appID });
    expect(usage.body.data.total).toEqual({ ok: 2, notModified: 1, oldToken: 3, wrongToken: 0 });
    expect((await everyAnswer()).filter(([, status]) => status !== 200)).toEqual([]);
  });

  /** Opens the stream of an office over HTTP; returns the function that sends it the body of an edge. */
  async function openStream(storeAnswers: (answers: unknown) => void) {
    const logger = pino({ level: 'silent' });
    const take = createTakeUsage({ db: api.db, trafficDays: 90, now, logger });
    const { answer } = createStreamAnswers({
      officeOf: (_, edge) => ({
        async *follow() {},
        addUsage: (part) => take(part, edge?.name),
        storeAnswers: async (answers) => storeAnswers(answers),
        report: async () => {},
        signOff: async () => {},
      }),
      whenPrepared: Promise.resolve(),
      isPrepared: () => true,
      state: () => ({ troubles: [], isDiskFull: false }),
      time: () => null,
      lookupsOf: () => ({ ipinfo: 0, vpnapi: 0 }),
      logger,
    });
    const edge = { name: 'oslo-1', process: 1, version: '0.3.0' };
    const server = createServer((asked, response) => {
      if (!answer(asked, response, edge)) response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    return async (path: string, body: object) => {
      const asking = request({
        port,
        path: `/stream/${path}?sender=s`,
        method: 'POST',
        agent: false,
      });
      asking.end(JSON.stringify(body));
      const [response] = await once(asking, 'response');
      return response.resume().statusCode;
    };
  }

  it('takes nothing of an edge that could not be counted', async () => {
    const answers = vi.fn();
    const send = await openStream(answers);
    const hour = hourOf(now());
    const part = (sums: unknown[], more: object = { hour }) => ({
      sender: newId(),
      number: 1,
      ...more,
      sums,
    });
    const id = newId();
    for (const [why, sum] of Object.entries({
      'a count beyond all': [id, '', 'on', 9e15, 0],
      'a count of 304 beyond all': [id, '', 'on', 1, limits.usage.mostSent + 1],
      'a negative count': [id, '', 'on', -1, 0],
      'a fraction': [id, '', 'on', 1.5, 0],
      'the row of all apps': ['*', '', 'on', 1, 0],
      'the row of an owner': ['@ada', '', 'on', 1, 0],
      'a text that is no app ID': ['DROP TABLE', '', 'on', 1, 0],
      'a text that is no country': [id, 'x\n', 'on', 1, 0],
    })) {
      expect([why, await send('usage', part([sum]))]).toEqual([why, 400]);
    }
    const older = [id, '', 1, 9e15, 0, 0];
    expect(await send('usage', part([older], { day: dayOf(now()) }))).toBe(400);

    const rows = async () =>
      api.db.selectFrom('app_usage').select(['day', 'appID']).where('country', '=', 'NO').execute();
    for (const wrong of [hour + 2 * hourMs, hour - 91 * dayMs, 275_760 * 365 * dayMs, 0]) {
      const sent = [[appID, 'NO', 'on', 1, 0]];
      // After a refusal, the edge would send them again for ever.
      expect(await send('usage', part(sent, { hour: Math.min(wrong, limits.latestTime) }))).toBe(
        204,
      );
    }
    expect(await rows()).toEqual([]);
    // For an app that is deleted or was made up, only the totals are kept.
    const sums = [
      [id, 'NO', 'on', 2, 0],
      [appID, 'NO', 'on', 3, 0],
      ['', 'NO', 'wrong-token', 1, 0],
    ];
    expect(await send('usage', part(sums, { hour: hour + 5 }))).toBe(204);
    const day = dayOf(now());
    expect((await rows()).map((row) => row.appID).sort()).toEqual(['', '*', appID].sort());
    expect((await rows()).every((row) => row.day === day)).toBe(true);

    const seen = (answer: string, answeredAt = now()) => [{ appID, answeredAt, answer }];
    const right = JSON.stringify({ country: 'DE', status: 200, reason: null });
    for (const answer of [
      '',
      'null',
      '{}',
      right.replace('200', '1e9'),
      right.replace('DE', '<b>'),
    ])
      expect([answer, await send('answers', seen(answer))]).toEqual([answer, 400]);
    expect(await send('answers', seen(right, 9e15))).toBe(400);
    expect(answers).not.toHaveBeenCalled();
    expect(await send('answers', seen(right))).toBe(204);
  });
});
