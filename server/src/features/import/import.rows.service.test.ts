import { appFormFields } from '@adwarden/contract/apps';
import { describe, expect, it } from 'vitest';
import {
  ada,
  errorsOf,
  knownApp,
  readRows,
  sampleForm,
  values,
} from '../../../test/samples/read-rows.ts';

describe('a row of an existing application', () => {
  it('changes the cells that differ, and keeps what has no column or no cell', async () => {
    const [row] = await readRows([
      ['App ID', 'App Name', 'Note', 'Country', 'Ads Status', 'Price'],
      ['a1', ' Sea Clock ', undefined, 'IN, DE', 'Off', '7'],
    ]);
    expect(row).toEqual({
      row: 2,
      appID: 'a1',
      appName: 'Tide Clock',
      outcome: 'changed',
      version: 7,
      countryVersion: 8,
      before: values,
      changes: { appName: 'Sea Clock', country: 'IN,DE', adsStatus: 'off' },
    });
  });

  it('clears an optional field by a blank cell, and refuses to clear a required one', async () => {
    const headings = ['App ID', 'Note', 'Country', 'User Id', 'Google Banner 1'];
    const [row] = await readRows([headings, ['a1', '', '', '', '']]);
    const cleared = { note: '', country: '', selectedUser: '', googleBanner1: '' };
    expect(row).toMatchObject({ outcome: 'changed', changes: cleared });
    const [refused] = await readRows([
      ['App ID', 'App Name', 'Category', 'Status'],
      ['a1', '', ' ', ''],
    ]);
    expect(errorsOf(refused)).toEqual([
      ['App Name', 'Please Enter App Name'],
      ['Category', 'Please Select Category'],
      ['Status', 'Please Select App Status'],
    ]);
  });

  it('is unchanged with the values that it has, whatever today’s rules say of them', async () => {
    const odd = {
      appName: '=1+1',
      packageName: '1.23E+15',
      category: 'Gone',
      selectedUser: 'gone',
      country: 'Atlantis',
      note: ' \u0000 ',
    };
    const headings = [
      'App ID',
      'App Name',
      'Package Name',
      'Category',
      'User Id',
      'Country',
      'Note',
    ];
    const cells = ["'=1+1", '1.23E+15', 'Gone', 'gone', 'Atlantis', ' \u0000 '];
    const [row] = await readRows([headings, ['a1', ...cells]], { app: knownApp(odd) });
    expect(row).toMatchObject({ outcome: 'unchanged', appID: 'a1', version: 7 });
  });

  it('names the column and the fault of each wrong cell', async () => {
    const [row] = await readRows([
      ['App ID', 'Package Name', 'Category', 'Owner', 'Country', 'Ads Status', 'Banner 1', 'Note'],
      ['a1', '12-May', 'Nonsense', 'nobody', 'Germny', 'maybe', '3.94E+15', '=SUM(A1:A2)'],
    ]);
    expect(errorsOf(row)).toEqual([
      ['Package Name', expect.stringContaining('turned this into the date 12-May')],
      ['Category', 'Unknown category: Nonsense'],
      ['Owner', 'Unknown owner: nobody'],
      ['Country', 'Unknown country: Germny. Did you mean Germany?'],
      ['Ads Status', 'Ads Status must be one of: on, off'],
      ['Banner 1', expect.stringContaining('turned this into the number 3.94E+15')],
      ['Note', expect.stringContaining('formula')],
    ]);
    const [long] = await readRows([
      ['App ID', 'Note'],
      ['a1', 'x'.repeat(20_001)],
    ]);
    expect(errorsOf(long)).toEqual([['Note', 'The cell is longer than 20000 characters']]);
  });

  it('is found by its package name, if only one has it', async () => {
    const lines = [
      ['Package Name', 'Note'],
      [values.packageName, 'x'],
    ];
    const form = { key: 'packageName' };
    expect((await readRows(lines, { form }))[0]).toMatchObject({
      appID: 'a1',
      changes: { note: 'x' },
    });
    const [several] = await readRows(lines, { form, count: 3 });
    expect(errorsOf(several)).toEqual([
      ['Package Name', expect.stringContaining('3 applications have this package name')],
    ]);
  });

  it('may occur once in a file', async () => {
    const rows = await readRows([
      ['App ID', 'Note'],
      ['a1', 'x'],
      ['a1', 'y'],
    ]);
    expect(rows[0]?.outcome).toBe('changed');
    expect(errorsOf(rows[1])).toEqual([['App ID', 'Row 2 is for the same application']]);
  });

  it('may get an owner who has room, by the login id in any case', async () => {
    const lines = [
      ['App ID', 'User Id'],
      ['a1', 'EVE'],
    ];
    expect((await readRows(lines))[0]).toMatchObject({ changes: { selectedUser: 'Eve' } });
  });
});

