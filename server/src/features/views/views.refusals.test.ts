import { limits } from '@adwarden/contract/limits';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectRefusal } from '../../../test/servers/app-server.ts';
import {
  openViewServer,
  type ViewForm,
  type ViewServer,
} from '../../../test/servers/view-server.ts';

let api: ViewServer;
beforeAll(async () => {
  api = await openViewServer();
});
afterAll(() => api.close());
afterEach(() => api.deleteAll());

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
  expectRefusal(await api.save(form), 400, field);
  const { list: _, ...changes } = form as ViewForm;
  if (!('list' in form) && Object.values(changes).every((value) => value !== undefined)) {
    const { id } = await api.saved({ name: 'Before' });
    expectRefusal(await api.change(id, changes), 400, field);
  }
  expect(await api.names()).not.toContain('Live');
});

it.each(['{"query": {"a b": "x"}}', '{"query": {"": "x"}}', '{"query": {"__proto__": "x"}}'])(
  'the query of %s has no such name',
  async (text) => {
    const { query } = JSON.parse(text);
    expect((await api.save({ query })).status).toBe(400);
  },
);

it.each([undefined, '', 'pauses', 'x'.repeat(300)])('lists no views of %j', async (list) => {
  const query = list === undefined ? {} : { list };
  expectRefusal(await api.callLoosely('getViews', { as: api.admin, query }), 400, 'list');
});

it.each(['nosuchviewatall1', '%', "'", 'x'.repeat(200), '👩‍👩‍👧'])(
  'there is no view %s',
  async (id) => {
    expectRefusal(await api.change(id, { name: 'x' }), 404);
    expectRefusal(await api.remove(id), 404);
  },
);
