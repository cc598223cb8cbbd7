import { readdirSync } from 'node:fs';
import type { PreviewedApp, PreviewOutcome } from '@adwarden/contract/batches/batches';
import { limits } from '@adwarden/contract/limits';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FormFile, fileForm } from '../../../test/samples/file-form.ts';
import { textRow, workbookOf } from '../../../test/samples/workbook.ts';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';

let server: AppServer;

beforeAll(async () => {
  server = await openAppServer();
});
afterAll(() => server.close());

type Options = { as?: string; fileFirst?: boolean };

const post = (
  url: string,
  file: FormFile | null,
  fields: Record<string, string>,
  { as, ...more }: Options,
) => server.inject({ method: 'POST', url, ...fileForm(as ?? server.admin, file, fields, more) });

const importFile = (
  content: string | Buffer,
  fields: Record<string, string> = {},
  options: Options = {},
) => post('/apps/import/preview', { content }, fields, options);

/** Returns the apps of a preview with one outcome. */
async function previewed(previewID: string, outcome: PreviewOutcome, as = server.admin) {
  const query = { outcome, pageSize: 100 } as const;
  const { status, body, text } = await server.call('getBatchPreview', { as, id: previewID, query });
  expect(status, text).toBe(200);
  return body.data as PreviewedApp[];
}

/** Runs a preview as a batch to its end. */
async function run(previewID: string, as = server.admin) {
  const started = await server.call('startBatch', { as, body: { previewID } });
  expect(started.status, started.text).toBe(200);
  const { id } = started.body.data.batch;
  const read = async () => (await server.call('getBatch', { as, id })).body.data.batch;
  await expect.poll(async () => (await read()).state).toBe('done');
  return read();
}

const appOf = async (appID: string) => {
  const { body } = await server.call('getAllApp', { as: server.admin, query: { appID } });
  return body.data[0];
};

const headings =
  'App ID,App Name,Package Name,Category,Ads Status,App Status,Visible Extra,IP Address,User Id,Country,Banner 1';
const line = (appID: string, name: string, more = ',,') =>
  `${appID},${name},com.harbour.${name.toLowerCase()},Weather,on,live,off,off${more},`;

