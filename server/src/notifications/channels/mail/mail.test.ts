import { type Mail, mail } from '@adwarden/contract/notifications/mail';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, openMailServer } from '../../../../../deploy/programs/mail-server.ts';
import { type BatchServer, openBatchServer } from '../../../../test/servers/batch-server.ts';
import { addSecondAdmin } from '../../../../test/servers/second-admin.ts';
import { judgeOutside } from '../../../features/findings/judging/run.service.ts';
import { take } from './mail.store.ts';

let server: MailServer;
let api: BatchServer;
let other: { id: string; token: string };
beforeAll(async () => {
  server = await openMailServer();
  api = await openBatchServer({
    SMTP_URL: server.url,
    MAIL_FROM: 'Master <office@example.com>',
    MAIL_HOUR: '7',
    PUBLIC_URL: 'https://office.example.com',
    COMPANY_NAME: 'Harbour',
    WRITES_PER_MINUTE: '100000',
  });
  other = await addSecondAdmin(api);
});
afterEach(async () => {
  server.refuse(null);
  for (const as of [api.admin, other.token]) await save(false, as);
  server.mails.splice(0);
});
afterAll(async () => {
  await api?.close();
  await server?.close();
});

const soon = { interval: 20 };
const broken = { googleBanner1: 'ca-app-pub-1' };

async function save(subscribed: boolean, as = api.admin): Promise<Mail> {
  const answer = await api.call('updateMail', { as, body: { subscribed } });
  expect(answer.status, answer.text).toBe(200);
  return mail.parse(answer.body.data);
}
async function read(as = api.admin): Promise<Mail> {
  const answer = await api.call('getMail', { as });
  expect(answer.status, answer.text).toBe(200);
  return mail.parse(answer.body.data);
}
/** Makes all mails due. */
const comes = () => api.db.updateTable('mail_subscriber').set({ dueAt: 1 }).execute();
/** Resolves when mails have reported everything that has happened so far, or had nothing to report. */
async function dealt(): Promise<void> {
  const behind = () =>
    api.db
      .selectFrom('mail_subscriber')
      .select('adminId')
      .where('unlogged', '<', (eb) =>
        eb.selectFrom('unlogged_event').select(({ fn }) => fn.max('id').as('last')),
      )
      .execute();
  await expect
    .poll(async () => {
      // Apps are compared with others in the background, and the comparison may find something after the last mail.
      await comes();
      return behind();
    }, soon)
    .toEqual([]);
}
const add = async (over: object) => (await api.addSome(1, over, api.ada))[0] as string;

describe('a daily mail', () => {
  it('lists the errors that are new since the last one, to those who want it', async () => {
    await add({ appName: 'Old', ...broken });
    const saved = await save(true);
    expect(saved).toMatchObject({ available: true, subscribed: true, sentAt: null, error: '' });
    expect(saved.nextAt).toMatch(/T07:00:00\.000Z$/);
    const { address } = saved;
    await add({ appName: 'Tide ➜ Clock', ...broken });
    await add({ appName: 'Ebb', googleBanner1: 'ca-app-pub-2', reward1: 'ca-app-pub-3' });
    await add({ appName: 'Well' });
    await comes();
    await expect.poll(() => server.mails.length, soon).toBe(1);
    const [sent] = server.mails;
    expect(sent).toMatchObject({
      from: 'office@example.com',
      to: [address],
      subject: 'Harbour: 3 new errors',
      text: [
        '3 new errors in 2 places.',
        '',
        'Ebb',
        '- Malformed AdMob ad unit. Google Banner 1 is no whole AdMob ad unit.',
        '- Malformed AdMob ad unit. Reward 1 is no whole AdMob ad unit.',
        '',
        'Tide ➜ Clock',
        '- Malformed AdMob ad unit. Google Banner 1 is no whole AdMob ad unit.',
        '',
        'All errors: https://office.example.com/admin/safety/findings?severity=error',
        '',
        '-- ',
        'You turn these mails on and off here: https://office.example.com/admin/notifications',
        '',
      ].join('\n'),
    });
    expect(sent?.head).toContain('From: Master <office@example.com>');
    expect(sent?.head).toContain(
      'List-Unsubscribe: <https://office.example.com/admin/notifications>',
    );
    await expect.poll(async () => (await read()).sentAt, soon).not.toBeNull();
    expect((await read()).nextAt).toMatch(/T07:00:00\.000Z$/);
    await add({ appName: 'Only a notice', reward1: 'kelp' });
    await comes();
    await dealt();
    expect(server.mails, 'nothing is new').toHaveLength(1);
  });

  it('leaves out what was corrected or muted, and is not sent for nothing', async () => {
    await save(true);
    const corrected = await add({ appName: 'Corrected', ...broken });
    await api.update(corrected, { googleBanner1: 'ca-app-pub-7777777777777777/9053316842' });
    const appID = await add({ appName: 'Muted', ...broken });
    const muted = {
      appID,
      rule: 'malformed-unit',
      field: 'googleBanner1',
      reason: 'A test app',
    } as const;
    expect((await api.call('muteFinding', { as: api.admin, body: muted })).status).toBe(200);
    await comes();
    await dealt();
    expect(server.mails).toEqual([]);
    expect((await read()).sentAt).toBeNull();
  });

  it('lists at most 50 errors, and counts the others', async () => {
    await save(true);
    await api.addSome(52, { appName: 'One of many', ...broken }, api.ada);
    await comes();
    await expect.poll(() => server.mails.length, soon).toBe(1);
    const [{ text = '', subject = '' } = {}] = server.mails;
    expect(subject).toBe('Harbour: 52 new errors');
    expect(text.match(/^- Malformed/gm)).toHaveLength(50);
    expect(text).toContain('And 2 more errors.');
  });

  it('is of each administrator, from the time on at which they turned it on', async () => {
    await save(true);
    await add({ appName: 'First', ...broken });
    await save(true, other.token);
    await save(true);
    await add({ appName: 'Second', ...broken });
    await comes();
    await expect.poll(() => server.mails.length, soon).toBe(2);
    const textTo = async (as: string) => {
      const { address } = await read(as);
      return server.mails.find(({ to }) => to.includes(address))?.text;
    };
    expect(await textTo(api.admin)).toContain('First');
    expect(await textTo(api.admin)).toContain('Second');
    expect(await textTo(other.token)).not.toContain('First');
    expect(await textTo(other.token)).toContain('Second');
    await save(false, other.token);
    await add({ appName: 'Third', ...broken });
    await comes();
    await expect.poll(() => server.mails.length, soon).toBe(3);
    await dealt();
    expect(server.mails).toHaveLength(3);
  });
});

