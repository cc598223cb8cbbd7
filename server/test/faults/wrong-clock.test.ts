import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepTime } from '../../src/db/kept-time.ts';
import { judgeOutside } from '../../src/features/findings/judging/run.service.ts';
import { dayMs, hourOf, isoTime } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import { countUsage } from '../databases/count-usage.ts';
import { hasPostgres } from '../databases/postgres-database.ts';
import {
  type ChangeRequestServer,
  openChangeRequestServer,
} from '../servers/change-request-server.ts';
import { pruneNow } from '../servers/prune.ts';

/*
 * A wrong clock, through the whole product. The clock of a database cannot be moved in a test, so the stored times are moved the
 * other way.
 */

const kinds = ['sqlite', 'postgres'] as const;
const soon = { interval: 50 };
/**
 * The time until the end of everything that a test makes. A machine on which the clock is not wrong by then gets twice the time.
 */
const endsInMs = 8_000;
/** A time longer than the pauses of all recurring work, which runs each second or two. */
const aWhileMs = 3_000;

describe.each(hasPostgres() ? kinds : kinds.slice(0, 1))('on %s', (database) => {
  let api: ChangeRequestServer;
  let address: string;
  beforeAll(async () => {
    api = await openChangeRequestServer({ ADS_MAX_AGE: '0' }, { database });
    address = await api.listen();
    await keepTime(api.db, (ran) => ran);
  });
  afterAll(() => api?.close());

  const kept = { kept_time: ['minute', 'expected', 'bound'] };
  const ends = { pause: ['until'], app_token: ['until'], change_request: ['at'] };
  /** Moves the clock by so much, compared with the stored times. */
  async function move(ms: number, times: Record<string, string[]>) {
    for (const [table, names] of Object.entries(times)) {
      const shifted = names.map(
        (name) => sql`${sql.ref(name)} = ${sql.ref(name)} - ${sql.lit(ms)}`,
      );
      await sql`update ${sql.table(table)} set ${sql.join(shifted)}`.execute(api.db);
    }
    for (const { appID } of touched) await api.update(appID, { note: newId() });
    await api.add({ appName: `moved by ${ms}` });
  }
  /** Makes the clock wrong by so much from now on; the ads know it. */
  async function goWrong(ms: number) {
    // On a busy machine the last minute may be kept late, and a clock that is back by little is right then.
    await keepTime(api.db, (ran) => ran);
    // In this order, nothing ends in between.
    if (ms < 0) await move(ms, ends);
    await move(ms, kept);
    await expect.poll(doubted, soon).toBe(true);
    if (ms > 0) await move(ms, ends);
  }
  async function goRight(ms: number) {
    if (ms > 0) await move(-ms, ends);
    await move(-ms, kept);
    if (ms < 0) await move(-ms, ends);
  }
  /** Apps about whose old tokens the ads must hear. */
  let touched: { appID: string }[] = [];
  const inMs = (ms: number) => isoTime(Date.now() + ms);
  const reasonOf = async ({ appID, authToken }: { appID: string; authToken: string }) => {
    const answer = await fetch(
      `${address}/api/getAds?${new URLSearchParams({ appID, authToken })}`,
    );
    const { data } = (await answer.json()) as { data?: { reason: string | null } };
    return answer.status === 200 ? data?.reason : answer.status;
  };
  /** Makes a pause, an old token and a scheduled change, all of which end after so long. */
  async function endingIn(ms: number) {
    const end = Date.now() + ms;
    const paused = await api.add();
    const start = {
      scope: 'app',
      value: paused.appID,
      reason: 'Testing',
      until: isoTime(end),
    } as const;
    const made = await api.call('startPause', { as: api.admin, body: start });
    expect(made.status, made.text).toBe(200);
    const rotated = await api.add();
    const old = { appID: rotated.appID, authToken: rotated.authToken };
    await api.call('rotateToken', { as: api.admin, id: rotated.appID, body: {} });
    await api.db
      .updateTable('app_token')
      .set({ until: end })
      .where('token', '=', rotated.authToken)
      .execute();
    const changed = await api.add();
    const at = isoTime(end);
    const { id } = await api.schedule({ appID: changed.appID, changes: { note: 'later' }, at });
    touched = [rotated];
    return { paused, old, id, end };
  }
  /** Makes the same; then the clock goes wrong before the end. */
  async function endingWhileWrong(ms: number) {
    for (let inMs = endsInMs; ; inMs *= 2) {
      const late = Date.now() + inMs;
      const made = await endingIn(inMs).catch((error) => {
        if (Date.now() < late) throw error;
      });
      if (made) {
        await goWrong(ms);
        if (Date.now() < made.end) return made;
        await goRight(ms);
        await expect.poll(doubted, soon).toBe(false);
      }
      await expect.poll(activePauses, soon).toBe(0);
    }
  }
  const activePauses = async () =>
    (await api.call('getPauses', { as: api.admin, query: { state: 'active' } })).body.data.length;
  const findings = async () => {
    await judgeOutside(api.db, 'off');
    const query = { rule: 'clock-not-believed' } as const;
    return (await api.call('getFindings', { as: api.admin, query })).body.data.length;
  };
  const doubted = async () => /^adwarden_clock_not_believed 1$/m.test(await api.metrics.metrics());

  it.each([
    ['15 months ahead', 450 * dayMs],
    ['a day back', -dayMs],
    ['two minutes back', -120_000],
  ])('while a clock is %s, nothing becomes due or ends', async (_, ms) => {
    const { paused, old, id, end } = await endingWhileWrong(ms);
    await pause(end - Date.now() + aWhileMs);
    expect(await reasonOf(paused)).toBe('paused');
    expect(await reasonOf(old)).toBe(null);
    expect((await api.request(id)).state).toBe('scheduled');
    expect(await activePauses()).toBe(1);
    expect(await findings()).toBe(1);
    expect(await doubted()).toBe(true);
    const checks = await api.call('getSystemChecks', { as: api.admin });
    expect(checks.body.data).toContainEqual(
      expect.objectContaining({ name: 'kept time', state: 'error' }),
    );

    // The clock is right again.
    await goRight(ms);
    await expect.poll(() => reasonOf(paused), soon).toBe(null);
    await expect.poll(() => reasonOf(old), soon).toBe(401);
    await api.becomes(id, 'applied');
    await expect.poll(activePauses, soon).toBe(0);
    expect(await findings()).toBe(0);
    await expect.poll(doubted, soon).toBe(false);
  });

  it('goes on by a clock that an administrator accepts', async () => {
    const { paused, old, id } = await endingIn(600_000);
    await goWrong(40 * dayMs);
    expect(await findings()).toBe(1);
    // An old token ends some days after the time that was believed last.
    const { appID } = await api.add();
    const rotated = await api.call('rotateToken', { as: api.admin, id: appID, body: {} });
    const { minute } = await api.db
      .selectFrom('kept_time')
      .select('minute')
      .executeTakeFirstOrThrow();
    const end = isoTime(minute + limits.oldTokenDays.default * dayMs);
    expect(rotated.body.data.oldTokenUntil).toBe(end);
    const oldTokens = await api.call('getOldTokens', { as: api.admin, id: appID });
    expect(oldTokens.body.data.oldTokens).toMatchObject([{ until: end }]);
    expect((await api.call('acceptTime', { as: api.ada })).status).toBe(403);
    expect(await findings()).toBe(1);
    const accepted = await api.call('acceptTime', { as: api.admin });
    expect(accepted.status, accepted.text).toBe(200);
    await expect.poll(() => reasonOf(paused), soon).toBe(null);
    await expect.poll(() => reasonOf(old), soon).toBe(401);
    await api.becomes(id, 'missed');
    expect(await findings()).toBe(0);
  });

  it('a weekend without power is nothing', async () => {
    const app = await api.add();
    const at = inMs(1_500);
    const { id } = await api.schedule({ appID: app.appID, changes: { note: 'in time' }, at });
    await move(3 * dayMs, kept);
    await api.becomes(id, 'applied');
  });

  it('a clock that is wrong once deletes no history', async () => {
    const { appID } = await api.add();
    const counts = async () =>
      (await api.db.selectFrom('app_usage').select('day').where('appID', '=', appID).execute())
        .length;
    const entries = async () => (await api.db.selectFrom('change').select('seq').execute()).length;
    for (const days of [0, 30, 80, limits.kept.usage.days - 1]) {
      await countUsage(api.db, hourOf(Date.now() - days * dayMs), [appID, '', 'on', 1, 0]);
    }
    const [usage, log] = [await counts(), await entries()];
    await move(450 * dayMs, kept);
    await pruneNow(api.db, limits.kept);
    await pruneNow(api.db, limits.kept);
    expect(await counts()).toBe(usage);
    expect(await entries()).toBeGreaterThanOrEqual(log);
    await move(-450 * dayMs, kept);
    await pruneNow(api.db, limits.kept);
    expect(await counts()).toBe(usage);
  });
});
