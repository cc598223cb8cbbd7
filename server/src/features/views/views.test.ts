import { limits } from '@adwarden/contract/limits';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../../test/servers/app-server.ts';
import { addSecondAdmin } from '../../../test/servers/second-admin.ts';
import { openViewServer, type ViewServer } from '../../../test/servers/view-server.ts';
import { deleteViewsOf } from './views.store.ts';

let api: ViewServer;
let other: { id: string; token: string };
beforeAll(async () => {
  api = await openViewServer();
  other = await addSecondAdmin(api);
});
afterAll(() => api.close());
afterEach(() => api.deleteAll());

describe('a view', () => {
  const form = {
    name: ' Live “without” 100% owner ✨ ',
    query: { search: "O'Reilly % _ \\", appStatus: 'live', createdFrom: '2026-03-01' },
    sort: '-appName',
    columns: ['appID', 'appName', 'requests7d'],
    isDefault: true,
  };

  it('is answered as it was saved', async () => {
    const view = await api.saved(form);
    expect(view).toEqual({
      ...form,
      name: 'Live “without” 100% owner ✨',
      id: expect.stringMatching(/^[a-z2-7]{16}$/),
      list: 'apps',
      shared: false,
      mine: true,
      by: 'Administrator',
      createdAt: expect.any(String),
      changedAt: expect.any(String),
    });
    expect(await api.views()).toEqual([view]);
  });

  it('is the list as it is, if nothing is said', async () => {
    expect(await api.saved()).toMatchObject({
      query: {},
      sort: '',
      columns: null,
      shared: false,
      isDefault: false,
    });
  });

  it('is changed where the edit says something', async () => {
    const view = await api.saved(form);
    const renamed = await api.change(view.id, { name: 'Renamed', columns: null, query: {} });
    expect(renamed.body.data).toEqual({
      ...view,
      name: 'Renamed',
      columns: null,
      query: {},
      changedAt: expect.any(String),
    });
    expect((await api.change(view.id, {})).body.data).toEqual(renamed.body.data);
    expect(await api.views()).toEqual([renamed.body.data]);
  });

  it('is gone when it was deleted', async () => {
    const { id } = await api.saved({ isDefault: true });
    const answer = await api.remove(id);
    expect(answer.body).toMatchObject({ message: 'View “Live” deleted', data: { id } });
    expect(await api.views()).toEqual([]);
    expectRefusal(await api.remove(id), 404);
    expectRefusal(await api.change(id, { name: 'x' }), 404);
  });

  it('belongs to its list, in the order of the names', async () => {
    for (const name of ['b', 'Ä', 'a', 'C']) await api.saved({ name });
    await api.saved({ name: 'Others', list: 'users' });
    expect(await api.names()).toEqual(['a', 'b', 'C', 'Ä']);
    expect(await api.names(api.admin, 'users')).toEqual(['Others']);
  });

  it('leaves nothing in the log of changes', async () => {
    const { id } = await api.saved();
    await api.change(id, { name: 'x' });
    await api.remove(id);
    expect(await api.entriesOf(id)).toEqual([]);
  });
});

describe('the default', () => {
  it('is one for each list and person', async () => {
    const first = await api.saved({ name: 'First', isDefault: true });
    const second = await api.saved({ name: 'Second', isDefault: true });
    await api.saved({ name: 'Users', list: 'users', isDefault: true });
    const defaults = async (as?: string) =>
      (await api.views(as))
        .filter(({ isDefault }: { isDefault: boolean }) => isDefault)
        .map(({ name }: { name: string }) => name);
    expect(await defaults()).toEqual(['Second']);
    await api.change(first.id, { isDefault: true });
    expect(await defaults()).toEqual(['First']);
    await api.change(second.id, { isDefault: false });
    expect(await defaults()).toEqual(['First']);
    await api.change(first.id, { isDefault: false });
    expect(await defaults()).toEqual([]);
  });

  it('may be a shared view, for each administrator by themselves', async () => {
    const { id } = await api.saved({ shared: true, isDefault: true });
    expect((await api.views(other.token))[0]).toMatchObject({ mine: false, isDefault: false });
    await api.change(id, { isDefault: true }, other.token);
    await api.change(id, { isDefault: false });
    expect((await api.views())[0]).toMatchObject({ isDefault: false });
    expect((await api.views(other.token))[0]).toMatchObject({
      isDefault: true,
      by: 'Administrator',
    });
    // The view is private again, so the other administrator has lost it.
    await api.change(id, { shared: false });
    expect(await api.views(other.token)).toEqual([]);
    expect(await api.db.selectFrom('default_view').selectAll().execute()).toEqual([]);
  });
});

