import { changeEntities, type News } from '@adwarden/contract/changes/changes';
import { limits } from '@adwarden/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, openAppServer } from '../../../test/servers/app-server.ts';

let api: AppServer;
beforeAll(async () => {
  api = await openAppServer();
});
afterAll(() => api.close());

async function newsOf(as: string, mark?: string): Promise<News> {
  const answer = await api.call('getNews', { as, query: mark === undefined ? {} : { mark } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

describe('GET /changes/news of an administrator', () => {
  it('gives a mark first, and then the kinds that have changed since', async () => {
    const app = await api.add({});
    const first = await newsOf(api.admin);
    expect(first).toEqual({ mark: expect.any(String), changed: [] });
    expect(await newsOf(api.admin, first.mark), 'nothing has changed').toEqual(first);
    await api.update(app.appID, { note: 'new' });
    await api.update(app.appID, { note: 'newer' });
    await api.call('addConfigureApp', { as: api.admin, body: { id: app.appID, country: 'DE' } });
    const second = await newsOf(api.admin, first.mark);
    expect(second.changed.sort()).toEqual(['app', 'app-configuration']);
    expect(await newsOf(api.admin, second.mark)).toEqual({ mark: second.mark, changed: [] });
  });

  it.each(['999999999', '-1', 'x', '1.5'])(
    'says all kinds for the unknown mark %s',
    async (mark) => {
      expect((await newsOf(api.admin, mark)).changed).toEqual(changeEntities);
    },
  );

  it('refuses a mark that is too long', async () => {
    const query = { mark: '1'.repeat(limits.text.id + 1) };
    const { status, body } = await api.call('getNews', { as: api.admin, query });
    expect([status, body.errors[0].field]).toEqual([400, 'mark']);
  });
});

describe('GET /changes/news of an owner', () => {
  it('says nothing of what happens to others', async () => {
    await api.add({ selectedUser: 'ada' });
    const foreign = await api.add({ selectedUser: 'eve' });
    const before = await newsOf(api.ada);
    await api.update(foreign.appID, { note: 'of eve' }, api.eve);
    await api.add({});
    await api.call('deleteApp', { as: api.admin, id: foreign.appID });
    expect(await newsOf(api.ada, before.mark)).toEqual({ mark: before.mark, changed: [] });
  });

  it('says when an own app is changed, comes, goes or is deleted', async () => {
    const mine = await api.add({ selectedUser: 'ada' });
    const other = await api.add({ selectedUser: 'eve' });
    let { mark } = await newsOf(api.ada);
    const steps: [string, () => Promise<unknown>][] = [
      ['changed', () => api.update(mine.appID, { note: 'by the administrator' })],
      ['came', () => api.update(other.appID, { selectedUser: 'ada' })],
      ['went', () => api.update(other.appID, { selectedUser: 'eve' })],
      ['deleted', () => api.call('deleteApp', { as: api.admin, id: mine.appID })],
    ];
    for (const [what, step] of steps) {
      await step();
      const news = await newsOf(api.ada, mark);
      expect(news.changed, what).toEqual(['app']);
      expect(news.mark, what).not.toBe(mark);
      mark = news.mark;
    }
  });

  it('says when an own change request is decided', async () => {
    const { appID } = await api.add({ selectedUser: 'ada' });
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const body = { appID, changes: { note: 'later' }, at };
    const made = await api.call('createChangeRequest', { as: api.ada, body });
    expect(made.status, made.text).toBe(200);
    const { mark } = await newsOf(api.ada);
    const id = made.body.data.id;
    const { status, text } = await api.call('cancelChangeRequest', { as: api.admin, id });
    expect(status, text).toBe(200);
    expect((await newsOf(api.ada, mark)).changed).toEqual(['change-request']);
  });
});