describe('an import', () => {
  it('shows what it would do, and then runs as a batch', async () => {
    const changed = await server.add({ appName: 'Buoy' });
    const same = await server.add({ appName: 'Anchor' });
    const file = [
      'App ID,App Name,Ads Status,Country,User Id,Price',
      `${changed.appID},'=Sea Buoy,OFF,"India, US",ada,7`,
      `${same.appID},Anchor,on,,,`,
      'nobody,x,on,,,',
      `${same.appID},Twice,on,,,`,
    ].join('\r\n');
    const answer = await importFile(`\ufeff${file}\r\n`, { mode: 'update' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.message).toBe('4 rows');
    const preview = answer.body.data;
    expect(preview).toMatchObject({
      kind: 'import',
      title: 'Import of apps.csv',
      total: 4,
      changed: 1,
      created: 0,
      unchanged: 1,
      refused: 2,
      columns: [
        { column: 'App ID', field: 'appID' },
        { column: 'App Name', field: 'appName' },
        { column: 'Ads Status', field: 'adsStatus' },
        { column: 'Country', field: 'country' },
        { column: 'User Id', field: 'selectedUser' },
        { column: 'Price', field: null },
      ],
    });
    const { previewID } = preview;
    expect(await previewed(previewID, 'changed')).toMatchObject([
      {
        appID: changed.appID,
        row: 2,
        diff: [
          { field: 'appName', before: 'Buoy', after: '=Sea Buoy' },
          { field: 'adsStatus', before: 'on', after: 'off' },
          { field: 'selectedUser', before: '', after: 'ada' },
          { field: 'country', before: '', after: 'India,US' },
        ],
      },
    ]);
    const refused = await previewed(previewID, 'refused');
    expect(refused.map(({ row, errors }) => [row, errors])).toEqual([
      [4, [{ field: 'appID', message: 'No application has this App ID', column: 'App ID' }]],
      [5, [{ field: 'appID', message: 'Row 3 is for the same application', column: 'App ID' }]],
    ]);
    expect((await appOf(changed.appID)).appName).toBe('Buoy');

    expect(await run(previewID)).toMatchObject({
      kind: 'import',
      total: 1,
      changed: 1,
      failed: 0,
      refused: 2,
    });
    expect(await appOf(changed.appID)).toMatchObject({
      appName: '=Sea Buoy',
      adsStatus: 'off',
      userID: 'ada',
    });
    const [entry] = (await server.entriesOf(changed.appID)).filter(
      ({ action }) => action === 'update',
    );
    expect(entry).toMatchObject({ entity: 'app', row: { appName: '=Sea Buoy' } });
  });

  it('adds applications, with their owners and countries', async () => {
    const file = [headings, line('', 'Kelp', ',ada,"IN,DE"'), line('', 'Coral')].join('\n');
    const answer = await importFile(file, { mode: 'create' }, { fileFirst: true });
    expect(answer.body?.data, answer.text).toMatchObject({ created: 2, refused: 0 });
    expect(await run(answer.body.data.previewID)).toMatchObject({ changed: 2, failed: 0 });
    const list = await server.call('getAllApp', {
      as: server.admin,
      query: { search: 'com.harbour.kelp' },
    });
    expect(list.body.data).toMatchObject([
      { appName: 'Kelp', userID: 'ada', fullName: 'Ada Harbour', appStatus: 'live' },
    ]);
    const [{ appID, authToken }] = list.body.data;
    expect(authToken).toMatch(/^\w{32}$/);
    const configured = await server.call('getConfigureApp', { as: server.admin, query: { appID } });
    expect(configured.body.data).toMatchObject([{ country: 'IN,DE', countryCodes: ['IN', 'DE'] }]);
  });

  it('skips what somebody has changed since the preview', async () => {
    const { appID } = await server.add({ appName: 'Reef' });
    const { body } = await importFile(`App ID,Note\n${appID},imported\n`);
    await server.update(appID, { note: 'newer' });
    expect(await run(body.data.previewID)).toMatchObject({ changed: 0, skipped: 1 });
    expect((await appOf(appID)).note).toBe('newer');
  });

  it('is for own applications, for owners', async () => {
    const own = await server.add({ appName: 'Own', selectedUser: 'ada' });
    const other = await server.add({ appName: 'Other', selectedUser: 'eve' });
    const file = `App ID,Note,Country\n${own.appID},mine,\n${other.appID},not mine,\n${own.appID},x,IN\n`;
    const { body, text } = await importFile(file, {}, { as: server.ada });
    expect(body?.data, text).toMatchObject({ changed: 1, created: 0, refused: 2 });
    const refused = await previewed(body.data.previewID, 'refused', server.ada);
    expect(refused.map(({ appID, errors }) => [appID, errors.map(({ column }) => column)])).toEqual(
      [
        ['', ['App ID']],
        [own.appID, ['App ID', 'Country']],
      ],
    );
    expect(
      (await server.call('getBatchPreview', { as: server.eve, id: body.data.previewID })).status,
    ).toBe(404);
    await run(body.data.previewID, server.ada);
    expect(await appOf(own.appID)).toMatchObject({ note: 'mine', userID: 'ada' });
  });

  it('reads JSON', async () => {
    const { appID } = await server.add({ appName: 'Json' });
    const { body, text } = await importFile(JSON.stringify([{ appID, note: '=1', icon: '' }]));
    expect(body?.data, text).toMatchObject({ changed: 1 });
    await run(body.data.previewID);
    expect((await appOf(appID)).note).toBe('=1');
  });

  it('finds applications by their package names in a file without App IDs of the product', async () => {
    const { appID, packageName } = await server.add({ packageName: 'com.harbour.admob' });
    const file = [
      'App name,App ID,Package name,Note',
      `Admob,ca-app-pub-3940256099942544~3347511713,${packageName},read`,
    ].join('\n');
    const { body, text } = await importFile(file);
    expect(body?.data, text).toMatchObject({ key: 'packageName', changed: 1, refused: 0 });
    expect(body.data.columns[1]).toEqual({ column: 'App ID', field: null });
    await run(body.data.previewID);
    expect((await appOf(appID)).note).toBe('read');
  });

  it('finds applications by links to the store', async () => {
    const { appID } = await server.add({ packageName: 'com.harbour.by.link' });
    const link = 'https://play.google.com/store/apps/details?id=com.harbour.by.link';
    const { body, text } = await importFile(`Package name,Note\n${link},read\n`, {
      mode: 'update',
    });
    expect(body?.data, text).toMatchObject({ key: 'packageName', changed: 1, refused: 0 });
    await run(body.data.previewID);
    expect(await appOf(appID)).toMatchObject({ note: 'read', packageName: 'com.harbour.by.link' });
  });

  it('notices placeholders in live apps, and takes bundle ids of Apple', async () => {
    const { appID } = await server.add({ appStatus: 'live', adsStatus: 'on' });
    const file = `App ID,Package Name,Reward 1\n${appID},com.harbour.tide-clock,<your unit>\n`;
    const { body, text } = await importFile(file, { mode: 'update' });
    expect(body?.data, text).toMatchObject({ changed: 1, refused: 0 });
    expect(body.data.findings.map(({ rule }: { rule: string }) => rule)).toEqual([
      'placeholder-in-live-app',
    ]);
  });

  it('sees an App ID that comes after hundreds of rows without one', async () => {
    const { appID } = await server.add({ appName: 'Late' });
    const lines = Array.from({ length: 250 }, (_, n) => `,com.harbour.late${n},x`);
    const file = `App ID,Package Name,Note\n${lines.join('\n')}\n${appID},,late\n`;
    const { body, text } = await importFile(file, { mode: 'update' });
    expect(body?.data, text).toMatchObject({ key: 'appID', refused: 251 });
  });

  it('takes a publisher’s file with the values for all rows and what its words mean', async () => {
    const zoe = sampleUserForm({ userId: 'zoe', fullName: 'Zoë Reef' });
    await server.call('createNewUser', { as: server.admin, body: zoe });
    const words = ['Puzzle', 'puzzle', 'Food and drink', 'Nonsense'];
    const content = [
      'Title,Package,Genre,Owner,Ads',
      ...words.map((word, n) => `Publisher ${n},com.publisher.n${n},${word},ZOË REEF,TRUE`),
    ].join('\r\n');
    const mapping = {
      Title: 'appName',
      Package: 'packageName',
      Genre: 'category',
      Owner: 'selectedUser',
      Ads: 'adsStatus',
    };
    const said = { mapping: JSON.stringify(mapping) };
    const read = await post('/apps/import/columns', { content }, said, {});
    expect(read.body?.data, read.text).toMatchObject({
      key: 'packageName',
      rows: 4,
      missing: [
        { field: 'appStatus', rows: 4 },
        { field: 'visibleExtra', rows: 4 },
        { field: 'ipAddress', rows: 4 },
      ],
      notes: ['Ads Status: 4 cells TRUE read as on'],
      unknown: [
        { field: 'category', read: 'Puzzle', rows: 2, meant: 'Games: Puzzle' },
        { field: 'category', read: 'Nonsense', rows: 1, meant: null },
      ],
    });
    const form = {
      ...said,
      defaults: JSON.stringify({ appStatus: 'in-develop', visibleExtra: 'off', ipAddress: 'off' }),
      values: JSON.stringify({
        adsStatus: { TRUE: 'on' },
        category: { Puzzle: 'Games: Puzzle', Nonsense: 'Sailing' },
      }),
    };
    const { body, text } = await importFile(content, form);
    expect(body?.data, text).toMatchObject({
      created: 3,
      refused: 1,
      missing: [],
      unknown: [{ field: 'category', read: 'Nonsense', rows: 1 }],
      causes: [
        { field: 'category', column: 'Genre', message: 'Unknown category: Sailing', apps: 1 },
      ],
    });
    expect(await run(body.data.previewID)).toMatchObject({ changed: 3, failed: 0 });
    const query = { search: 'com.publisher', sort: 'packageName' } as const;
    const list = await server.call('getAllApp', { as: server.admin, query });
    expect(list.body.data).toMatchObject([
      { category: 'Games: Puzzle', adsStatus: 'on', appStatus: 'in-develop', userID: 'zoe' },
      { category: 'Games: Puzzle', ipAddress: 'off', visibleExtra: 'off', userID: 'zoe' },
      { category: 'Food & Drink', userID: 'zoe' },
    ]);
    const twin = sampleUserForm({ userId: 'zoe.reef', fullName: 'zoë reef' });
    await server.call('createNewUser', { as: server.admin, body: twin });
    const again = await importFile(content, form);
    expect(again.body?.data?.causes, again.text).toContainEqual({
      field: 'selectedUser',
      column: 'Owner',
      message: 'Several owners are called ZOË REEF. Use the User Id: zoe, zoe.reef',
      apps: 4,
    });
  });

  it('proposes the one owner whose login id or full name is probably meant', async () => {
    const people = {
      'percy.o': "Percy O'Brine 100%",
      'mirela.k': 'Мирела Кай',
      reef_7: 'Tidal_Reef',
      'gull.a': 'Gulliver East',
      'gull.b': 'Gulliver West',
      'sam.x': 'Sam Twin',
      'sam.y': 'Sam Twin',
      'eel.1': 'Eel',
      'wharf.21': 'Wharf Twenty',
    };
    for (const [userId, fullName] of Object.entries(people)) {
      const body = sampleUserForm({ userId, fullName });
      expect((await server.call('createNewUser', { as: server.admin, body })).status).toBe(200);
    }
    const meant = {
      "percy o'brin 100%": 'percy.o',
      'Мирелла Каи': 'mirela.k',
      ' tidalreef ': 'reef_7',
      Tidla_Reef: 'reef_7',
      'perzy.o': 'percy.o',
      // East and West are equally near, two people have one name, and short or numbered names are too uncertain.
      'Gulliver Eest': null,
      'Gulliver Rest': 'gull.b',
      'Gulliver East Jr': null,
      'Sam Twim': null,
      'Sam Twin': null,
      Ee: null,
      'wharf.22': null,
      '%%%%%%%%%': null,
      '🐙🐙🐙🐙🐙': null,
      "' or '1'='1": null,
      'somebody else': null,
    };
    const lines = Object.keys(meant).map((owner, n) => `,com.meant.n${n},"${owner}"`);
    const content = `App Name,Package Name,Owner\n${lines.join('\n')}\n`;
    const read = await post('/apps/import/columns', { content }, {}, {});
    const unknown: { field: string; read: string; rows: number; meant: string | null }[] =
      read.body?.data?.unknown ?? [];
    expect(
      Object.fromEntries(unknown.map((value) => [value.read, value.meant])),
      read.text,
    ).toEqual(Object.fromEntries(Object.entries(meant).map(([text, to]) => [text.trim(), to])));
    const own = await post('/apps/import/columns', { content }, {}, { as: server.ada });
    expect(own.body?.data?.unknown, 'an owner must not learn who there is').toEqual([]);
  });

  const western = (text: string) => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1');
  it.each([
    [
      'German',
      western(
        [
          'Unsere Apps (Größen in €);;;;',
          'Stand: 28.11.2026;;;;',
          ';;;;',
          'App-Name;Package;Category;Ads Status;Status;Visible Extra;IP Address',
          'Größe;com.german.a;weather;WAHR;Veröffentlicht;FALSCH;Nein',
          'Straße;com.german.b;Weather;WAHR;Entwurf;falsch;0',
        ].join('\r\n'),
      ),
      [
        ['Größe', 'on', 'live', 'off'],
        ['Straße', 'on', 'in-develop', 'off'],
      ],
      [
        'Read from row 4, which has the headings',
        'The file is neither in UTF-8 nor in UTF-16, so it is read as Windows-1252. Are these texts right? Größe, Veröffentlicht, Straße',
        'Ads Status: 2 cells WAHR read as on',
        'Visible Extra: 2 cells FALSCH read as off',
        'App Status: 1 cell Veröffentlicht read as live',
        'IP Address: 1 cell Nein read as off',
        'App Status: 1 cell Entwurf read as in-develop',
        'IP Address: 1 cell 0 read as off',
      ],
    ],
    [
      'French',
      Buffer.from(
        '\ufeffsep=;\r\nName;Package;Category;Ads;Status;Extra;IP\r\n"L’été; à la mer";com.french.a;WEATHER;VRAI;Publié;Oui;FAUX\r\n',
      ),
      [['L’été; à la mer', 'on', 'live', 'on']],
      [
        'Read from row 2, which has the headings',
        'Ads Status: 1 cell VRAI read as on',
        'App Status: 1 cell Publié read as live',
        'Visible Extra: 1 cell Oui read as on',
        'IP Address: 1 cell FAUX read as off',
      ],
    ],
    [
      'Indian',
      Buffer.from(
        'नाम\tPackage Name\tCategory\tAds Status\tApp Status\tVisible Extra\tIP Address\r\nदैनिक राशिफल\tcom.indian.a\tWeather\tYes\tActive\tNo\t1\r\nमौसम\tcom.indian.b\tWeather\tyes\tIn Develop\tNo\tEnabled\r\n',
        'utf16le',
      ),
      [
        ['दैनिक राशिफल', 'on', 'live', 'off'],
        ['मौसम', 'on', 'in-develop', 'off'],
      ],
      [
        'Ads Status: 2 cells Yes read as on',
        'Visible Extra: 2 cells No read as off',
        'App Status: 1 cell Active read as live',
        'IP Address: 1 cell 1 read as on',
        'App Status: 1 cell In Develop read as in-develop',
        'IP Address: 1 cell Enabled read as on',
      ],
    ],
  ])('reads a %s spreadsheet, and says what it understood', async (_, content, apps, notes) => {
    const columns = await post('/apps/import/columns', { content }, {}, {});
    expect(columns.body?.data.notes, columns.text).toEqual(notes);
    const named = columns.body.data.columns as { column: string; field: string | null }[];
    const mapping = Object.fromEntries(
      named.map(({ column, field }) => [column, column === 'नाम' ? 'appName' : field]),
    );
    const { body, text } = await importFile(content, { mapping: JSON.stringify(mapping) });
    expect(body?.data, text).toMatchObject({ created: apps.length, refused: 0, notes });
    const created = await previewed(body.data.previewID, 'created');
    const valueIn = ({ diff }: PreviewedApp, field: string) =>
      diff.find((one) => one.field === field)?.after;
    expect(
      created.map((app) => [
        app.appName,
        ...['adsStatus', 'appStatus', 'visibleExtra'].map((field) => valueIn(app, field)),
      ]),
    ).toEqual(apps);
  });

  it('reads the headings, countries and empty cells of a publisher’s list', async () => {
    const rows = [
      ['India', 'NA'],
      ['Worldwide', 'n/a'],
      ['All except Pakistan and China', 'ca-app-pub-3940256099942544/6300978111'],
      ['Deutschland; Österreich', '-'],
      ['India & Nepal', ''],
      ['weltweit außer Russland', ''],
      ['Trinidad and Tobago', ''],
      ['all but nobody', ''],
    ];
    const content = [
      'Sr. No.;App Name;Play Store Link;App Category;Live (Y/N);Ads (Yes/No);Target Countries;Banner ID;Remarks',
      ...rows.map(([countries, unit], n) => {
        const link = `https://play.google.com/store/apps/details?id=in.mango.n${n}&hl=en_IN`;
        return `${n};Mango ${n};${link};Weather;Y;Yes;"${countries}";${unit};Note ${n}`;
      }),
    ].join('\r\n');
    const { body, text } = await post('/apps/import/columns', { content }, {}, {});
    expect(body?.data, text).toMatchObject({
      key: 'packageName',
      columns: [null, 'appName', 'packageName', 'category', 'appStatus', 'adsStatus', 'country']
        .concat(['googleBanner1', 'note'])
        .map((field) => ({ field })),
      notes: [
        'Ads Status: 8 cells Yes read as on',
        'Google Banner 1: 1 cell NA read as empty',
        'Country: 1 cell Worldwide read as everywhere',
        'Google Banner 1: 1 cell n/a read as empty',
        'Google Banner 1: 1 cell - read as empty',
      ],
      unknown: [
        { field: 'appStatus', read: 'Y', rows: 8, meant: 'live' },
        { field: 'country', read: 'All except Pakistan and China', meant: '!Pakistan,!China' },
        { field: 'country', read: 'Deutschland; Österreich', meant: 'Germany,Austria' },
        { field: 'country', read: 'India & Nepal', meant: 'India,Nepal' },
        { field: 'country', read: 'weltweit außer Russland', meant: '!Russia' },
        { field: 'country', read: 'all but nobody', meant: null },
      ],
    });
  });

  it('says that a report of an ad network has a row for each ad unit', async () => {
    const noteOf = async (content: string) =>
      (await post('/apps/import/columns', { content }, {}, {})).body?.data.notes;
    const unit = (n: number) => `ca-app-pub-7315520018462791/000000000${n}`;
    const report = (apps: number[]) =>
      ['App,App store ID,Ad unit ID']
        .concat(apps.map((app, n) => `Tile ${app},com.tile.n${app},${unit(n)}`))
        .join('\n');
    expect(await noteOf(report([1, 1, 1, 2, 2, 2]))).toEqual([
      'The file has a row for each ad unit (column Ad unit ID), and an import takes one row for each application. Paste the ad units of an application into its form: it fills all of them',
    ]);
    expect(await noteOf(report([1, 2, 3, 4]))).toEqual([]);
  });

  it('refuses words that are not in the table, and takes what a person says before it', async () => {
    const { appID } = await server.add({ appName: 'Sail' });
    const content = `App ID,Ads Status,Status\n${appID},maybe,Paused\n`;
    const { body } = await importFile(content);
    expect(body.data).toMatchObject({
      refused: 1,
      notes: [],
      unknown: [
        { field: 'adsStatus', read: 'maybe', meant: null },
        { field: 'appStatus', read: 'Paused', meant: 'suspend' },
      ],
    });
    const values = JSON.stringify({
      adsStatus: { yes: 'off' },
      appStatus: { published: 'suspend' },
    });
    const said = await importFile(`App ID,Ads Status,Status\n${appID},YES,Published\n`, { values });
    expect(said.body.data).toMatchObject({ changed: 1, notes: [] });
    expect((await previewed(said.body.data.previewID, 'changed'))[0]?.diff).toMatchObject([
      { field: 'adsStatus', after: 'off' },
      { field: 'appStatus', after: 'suspend' },
    ]);
  });

  it('names row and column where the encoding changes', async () => {
    const { appID } = await server.add({ appName: 'Mast' });
    const utf8 = Buffer.from(`App ID,Note\n${appID},Größe\n`);
    const content = Buffer.concat([utf8, western(`${appID},Stra\u00dfe\n`)]);
    for (const path of ['/apps/import/columns', '/apps/import/preview']) {
      const answer = await post(path, { content }, {}, {});
      expectRefusal(answer, 400, 'file');
      expect(answer.body.message).toMatch(/^Row 3, column Note: the byte DF is not UTF-8/);
    }
  });

  it('reads the first sheet of a workbook, says so, and takes rows out of it', async () => {
    const { appID } = await server.add({ appName: 'Book', note: '00421' });
    const { appID: other } = await server.add({ appName: 'Page', note: '00421' });
    const content = await workbookOf({
      sheets: [{ name: 'Apps' }, { name: 'Old' }],
      rows: `${textRow(1, 'App ID', 'App Name', 'Note')}${textRow(2, appID, 'Book two', '=1')}<row r="3"><c r="A3" t="inlineStr"><is><t>${other}</t></is></c><c r="B3" t="inlineStr"><is><t>Page</t></is></c><c r="C3"><v>421</v></c></row>`,
    });
    const { body, text } = await post(
      '/apps/import/preview',
      { content, name: 'apps.csv' },
      {},
      {},
    );
    expect(body?.data, text).toMatchObject({
      changed: 1,
      refused: 1,
      notes: [
        'The name ends with .csv, but the file is a workbook. It is read as that',
        'The file has 2 sheets. Only the first one is read: Apps',
      ],
    });
    const [refused] = await previewed(body.data.previewID, 'refused');
    expect(refused?.errors[0]?.message).toContain('The application has 00421');
    await run(body.data.previewID);
    expect(await appOf(appID)).toMatchObject({ appName: 'Book two', note: '=1' });
    const rows = await post('/apps/import/rows', { content, name: 'a.xlsx' }, { rows: '3' }, {});
    expect(rows.status, rows.text).toBe(200);
    expect(rows.headers['content-type']).toContain('spreadsheetml');
  });

  it('gives rows of a file back as they are, and a template for what a person may fill in', async () => {
    const take = async (content: string, fields: Record<string, string>) =>
      post('/apps/import/rows', { content }, fields, {});
    const csv = await take('Name;Note\n\'=Tide;=1\nWave;\nFoam;"a;b"\n', { rows: '2,4' });
    expect(csv.text).toBe('\ufeffName,Note\r\n\'=Tide,=1\r\nFoam,"a;b"\r\n');
    const json = await take('[{"note":"a"},{"appName":"b"}]', { rows: '2' });
    expect(json.body).toEqual([{ appName: 'b' }]);
    for (const rows of ['', 'x', '1,', Array(5001).fill('1').join()]) {
      expectRefusal(await take('Name\nTide\n', { rows }), 400, 'rows');
    }
    const template = async (as: string) =>
      (await server.call('getImportTemplate', { as, query: { format: 'csv' } })).text;
    expect(await template(server.admin)).toMatch(
      /^\ufeffApp ID,App Name,Package Name,.*User Id.*Country/,
    );
    const own = await template(server.ada);
    for (const heading of ['User Id', 'IP Address', 'Country']) expect(own).not.toContain(heading);
    expectRefusal(await importFile(await template(server.admin)), 400, 'file');
  });

  it('says each cause of refusals once, with its number', async () => {
    const { appID } = await server.add({ appName: 'Causes' });
    const { body } = await importFile(
      `App ID,Category,Banner 1\n${`${appID},Sailing,1.5E+9\n`.repeat(3)}${appID},Weather,2E+5\n`,
    );
    expect(body.data.refused).toBe(4);
    expect(body.data.causes).toEqual([
      {
        field: 'googleBanner1',
        column: 'Banner 1',
        message: expect.stringContaining('turned texts into numbers'),
        apps: 4,
      },
      expect.objectContaining({ message: 'Unknown category: Sailing', apps: 3 }),
      expect.objectContaining({ message: 'An earlier row is for the same application', apps: 3 }),
    ]);
  });

  it('says once what is wrong with a cell that cannot be read', async () => {
    const row = textRow(2, 'Formula', 'com.harbour.formula', 'Weather', 'live', 'off', 'off');
    const content = await workbookOf({
      rows: `${textRow(1, 'App Name', 'Package Name', 'Category', 'App Status', 'Visible Extra', 'IP Address', 'Ads Status')}${row.replace('</row>', '<c r="G2"><f>IF(TRUE,"on")</f></c></row>')}`,
    });
    const { body, text } = await post('/apps/import/preview', { content }, {}, {});
    expect(body?.data.causes, text).toEqual([
      expect.objectContaining({ column: 'Ads Status', message: expect.stringMatching(/formula/) }),
    ]);
  });

  it('tells an owner nothing of other owners', async () => {
    const own = await server.add({ appName: 'Own', selectedUser: 'ada' });
    for (const name of ['Eve Sound', 'eve', 'Nobody at all']) {
      const file = `App ID,Owner\n${own.appID},${name}\n`;
      const { body, text } = await importFile(file, {}, { as: server.ada });
      expect(body?.data, text).toMatchObject({ refused: 1, unknown: [] });
      expect(body.data.causes[0].message).toBe('User is for administrators only');
    }
  });

  it('reads the columns of a file, with examples', async () => {
    const content = `Name;Price\n${Array.from({ length: 30 }, (_, n) => `App ${n};${'9'.repeat(99)}`).join('\n')}\n`;
    const answer = await post('/apps/import/columns', { content, name: 'x' }, {}, {});
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toEqual({
      format: 'csv',
      notes: [],
      key: 'packageName',
      rows: 30,
      missing: [],
      unknown: [],
      columns: [
        { column: 'Name', field: 'appName', examples: ['App 0', 'App 1', 'App 2'] },
        { column: 'Price', field: null, examples: Array(3).fill(`${'9'.repeat(59)}…`) },
      ],
    });
  });
});

describe('an import is refused', () => {
  const file = `${headings}\n`;
  it.each<[string, string | Buffer, Record<string, string>, number, string, RegExp]>([
    ['an empty file', '', {}, 400, 'file', /Select File/],
    ['a blank file', ' \n', {}, 400, 'file', /is empty/],
    ['headings only', file, {}, 400, 'file', /no rows below/],
    ['half a workbook', Buffer.from('PK\u0003\u0004xl'), {}, 400, 'file', /workbook/],
    ['a row that is cut off', `${file}x,y`, {}, 400, 'file', /^Row 2: the file is cut off/],
    ['an unknown key', file, { key: 'name' }, 400, 'key', /key must be one of/],
    ['an unknown mode', file, { mode: 'x' }, 400, 'mode', /mode must be one of/],
    ['a broken mapping', file, { mapping: '{' }, 400, 'mapping', /JSON object/],
    ['an unknown column', file, { mapping: '{"X":"note"}' }, 400, 'mapping', /no column X/],
    ['a file without the key', 'Note\nx\n', {}, 400, 'key', /is the App ID or the Package Name/],
    [
      'defaults that are no JSON',
      file,
      { defaults: '{' },
      400,
      'defaults',
      /must be a JSON object/,
    ],
    [
      'defaults of an unknown field',
      file,
      { defaults: '{"x":"y"}' },
      400,
      'defaults.x',
      /can name/,
    ],
    [
      'defaults of the App ID',
      file,
      { defaults: '{"appID":""}' },
      400,
      'defaults.appID',
      /can name/,
    ],
    [
      'defaults of no text',
      file,
      { defaults: '{"note":7}' },
      400,
      'defaults.note',
      /must be a text/,
    ],
    ['values that are a list', file, { values: '[]' }, 400, 'values', /must be a JSON object/],
    ['values of an unknown field', file, { values: '{"x":{}}' }, 400, 'values.x', /can name/],
    [
      'values of no text',
      file,
      { values: '{"category":{"a":null}}' },
      400,
      'values.category.a',
      /must be a text/,
    ],
    [
      'a wrong default',
      `${headings}\n${line('', 'Tide')}\n`,
      { defaults: '{"adsStatus":"maybe"}' },
      400,
      'defaults',
      /Ads Status must be one of/,
    ],
    [
      'too many values',
      file,
      {
        values: JSON.stringify({
          note: Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [n, ''])),
        }),
      },
      400,
      'values',
      /at most 1000 values/,
    ],
    ['51 MB', Buffer.alloc(51 * 1024 * 1024, 'x'), {}, 413, 'file', /at most 50 MB/],
    ['a long field', file, { key: 'x'.repeat(70_000) }, 413, 'key', /too long/],
  ])('%s', async (_, content, fields, status, field, message) => {
    const answer = await importFile(content, fields);
    expectRefusal(answer, status, field);
    expect(answer.body.message).toMatch(message);
  });

  it('without a file, or with two', async () => {
    expectRefusal(await post('/apps/import/preview', null, { key: 'appID' }, {}), 400, 'file');
    expectRefusal(
      await server.callLoosely('importApps', { as: server.admin, body: {} }),
      400,
      'file',
    );
    const { payload, headers } = fileForm(server.admin, { content: file });
    const edge = payload.toString().replace('--edge--\r\n', '');
    const twice = { payload: Buffer.from(edge + payload.toString()), headers };
    const answer = await server.inject({ method: 'POST', url: '/apps/import/preview', ...twice });
    expectRefusal(answer, 400, 'file', 'Only one file can be sent');
  });

  it('and leaves no file behind', () => {
    expect(readdirSync(server.dataDir).filter((name) => name.startsWith('upload'))).toEqual([]);
  });

  it('with more applications than an owner may have', async () => {
    const small = await openAppServer({ APPS_PER_OWNER: '2' });
    const lines = [
      headings,
      line('', 'A', ',eve,'),
      line('', 'B', ',eve,'),
      line('', 'C', ',eve,'),
    ];
    const form = fileForm(small.admin, { content: lines.join('\n') });
    const answer = await small.inject({ method: 'POST', url: '/apps/import/preview', ...form });
    expect(answer.body?.data, answer.text).toMatchObject({ created: 2, refused: 1 });
    await small.close();
  });
});

