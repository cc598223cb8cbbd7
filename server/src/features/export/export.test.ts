import { usualAppColumns } from '@adwarden/contract/spreadsheets/columns';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileForm } from '../../../test/samples/file-form.ts';
import { type AppServer, openAppServer } from '../../../test/servers/app-server.ts';

let server: AppServer;
let ids: string[];

beforeAll(async () => {
  server = await openAppServer();
  ids = [];
  for (const [appName, owner, note] of [
    ['=1+1', 'ada', '-10 %\nof "all"; \r\nso, far'],
    ["'=2", 'eve', ''],
    ['Tide Clock', 'ada', '@home'],
    ['Ångström 📱', '', '\tx'],
  ] as const) {
    const app = await server.add({ appName, note, selectedUser: owner });
    ids.push(app.appID);
  }
  const body = { id: ids[2], country: 'IN, US' } as const;
  await server.callLoosely('addConfigureApp', { as: server.admin, body });
});
afterAll(() => server.close());

/** Returns the rows of a CSV file, with its headings as keys. */
const rowsOf = (text: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true, record_delimiter: '\r\n' });

const exportApps = (query: Record<string, string> = {}, as = server.admin) =>
  server.call('exportApps', { as, query });

describe('the export of applications', () => {
  it('is CSV in UTF-8 with a byte order mark, the newest first', async () => {
    const { status, text, headers } = await exportApps();
    expect(status, text).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="applications-\d{4}-\d\d-\d\d\.csv"$/,
      ),
      'cache-control': 'no-store',
    });
    expect(text.startsWith('\ufeffApp ID,App Name,Package Name,')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    const rows = rowsOf(text);
    expect(rows.map((row) => row['App ID'])).toEqual([...ids].reverse());
    expect(rows[1]).toMatchObject({
      'App Name': 'Tide Clock',
      'User Id': 'ada',
      'User Name': 'Ada Harbour',
      Country: 'IN,US',
      'Google Banner 1': 'ca-app-pub-3940256099942544/6300978111',
    });
    expect(Object.keys(rows[0] ?? {})).toHaveLength(usualAppColumns.length);
    expect(rows[0]).not.toHaveProperty('Auth Token');
  });

  it('contains no cell that a spreadsheet would execute', async () => {
    const { text } = await exportApps({ columns: 'appName,note', sort: 'createdAt' });
    const cells = rowsOf(text).map((row) => [row['App Name'], row.Note]);
    expect(cells).toEqual([
      ["'=1+1", '\'-10 %\nof "all"; \nso, far'],
      ["''=2", ''],
      ['Tide Clock', "'@home"],
      ['Ångström 📱', 'x'],
    ]);
  });

  it('contains none either for a spreadsheet that splits a file at semicolons', async () => {
    const appName = "Nice;=cmd|'/C calc'!A0;x";
    const { appID } = await server.add({ appName, note: 'a; "=1\n- b\n;@c' });
    const { text } = await exportApps({ columns: 'appID,appName,note' });
    const cells: string[][] = parse(text, {
      bom: true,
      delimiter: ';',
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      relax_quotes: true,
    });
    expect(cells.flat()).toContain("'=cmd|'/C calc'!A0");
    for (const cell of cells.flat()) expect(cell.replace(/^[ "]+/, '')).not.toMatch(/^[=+\-@]/);
    await server.call('deleteApp', { as: server.admin, id: appID });
  });

  it('has the filters and the order of the list', async () => {
    for (const query of [
      { search: 'tide' },
      { sort: '-appName' },
      { sort: 'fullName' },
      { userID: 'ada', sort: 'appName' },
      { search: 'com.harbour', sort: 'appID' },
      { search: 'zz' },
      { appName: '=', adsStatus: 'on' },
      { finding: 'any', sort: '-category' },
    ]) {
      const list = await server.callLoosely('getAllApp', { as: server.admin, query });
      const { text } = await exportApps({ ...query, format: 'json', columns: 'appID' });
      expect(JSON.parse(text), JSON.stringify(query)).toEqual(
        list.body.data.map(({ appID }: { appID: string }) => ({ appID })),
      );
    }
  });

  it('is JSON with texts, in the wanted columns', async () => {
    const query = { format: 'json', columns: 'version,appName,authToken,icon', search: '=1+1' };
    const { text, headers } = await exportApps(query);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const [row] = JSON.parse(text);
    expect(Object.keys(row)).toEqual(['version', 'appName', 'authToken', 'icon']);
    expect(row).toMatchObject({
      version: expect.stringMatching(/^\d+$/),
      appName: '=1+1',
      icon: '',
    });
  });

  it('is separated by what is asked for, and named by its filters', async () => {
    const query = {
      separator: 'semicolon',
      columns: 'appName,note',
      search: 'Ång',
      adsStatus: 'on',
    };
    const { text, headers } = await exportApps(query);
    expect(text).toBe('\ufeffApp Name;Note\r\nÅngström 📱;x\r\n');
    expect(headers['content-disposition']).toMatch(
      /filename="applications-[\d-]{10}-_ng-adsStatus-on\.csv"; filename\*=UTF-8''applications-[\d-]{10}-%C3%85ng-adsStatus-on\.csv$/,
    );
  });

  it('is a workbook whose import changes nothing', async () => {
    const { bytes, headers } = await exportApps({ format: 'xlsx' });
    expect(headers['content-type']).toContain('spreadsheetml.sheet');
    const form = fileForm(server.admin, { content: bytes, name: 'apps.xlsx' });
    const read = await server.inject({ method: 'POST', url: '/apps/import/preview', ...form });
    expect(read.body?.data, read.text).toMatchObject({ unchanged: 4, changed: 0, refused: 0 });
  });

  it('has only headings if nothing matches', async () => {
    const none = { search: 'nowhere', columns: 'appID,appName' };
    expect((await exportApps(none)).text).toBe('\ufeffApp ID,App Name\r\n');
    expect((await exportApps({ ...none, format: 'json' })).text).toBe('[]\n');
  });

  it('contains only their own applications for owners', async () => {
    const { text } = await exportApps({ columns: 'appID', sort: 'createdAt' }, server.ada);
    expect(rowsOf(text).map((row) => row['App ID'])).toEqual([ids[0], ids[2]]);
  });

  it.each([
    [{ page: '0' }, 'page'],
    [{ format: 'xls' }, 'format'],
    [{ separator: ';' }, 'separator'],
    [{ columns: 'password' }, 'columns'],
    [{ sort: 'password' }, 'sort'],
  ])('refuses %j', async (query, field) => {
    const { status, body, headers } = await exportApps(query as Record<string, string>);
    expect(status).toBe(400);
    expect(body.errors[0].field).toContain(field);
    expect(headers).not.toHaveProperty('content-disposition');
  });
});

describe('the export of selected applications', () => {
  const some = (body: object, as = server.admin) => server.call('exportSelectedApps', { as, body });

  it('has the order of the ids, and leaves out what is gone', async () => {
    const appIDs = [ids[2], 'gone', ids[0]];
    const { status, text } = await some({ appIDs, format: 'json', columns: ['appID'] });
    expect(status, text).toBe(200);
    expect(JSON.parse(text)).toEqual([{ appID: ids[2] }, { appID: ids[0] }]);
  });

  it('has all that match a query except some, in the order of the list', async () => {
    const json = { format: 'json', columns: ['appID'] };
    const but = { where: { fullName: 'ada' }, except: [ids[0]], sort: 'createdAt', ...json };
    expect(JSON.parse((await some(but)).text)).toEqual([{ appID: ids[2] }]);
    const own = await some({ where: {}, except: [ids[0]], ...json }, server.eve);
    expect(JSON.parse(own.text)).toEqual([{ appID: ids[1] }]);
    expect((await some({ appIDs: ids, except: ids, ...json })).status).toBe(400);
  });

  it('leaves out the applications of others', async () => {
    const { text } = await some({ appIDs: ids, format: 'json', columns: ['appID'] }, server.eve);
    expect(JSON.parse(text)).toEqual([{ appID: ids[1] }]);
  });

  it.each([
    [{ appIDs: [] }, 'appIDs'],
    [{ appIDs: ['a', 'a'] }, 'appIDs'],
    [{ appIDs: ['a'], columns: [] }, 'columns'],
    [{}, 'appIDs'],
  ])('refuses %j', async (body, field) => {
    const answer = await some(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe(field);
  });
});

describe('the export of users', () => {
  it('has the filters and the order of the list, and no passwords', async () => {
    const body = sampleUserForm({ userId: '@zoe', fullName: 'Zoe, "the" Owner' });
    await server.call('createNewUser', { as: server.admin, body });
    for (const query of [{ sort: 'noOfApps' }, { sort: '-fullName' }, { noOfAppsFrom: '1' }, {}]) {
      const more = { pageSize: 100, ...query } as const;
      const list = await server.callLoosely('getUser', { as: server.admin, query: more });
      const { status, text } = await server.callLoosely('exportUsers', { as: server.admin, query });
      expect(status, text).toBe(200);
      expect(text).not.toContain(server.ownersPassword);
      const expected = list.body.data.map((user: Record<string, string | number>) => ({
        'User Id': String(user.userID).replace('@', "'@"),
        'Full Name': user.fullName,
        Position: user.position,
        Email: '',
        'Changes need approval': 'off',
        'No. of Apps': String(user.noOfApps),
        Created: user.createdAt,
      }));
      expect(rowsOf(text), JSON.stringify(query)).toEqual(expected);
    }
  });

  it('is for administrators', async () => {
    expect((await server.call('exportUsers', { as: server.ada })).status).toBe(403);
  });
});
