import { appFormFields } from '@adwarden/contract/apps';
import { describe, expect, it } from 'vitest';
import { errorsOf, knownApp, readRows, sampleForm, values } from '../../../test/read-rows.ts';

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