it('is sent by one node', async () => {
  await save(true);
  await api.db
    .updateTable('mail_subscriber')
    .set({ dueAt: 9 ** 15 })
    .execute();
  const [subscriber] = await api.db.selectFrom('mail_subscriber').selectAll().execute();
  if (!subscriber) throw new Error('Nobody wants mails');
  const takes = Array.from({ length: 5 }, (_, node) => take(api.db, subscriber, 9 ** 16 + node));
  expect((await Promise.all(takes)).filter(Boolean)).toHaveLength(1);
});

describe('a mail that is not taken', () => {
  it('is tried again in an hour, with what is new since, and is a finding then', async () => {
    const { address } = await save(true);
    await add({ appName: 'Flow', ...broken });
    server.refuse('The box is full');
    await comes();
    await expect.poll(async () => (await read()).error, soon).toMatch(/The box is full$/);
    const state = await read();
    const inMs = Date.parse(state.nextAt ?? '') - Date.now();
    expect(inMs).toBeGreaterThan(59 * 60_000);
    expect(inMs).toBeLessThanOrEqual(60 * 60_000);
    const finding = async () => {
      await judgeOutside(api.db, 'off');
      const query = { rule: 'mail-not-sent', pageSize: 10 } as const;
      return (await api.call('getFindings', { as: api.admin, query })).body.data[0]?.detail;
    };
    expect(await finding(), 'one failure is no finding').toBeUndefined();
    await api.db.updateTable('mail_subscriber').set({ failingSince: 1 }).execute();
    expect(await finding()).toMatch(new RegExp(`^Not to ${address}: .*The box is full\\.$`));
    server.refuse(null);
    await add({ appName: 'Later', ...broken });
    await comes();
    await expect.poll(() => server.mails.length, soon).toBe(1);
    expect(server.mails[0]?.text).toMatch(/Flow[\s\S]*Later/);
    await expect.poll(async () => (await read()).error, soon).toBe('');
    expect(await finding()).toBeUndefined();
  });

  it('is counted in the metrics', async () => {
    const count = async (outcome: string) => {
      const text = await api.metrics.metrics();
      const line = `adwarden_mails_total{outcome="${outcome}"} `;
      return Number(text.split(line)[1]?.split('\n')[0]);
    };
    const before = { sent: await count('sent'), failed: await count('failed') };
    await save(true);
    await add({ appName: 'Quay', ...broken });
    server.refuse('No');
    await comes();
    await expect.poll(() => count('failed'), soon).toBe(before.failed + 1);
    server.refuse(null);
    await comes();
    await expect.poll(() => count('sent'), soon).toBe(before.sent + 1);
  });
});

describe('a test mail', () => {
  const test = () => api.call('testMail', { as: api.admin });

  it('arrives at once, or says why not', async () => {
    expect((await test()).body).toMatchObject({
      message: 'The mail server has taken the mail',
      data: { error: '' },
    });
    const { address } = await read();
    expect(server.mails).toMatchObject([{ to: [address], subject: 'Harbour: test' }]);
    server.refuse('The box is full');
    const refused = await test();
    expect(refused.body.message).toMatch(/^The mail server has not taken the mail: .* is full$/);
    expect(refused.body.data.error).toMatch(/The box is full$/);
  });
});

it('an owner has no mail', async () => {
  for (const name of ['getMail', 'testMail'] as const) {
    expect((await api.call(name, { as: api.ada })).status).toBe(403);
  }
  const body = { subscribed: true } as const;
  expect((await api.call('updateMail', { as: api.ada, body })).status).toBe(403);
});

it.each([{}, { subscribed: 'on' }, { subscribed: null }])('refuses %j', async (body) => {
  const answer = await api.callLoosely('updateMail', { as: api.admin, body });
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'subscribed']);
});

describe('without a mail server', () => {
  let poor: BatchServer;
  beforeAll(async () => {
    poor = await openBatchServer();
  });
  afterAll(() => poor?.close());

  it('nobody can want mails, and the words say what is missing', async () => {
    const as = poor.admin;
    const { body } = await poor.call('getMail', { as });
    expect(body.data).toMatchObject({ available: false, subscribed: false, nextAt: null });
    for (const name of ['updateMail', 'testMail'] as const) {
      const answer = await poor.call(name, { as, body: { subscribed: true } });
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'This server sends no mails: SMTP_URL is not set',
      ]);
    }
    expect((await poor.call('updateMail', { as, body: { subscribed: false } })).status).toBe(200);
  });
});
