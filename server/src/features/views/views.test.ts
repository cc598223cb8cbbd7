import { limits } from '@adwarden/contract/limits';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/app-server.ts';
import { addSecondAdmin } from '../../../test/second-admin.ts';
import { deleteViewsOf } from './views.store.ts';

let api: AppServer;
let other: { id: string; token: string };
beforeAll(async () => {
  api = await openAppServer({ WRITES_PER_MINUTE: '1000' });
  other = await addSecondAdmin(api);
});
afterAll(() => api.close());
afterEach(async () => {
  await api.db.deleteFrom('saved_view').execute();
});

type Form = Record<string, unknown>;
const save = (form: Form = {}, as = api.admin) =>
  api.call('addView', { as, body: { list: 'apps', name: 'Live', ...form } });
const change = (id: string, body: Form, as = api.admin) => api.call('updateView', { as, id, body });
const remove = (id: string, as = api.admin) => api.call('deleteView', { as, id });
async function saved(form: Form = {}, as = api.admin) {
  const answer = await save(form, as);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
async function views(as = api.admin, list = 'apps') {
  const answer = await api.call('getViews', { as, query: { list } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const names = async (as?: string, list?: string) =>
  (await views(as, list)).map(({ name }: { name: string }) => name);

describe('a view', () => {
  const form = {
    name: ' Live “without” 100% owner ✨ ',
    query: { search: "O'Reilly % _ \\", appStatus: 'live', createdFrom: '2026-03-01' },
    sort: '-appName',
    columns: ['appID', 'appName', 'requests7d'],
    isDefault: true,
  };

  it('is answered as it was saved', async () => {
    const view = await saved(form);
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
    expect(await views()).toEqual([view]);
  });

  it('is the list as it is, if nothing is said', async () => {
    expect(await saved()).toMatchObject({
      query: {},
      sort: '',
      columns: null,
      shared: false,
      isDefault: false,
    });
  });

  it('is changed where the edit says something', async () => {
    const view = await saved(form);
    const renamed = await change(view.id, { name: 'Renamed', columns: null, query: {} });
    expect(renamed.body.data).toEqual({
      ...view,
      name: 'Renamed',
      columns: null,
      query: {},
      changedAt: expect.any(String),
    });
    expect((await change(view.id, {})).body.data).toEqual(renamed.body.data);
    expect(await views()).toEqual([renamed.body.data]);
  });

  it('is gone when it was deleted', async () => {
    const { id } = await saved({ isDefault: true });
    const answer = await remove(id);
    expect(answer.body).toMatchObject({ message: 'View “Live” deleted', data: { id } });
    expect(await views()).toEqual([]);
    expectRefusal(await remove(id), 404);
    expectRefusal(await change(id, { name: 'x' }), 404);
  });

  it('belongs to its list, in the order of the names', async () => {
    for (const name of ['b', 'Ä', 'a', 'C']) await saved({ name });
    await saved({ name: 'Others', list: 'users' });
    expect(await names()).toEqual(['a', 'b', 'C', 'Ä']);
    expect(await names(api.admin, 'users')).toEqual(['Others']);
  });

  it('leaves nothing in the log of changes', async () => {
    const { id } = await saved();
    await change(id, { name: 'x' });
    await remove(id);
    expect(await api.entriesOf(id)).toEqual([]);
  });
});

describe('the default', () => {
  it('is one for each list and person', async () => {
    const first = await saved({ name: 'First', isDefault: true });
    const second = await saved({ name: 'Second', isDefault: true });
    await saved({ name: 'Users', list: 'users', isDefault: true });
    const defaults = async (as?: string) =>
      (await views(as))
        .filter(({ isDefault }: { isDefault: boolean }) => isDefault)
        .map(({ name }: { name: string }) => name);
    expect(await defaults()).toEqual(['Second']);
    await change(first.id, { isDefault: true });
    expect(await defaults()).toEqual(['First']);
    await change(second.id, { isDefault: false });
    expect(await defaults()).toEqual(['First']);
    await change(first.id, { isDefault: false });
    expect(await defaults()).toEqual([]);
  });

  it('may be a shared view, for each administrator by themselves', async () => {
    const { id } = await saved({ shared: true, isDefault: true });
    expect((await views(other.token))[0]).toMatchObject({ mine: false, isDefault: false });
    await change(id, { isDefault: true }, other.token);
    await change(id, { isDefault: false });
    expect((await views())[0]).toMatchObject({ isDefault: false });
    expect((await views(other.token))[0]).toMatchObject({ isDefault: true, by: 'Administrator' });
    // It is private again: the other one has lost it.
    await change(id, { shared: false });
    expect(await views(other.token)).toEqual([]);
    expect(await api.db.selectFrom('default_view').selectAll().execute()).toEqual([]);
  });
});

describe('who may do what', () => {
  it('shows private views to nobody else', async () => {
    const { id } = await saved();
    for (const as of [other.token, api.ada]) {
      expect(await views(as)).toEqual([]);
      expectRefusal(await change(id, { name: 'Mine now' }, as), 404);
      expectRefusal(await remove(id, as), 404);
    }
    const { id: ofAda } = await saved({ name: 'Ada’s' }, api.ada);
    for (const as of [api.admin, api.eve]) {
      expect(await names(as)).not.toContain('Ada’s');
      expectRefusal(await change(ofAda, { isDefault: true }, as), 404);
      expectRefusal(await remove(ofAda, as), 404);
    }
    expect(await names()).toEqual(['Live']);
    expect(await names(api.ada)).toEqual(['Ada’s']);
  });

  it('lets every administrator change and delete a shared view, and no owner see it', async () => {
    const { id } = await saved({ shared: true });
    expect(await views(api.ada)).toEqual([]);
    expectRefusal(await change(id, { isDefault: true }, api.ada), 404);
    const changed = await change(id, { name: 'Ours' }, other.token);
    expect(changed.body.data).toMatchObject({ name: 'Ours', mine: false, by: 'Administrator' });
    expectRefusal(await change(id, { shared: false }, other.token), 403);
    expect((await remove(id, other.token)).status).toBe(200);
  });

  it('refuses owners who share, and lists that they do not have', async () => {
    expectRefusal(await save({ shared: true }, api.ada), 403);
    const { id } = await saved({}, api.ada);
    expectRefusal(await change(id, { shared: true }, api.ada), 403);
    for (const list of ['users', 'app-configurations', 'changes']) {
      expectRefusal(await save({ list }, api.ada), 403);
      expectRefusal(await api.call('getViews', { as: api.ada, query: { list } }), 403);
    }
    for (const list of ['findings', 'change-requests']) await saved({ list }, api.ada);
  });

  it('deletes the views of a deleted account, except shared ones', async () => {
    const { body } = await api.call('getUser', { as: api.admin, query: { userID: 'eve' } });
    await saved({ isDefault: true }, api.eve);
    await saved({ name: 'Kept', isDefault: true }, api.ada);
    expect((await api.call('deleteUser', { as: api.admin, id: body.data[0].id })).status).toBe(200);
    expect(await api.db.selectFrom('saved_view').select('name').execute()).toEqual([
      { name: 'Kept' },
    ]);
    await saved({ name: 'Private', isDefault: true }, other.token);
    await saved({ name: 'Ours', shared: true }, other.token);
    await deleteViewsOf(api.db as never, 'admin', other.id);
    expect((await api.db.selectFrom('saved_view').select('name').execute()).length).toBe(2);
    expect(await names()).toEqual(['Ours']);
  });
});

describe('names and numbers', () => {
  it('refuses a name that another view of the list has', async () => {
    const { id } = await saved({ name: 'Été' });
    for (const name of ['Été', ' été ', 'E\u0301te\u0301']) {
      expectRefusal(
        await save({ name }),
        409,
        'name',
        `There is a view “${name.trim().normalize('NFC')}” already`,
      );
    }
    expect((await change(id, { name: 'ÉTÉ' })).body.data.name).toBe('ÉTÉ');
    // Another list, somebody else, and among the shared ones the same name is free.
    await saved({ name: 'Été', list: 'users' });
    await saved({ name: 'Été' }, api.ada);
    await saved({ name: 'Été' }, other.token);
    const shared = await saved({ name: 'Été', shared: true });
    expectRefusal(await save({ name: 'été', shared: true }, other.token), 409, 'name');
    expectRefusal(await change(shared.id, { shared: false }), 409, 'name');
    const next = await saved({ name: 'Next' });
    expectRefusal(await change(next.id, { name: 'Été' }), 409, 'name');
  });

  it('refuses one view more than allowed, also when all are saved at once', async () => {
    const { ofPerson, shared } = limits.views;
    const all = Array.from({ length: ofPerson + 5 }, (_, index) => save({ name: `${index}` }));
    const refused = (await Promise.all(all)).filter(({ status }) => status === 409);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body.message).toBe('There are 100 views of your own: delete some first');
    expect(await views()).toHaveLength(ofPerson);
    // Others have their own number, and shared views are counted for all.
    await saved({}, api.ada);
    for (let index = 0; index < shared; index += 1) {
      await saved({ name: `s${index}`, shared: true }, other.token);
    }
    expectRefusal(await save({ name: 'x', shared: true }), 409);
    const [{ id }] = await views(other.token);
    expectRefusal(await change(id, { shared: false }, api.admin), 403);
    expect((await change(id, { name: 'renamed although it is full' })).status).toBe(200);
  });
});

describe('bad input', () => {
  const longQuery = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`filter${index}`, 'x'.repeat(250)]),
  );
  it.each([
    [{ list: undefined }, 'list'],
    [{ list: '' }, 'list'],
    [{ list: 'pauses' }, 'list'],
    [{ list: 'constructor' }, 'list'],
    [{ name: undefined }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'x'.repeat(limits.text.viewName + 1) }, 'name'],
    [{ name: 'a\u0000' }, 'name'],
    [{ name: 'a\u202eb' }, 'name'],
    [{ name: '\ud800' }, 'name'],
    [{ query: 'search=x' }, 'query'],
    [{ query: ['x'] }, 'query'],
    [{ query: { search: 7 } }, 'query.search'],
    [{ query: { search: 'x'.repeat(limits.text.filter + 1) } }, 'query.search'],
    [{ query: { search: '\u0000' } }, 'query.search'],
    [{ query: longQuery }, 'query'],
    [{ sort: 'a b' }, 'sort'],
    [{ sort: '--appName' }, 'sort'],
    [{ sort: null }, 'sort'],
    [{ columns: [] }, 'columns'],
    [{ columns: 'appID' }, 'columns'],
    [{ columns: ['appID', 'appID'] }, 'columns'],
    [{ columns: ['<b>'] }, 'columns.0'],
    [{ columns: Array.from({ length: 41 }, (_, index) => `c${index}`) }, 'columns'],
    [{ shared: 'on' }, 'shared'],
    [{ isDefault: 1 }, 'isDefault'],
  ])('%j is refused with the field %s', async (form, field) => {
    expectRefusal(await save(form), 400, field);
    const { list: _, ...changes } = form as Form;
    if (!('list' in form) && Object.values(changes).every((value) => value !== undefined)) {
      const { id } = await saved({ name: 'Before' });
      expectRefusal(await change(id, changes), 400, field);
    }
    expect(await names()).not.toContain('Live');
  });

  it.each(['{"query": {"a b": "x"}}', '{"query": {"": "x"}}', '{"query": {"__proto__": "x"}}'])(
    'the query of %s has no such name',
    async (text) => {
      const { query } = JSON.parse(text);
      expect((await save({ query })).status).toBe(400);
    },
  );

  it.each([undefined, '', 'pauses', 'x'.repeat(300)])('lists no views of %j', async (list) => {
    const query = list === undefined ? {} : { list };
    expectRefusal(await api.call('getViews', { as: api.admin, query }), 400, 'list');
  });

  it.each(['nosuchviewatall1', '%', "'", 'x'.repeat(200), '👩‍👩‍👧'])(
    'there is no view %s',
    async (id) => {
      expectRefusal(await change(id, { name: 'x' }), 404);
      expectRefusal(await remove(id), 404);
    },
  );
});