describe('defaults', () => {
  it('stand for a blank required cell of an existing application, and never for a missing column', async () => {
    const form = {
      defaults: JSON.stringify({ appStatus: 'suspend', adsStatus: 'off', note: 'x' }),
    };
    const [row] = await readRows(
      [
        ['App ID', 'Status', 'Note'],
        ['a1', '', ''],
      ],
      { form, app: knownApp({ adsStatus: 'on', note: 'before' }) },
    );
    expect(row).toMatchObject({ outcome: 'changed', changes: { appStatus: 'suspend', note: '' } });
    expect(row).not.toHaveProperty('changes.adsStatus');
  });

  it('of an owner name nothing that is for administrators', async () => {
    for (const field of ['selectedUser', 'ipAddress', 'country']) {
      const form = { defaults: JSON.stringify({ [field]: field === 'ipAddress' ? 'on' : 'IN' }) };
      const reading = readRows([['App ID'], ['a1']], { form, actor: ada });
      await expect(reading, field).rejects.toThrow(/administrators only/);
    }
  });
});

describe('what a file calls by other names', () => {
  const headings = ['App ID', 'Category', 'Owner', 'Ads Status', 'Status', 'Country'];
  const row = ['a1', 'Puzzle', 'Ada H.', 'TRUE', 'Published', 'Germny; Frnce'];

  it('is refused, with what it seems to mean', async () => {
    const doubtful = ['a1', 'Puzzle', 'Ada H.', 'T', 'Paused', 'Germny; Frnce'];
    const [read] = await readRows([headings, doubtful]);
    expect(read?.outcome).toBe('refused');
    const lacks = read?.outcome === 'refused' ? read.errors.map((error) => error.lacks) : [];
    const proposals = await Promise.all(
      lacks.map((lack) => lack?.read !== undefined && lack.propose()),
    );
    expect(proposals).toEqual(['Games: Puzzle', null, 'on', 'suspend', 'Germany,France']);
  });

  it('is read as the form says, without case and outer blanks', async () => {
    const values = {
      category: { 'puzzle ': 'games puzzle' },
      selectedUser: { 'ADA H.': 'Ada Harbour' },
      adsStatus: { true: 'OFF' },
      appStatus: { published: 'live' },
      country: { 'Germny; Frnce': 'Germany, FR' },
    };
    const [read] = await readRows([headings, row], {
      form: { values: JSON.stringify(values) },
      app: knownApp({ selectedUser: 'Eve' }),
    });
    expect(errorsOf(read)).toBe('changed');
    expect(read).toMatchObject({
      changes: {
        category: 'Games: Puzzle',
        selectedUser: 'ada',
        adsStatus: 'off',
        country: 'Germany,FR',
      },
    });
  });

  it.each([
    ['weather', 'Weather'],
    ['FOOD AND DRINK', 'Food & Drink'],
    ['Food&Drink', 'Food & Drink'],
    ['games: puzzle', 'Games: Puzzle'],
  ])('is the category %j in any case', async (cell, category) => {
    const lines = [
      ['App ID', 'Category'],
      ['a1', cell],
    ];
    const [read] = await readRows(lines, { app: knownApp({ category: 'Tools' }) });
    expect(read).toMatchObject({ changes: { category } });
  });

  it('is an owner by the full name of one, and refused by name for two', async () => {
    const lines = (owner: string) => [
      ['App ID', 'Owner'],
      ['a1', owner],
    ];
    const [one] = await readRows(lines(' eve sound '));
    expect(one).toMatchObject({ changes: { selectedUser: 'Eve' } });
    const [same] = await readRows(lines('Ada Harbour'));
    expect(same?.outcome, 'it is hers already').toBe('unchanged');
    const [two] = await readRows(lines('Kim Reef'));
    expect(errorsOf(two)).toEqual([
      ['Owner', 'Several owners are called Kim Reef. Use the User Id: kim, kim2'],
    ]);
  });
});

describe('a cell that a spreadsheet has spoiled', () => {
  it('is refused when only the damage is different', async () => {
    const app = knownApp({ appName: '12e3', accountName: '00421', note: '3940256099942544' });
    const headings = ['App ID', 'App Name', 'Account Name', 'Note'];
    const [spoiled] = await readRows([headings, ['a1', '12000', '421', '3940256099942540']], {
      app,
    });
    expect(errorsOf(spoiled)).toEqual([
      ['App Name', expect.stringContaining('The application has 12e3')],
      ['Account Name', expect.stringContaining('The application has 00421')],
      ['Note', expect.stringContaining('The application has 3940256099942544')],
    ]);
    const [changed] = await readRows([headings, ['a1', '12001', '422', '3940256099999999']], {
      app,
    });
    expect(changed?.outcome).toBe('changed');
  });
});