it('the limits are those of the documents', () => {
  const { bytes, rows, columns } = limits.import;
  expect([bytes, rows, columns]).toEqual([52_428_800, 100_000, 200]);
});

describe('what an import stores', () => {
  /** Returns the bytes of all texts of a preview. */
  async function storedBytes(previewID: string): Promise<number> {
    const rows = await server.db
      .selectFrom('batch_app')
      .selectAll()
      .where('batchID', '=', previewID)
      .execute();
    return rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)), 0);
  }

  it('is less than four times the file, whatever is wrong with it', async () => {
    const fields = ['Category', 'Ads Status', 'App Status', 'Visible Extra', 'IP Address'];
    const units = [1, 2, 3].flatMap((n) => [`Banner ${n}`, `Native ${n}`, `Reward ${n}`]);
    const long = (name: string) => `${name}${' '.repeat(200 - name.length - 1)}.`;
    const columns = [...fields, ...units].map(long);
    const wrong = columns.map((_, index) => (index < fields.length ? 'x' : '1.5E+9')).join(',');
    const file = `${columns.join(',')}\n${`${wrong}\n`.repeat(6000)}`;
    const answer = await importFile(file, { mode: 'create' });
    expect(answer.status, answer.text).toBe(200);
    const { previewID, refused } = answer.body.data;
    expect(refused).toBe(6000);
    expect(await storedBytes(previewID)).toBeLessThan(4 * file.length);
    const listed = await server.call('getBatchPreview', { as: server.admin, id: previewID });
    expect(listed.body, 'all are counted, some are listed').toMatchObject({
      total: limits.batches.refusedListed,
      preview: { refused: 6000 },
    });
    const last = (await previewed(previewID, 'refused')).at(-1);
    expect(last?.errors.length).toBeLessThanOrEqual(limits.batches.errors.ofRow);
  });
});
