import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { buildTestServer } from '../../../../test/servers/build-test-server.ts';
import { keepLog } from '../../../../test/servers/kept-log.ts';
import { createJobs } from '../../../jobs/jobs.ts';
import { systemClock } from '../../../kit/clock.ts';
import { judgeHereJob } from './here.service.ts';

/* A server's findings about itself, while its database refuses it. */

test('it is stored again only when something was stored', async () => {
  const adwarden = await buildTestServer({}, { begins: false });
  onTestFinished(() => adwarden.close());
  const { db } = adwarden;
  const { logger, lines } = keepLog('info');
  let lost = ['the key is gone'];
  let looks = 0;
  const here = () => {
    looks += 1;
    return { lost, arePhonesBehind: false, damage: '' };
  };
  const said = () => lines.map(({ msg }) => msg);

  await sql`alter table finding rename to away`.execute(db);
  const jobs = createJobs({ db, logger, lacks: () => false, clock: systemClock });
  onTestFinished(jobs.begin([judgeHereJob({ db, server: 'oslo', here })]));
  await expect.poll(said).toEqual(['what this server found of itself could not be stored']);
  for (const next of [['the key is gone', 'its folder is gone'], []]) {
    lost = next;
    const before = looks;
    await expect.poll(() => looks).toBeGreaterThan(before + 1);
  }
  expect(said()).toEqual(['what this server found of itself could not be stored']);

  lost = ['the key is gone'];
  await sql`alter table away rename to finding`.execute(db);
  await expect.poll(said).toHaveLength(2);
  expect(said()[1]).toMatch(/^what this server finds of itself is stored again after \d+ s$/);
  const stored = db.selectFrom('finding').select('detail').where('rule', '=', 'files-gone');
  await expect.poll(() => stored.execute()).toEqual([{ detail: 'The key is gone.' }]);
});