describe('a row of a new application', () => {
  const headings = ['App ID', ...appFormFields, 'country'];
  const form: Record<string, string> = { ...sampleForm, country: 'IN' };
  const cells = (over: Record<string, string> = {}) =>
    headings.map((name) => ({ ...form, ...over })[name] ?? '');

  it('has all values', async () => {
    const [row] = await readRows([headings, cells({ selectedUser: 'eve' })]);
    expect(row).toMatchObject({
      row: 2,
      appID: '',
      appName: form.appName,
      outcome: 'created',
      changes: { ...form, selectedUser: 'Eve' },
    });
  });

  it('needs every required field, with a column or without', async () => {
    const [row] = await readRows([
      ['App ID', 'App Name', 'Category'],
      ['', 'x', ''],
    ]);
    expect(errorsOf(row)).toEqual([
      ['Category', 'Please Select Category'],
      [undefined, 'Please Enter Package Name'],
      [undefined, 'Please Select Ads Status'],
      [undefined, 'Please Select App Status'],
      [undefined, 'Please Select Visible Extra'],
      [undefined, 'Please Select IP Address'],
    ]);
  });

  it.each([
    ['both', 'zz', 'No application has this App ID. Leave it blank for a new application'],
    ['update', 'zz', 'No application has this App ID'],
    ['update', '', 'The row has no App ID'],
    ['create', 'a1', 'An application has this App ID already'],
  ])('in mode %s with App ID %j is refused', async (mode, appID, message) => {
    const lines = [headings, [appID, ...cells().slice(1)]];
    const [row] = await readRows(lines, { form: { mode } });
    expect(errorsOf(row)).toEqual([['App ID', message]]);
  });

  it('of a package name may occur once in a file', async () => {
    const rows = await readRows(
      [headings, cells({ packageName: 'b' }), cells({ packageName: 'b' })],
      {
        form: { key: 'packageName' },
      },
    );
    expect(rows.map(errorsOf)).toEqual([
      'created',
      [['packageName', 'Row 2 is for the same application']],
    ]);
  });

  const defaults = JSON.stringify({
    category: 'food and drink',
    adsStatus: 'ON',
    appStatus: 'In-Develop',
    visibleExtra: 'off',
    ipAddress: 'off',
    selectedUser: 'ada harbour',
    note: 'from a file',
  });

  it('has the defaults where it has no column, or a blank cell of a required field', async () => {
    const headings = ['App Name', 'Package Name', 'Status', 'Note'];
    const rows = await readRows(
      [headings, ['Buoy', 'com.b', '', ''], ['Kelp', 'com.k', ' live ', 'x'], ['Cut', 'com.c']],
      { form: { mode: 'create', defaults } },
    );
    const common = {
      category: 'Food & Drink',
      adsStatus: 'on',
      visibleExtra: 'off',
      ipAddress: 'off',
      selectedUser: 'ada',
    };
    expect(rows).toMatchObject([
      { outcome: 'created', changes: { ...common, appStatus: 'in-develop' } },
      { outcome: 'created', changes: { ...common, appStatus: 'live', note: 'x' } },
      { outcome: 'refused' },
    ]);
    expect(rows[0]).toHaveProperty('changes.note', '');
    expect(errorsOf(rows[2])).toEqual([[undefined, expect.stringContaining('APPS_PER_OWNER')]]);
  });

  it.each([
    [{ adsStatus: 'maybe' }, 'Ads Status must be one of: on, off'],
    [{ category: 'Sailing' }, 'Unknown category: Sailing'],
    [{ selectedUser: 'nobody' }, 'Unknown owner: nobody'],
    [{ selectedUser: 'Kim Reef' }, /Several owners are called Kim Reef/],
    [{ country: 'Germny' }, 'Unknown country: Germny. Did you mean Germany?'],
    [{ packageName: '' }, 'Please Enter Package Name'],
  ])('with the defaults %j is no row at all', async (wrong, message) => {
    const reading = readRows([headings, cells()], { form: { defaults: JSON.stringify(wrong) } });
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toMatchObject({ fields: [{ field: 'defaults' }] });
  });

  it('needs room with its owner', async () => {
    const rows = await readRows([headings, ...Array(3).fill(cells({ selectedUser: 'ada' }))]);
    expect(rows.map(errorsOf)).toEqual([
      'created',
      'created',
      [
        [
          'selectedUser',
          'Ada Harbour has 3 applications, as many as an owner may have (APPS_PER_OWNER)',
        ],
      ],
    ]);
  });
});