describe('who may do what', () => {
  it('shows private views to nobody else', async () => {
    const { id } = await api.saved();
    for (const as of [other.token, api.ada]) {
      expect(await api.views(as)).toEqual([]);
      expectRefusal(await api.change(id, { name: 'Mine now' }, as), 404);
      expectRefusal(await api.remove(id, as), 404);
    }
    const { id: ofAda } = await api.saved({ name: 'Ada’s' }, api.ada);
    for (const as of [api.admin, api.eve]) {
      expect(await api.names(as)).not.toContain('Ada’s');
      expectRefusal(await api.change(ofAda, { isDefault: true }, as), 404);
      expectRefusal(await api.remove(ofAda, as), 404);
    }
    expect(await api.names()).toEqual(['Live']);
    expect(await api.names(api.ada)).toEqual(['Ada’s']);
  });

  it('lets every administrator change and delete a shared view, and no owner see it', async () => {
    const { id } = await api.saved({ shared: true });
    expect(await api.views(api.ada)).toEqual([]);
    expectRefusal(await api.change(id, { isDefault: true }, api.ada), 404);
    const changed = await api.change(id, { name: 'Ours' }, other.token);
    expect(changed.body.data).toMatchObject({ name: 'Ours', mine: false, by: 'Administrator' });
    expectRefusal(await api.change(id, { shared: false }, other.token), 403);
    expect((await api.remove(id, other.token)).status).toBe(200);
  });

  it('refuses owners who share, and lists that they do not have', async () => {
    expectRefusal(await api.save({ shared: true }, api.ada), 403);
    const { id } = await api.saved({}, api.ada);
    expectRefusal(await api.change(id, { shared: true }, api.ada), 403);
    for (const list of ['users', 'app-configurations', 'changes']) {
      expectRefusal(await api.save({ list }, api.ada), 403);
      expectRefusal(await api.callLoosely('getViews', { as: api.ada, query: { list } }), 403);
    }
    for (const list of ['findings', 'change-requests']) await api.saved({ list }, api.ada);
  });

  it('deletes the views of a deleted account, except shared ones', async () => {
    const { body } = await api.call('getUser', { as: api.admin, query: { userID: 'eve' } });
    await api.saved({ isDefault: true }, api.eve);
    await api.saved({ name: 'Kept', isDefault: true }, api.ada);
    expect((await api.call('deleteUser', { as: api.admin, id: body.data[0].id })).status).toBe(200);
    expect(await api.db.selectFrom('saved_view').select('name').execute()).toEqual([
      { name: 'Kept' },
    ]);
    await api.saved({ name: 'Private', isDefault: true }, other.token);
    await api.saved({ name: 'Ours', shared: true }, other.token);
    await deleteViewsOf(api.db as never, 'admin', other.id);
    expect((await api.db.selectFrom('saved_view').select('name').execute()).length).toBe(2);
    expect(await api.names()).toEqual(['Ours']);
  });
});

describe('names and numbers', () => {
  it('refuses a name that another view of the list has', async () => {
    const { id } = await api.saved({ name: 'Été' });
    for (const name of ['Été', ' été ', 'E\u0301te\u0301']) {
      expectRefusal(
        await api.save({ name }),
        409,
        'name',
        `There is a view “${name.trim().normalize('NFC')}” already`,
      );
    }
    expect((await api.change(id, { name: 'ÉTÉ' })).body.data.name).toBe('ÉTÉ');
    // The same name is free in another list, for another person, and among the shared views.
    await api.saved({ name: 'Été', list: 'users' });
    await api.saved({ name: 'Été' }, api.ada);
    await api.saved({ name: 'Été' }, other.token);
    const shared = await api.saved({ name: 'Été', shared: true });
    expectRefusal(await api.save({ name: 'été', shared: true }, other.token), 409, 'name');
    expectRefusal(await api.change(shared.id, { shared: false }), 409, 'name');
    const next = await api.saved({ name: 'Next' });
    expectRefusal(await api.change(next.id, { name: 'Été' }), 409, 'name');
  });

  it('refuses one view more than allowed, also when all are saved at once', async () => {
    const { user: ofOwner, admin: ofAdmin } = limits.quotas.views;
    const all = Array.from({ length: ofOwner + 5 }, (_, index) =>
      api.save({ name: `${index}` }, api.ada),
    );
    const refused = (await Promise.all(all)).filter(({ status }) => status === 409);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body.message).toBe('You have 100 views: delete some first');
    expect(await api.views(api.ada)).toHaveLength(ofOwner);
    // Other people have limits of their own, also for shared views.
    await api.saved();
    for (let index = 0; index < ofAdmin; index += 1) {
      await api.saved({ name: `s${index}`, shared: index % 2 === 0 }, other.token);
    }
    expectRefusal(await api.save({ name: 'x', shared: true }, other.token), 409);
    await api.saved({ name: 'x', shared: true });
    const [{ id }] = await api.views(other.token);
    expectRefusal(await api.change(id, { shared: false }, api.admin), 403);
    expect((await api.change(id, { name: 'renamed although it is full' })).status).toBe(200);
  });
});
