import { importForm } from '@adwarden/contract/spreadsheets/imports';
import { describe, expect, it } from 'vitest';
import { ada, errorsOf, readRows } from '../../../test/samples/read-rows.ts';
import { definedFields } from '../../kit/defined-fields.ts';
import { checkColumns, checkMapping, fieldsOf, idsIn, keyOf } from './import.columns.policy.ts';

describe('an owner', () => {
  it('does not change what is for administrators', async () => {
    const headings = ['App ID', 'User Id', 'IP Address', 'Country', 'Note'];
    const [same] = await readRows([headings, ['a1', 'ada', 'off', 'IN,US', 'x']], { actor: ada });
    expect(same).toMatchObject({ outcome: 'changed', changes: { note: 'x' } });
    const [row] = await readRows([headings, ['a1', 'eve', 'on', '', 'x']], { actor: ada });
    expect(errorsOf(row)).toEqual([
      ['User Id', 'User is for administrators only'],
      ['IP Address', 'IP Address is for administrators only'],
      ['Country', 'Country is for administrators only'],
    ]);
  });

  it('adds own applications, without IP rules', async () => {
    const headings = [
      'appName',
      'packageName',
      'category',
      'adsStatus',
      'appStatus',
      'visibleExtra',
    ];
    const cells = ['n', 'p', 'Tools', 'on', 'live', 'off'];
    const form = { mode: 'create' };
    const own = { ipAddress: 'off', selectedUser: 'ada' };
    const [row] = await readRows([headings, cells], { actor: ada, form });
    expect(row).toMatchObject({ outcome: 'created', changes: own });
    const more = [...headings, 'ipAddress', 'selectedUser', 'country'];
    const [blank] = await readRows([more, [...cells, '', '', '']], { actor: ada, form });
    expect(blank).toMatchObject({ outcome: 'created', changes: own });
    const [refused] = await readRows([more, [...cells, 'on', 'eve', 'IN']], { actor: ada, form });
    expect(errorsOf(refused)).toHaveLength(3);
  });
});

describe('the columns', () => {
  it.each([
    [['App Name'], { key: 'appID' }, 'key', 'No column of the file is the App ID'],
    [['App Name'], {}, 'key', 'No column of the file is the App ID or the Package Name'],
    [['App ID'], { key: 'packageName' }, 'key', 'No column of the file is the Package Name'],
    [['Price', 'Size'], {}, 'mapping', /^No column of the file is known/],
    [['A'], { mapping: '{"B":"appName"}' }, 'mapping', 'There is no column B in the file'],
    [
      ['A', 'B'],
      { mapping: '{"A":"note","B":"note"}' },
      'mapping',
      'Two columns are Note: A and B',
    ],
  ])('%j with %j are refused', (columns, form, field, message) => {
    const read = importForm.parse(form);
    const run = () => {
      checkMapping(columns, read);
      const fields = fieldsOf(columns, read, () => 'some');
      checkColumns(fields, { key: 'packageName', ...definedFields(read) });
    };
    expect(run).toThrow(message);
    expect(run).toThrow(expect.objectContaining({ fields: [expect.objectContaining({ field })] }));
  });

  it('are read as the mapping says, and no others', () => {
    const mapping = '{"A":"appID","App Name":null}';
    const read = fieldsOf(['A', 'App Name', 'Note'], importForm.parse({ mapping }), () => 'none');
    expect(read).toEqual([
      { column: 'A', field: 'appID' },
      { column: 'App Name', field: null },
      { column: 'Note', field: null },
    ]);
  });

  it('are not the App ID when their cells are those of somebody else', () => {
    const headings = ['App name', 'App ID'];
    const rows = ['ca-app-pub-3940256099942544~3347511713', '', 'x'].map((cell, index) => ({
      row: index + 2,
      cells: ['Tide', cell],
      errors: [],
    }));
    const ids = (index: number) => idsIn(rows, index);
    expect(fieldsOf(headings, {}, ids)).toEqual([
      { column: 'App name', field: 'appName' },
      { column: 'App ID', field: null },
    ]);
    expect(fieldsOf(headings, { mapping: { 'App ID': 'appID' } }, ids)[1]?.field).toBe('appID');
  });

  it.each([
    [['q7m2x5k3v4y6z7ab'], 'appID'],
    [['', 'nobody', ' q7m2x5k3v4y6z7ab '], 'appID'],
    [['q7m2x5k3v4y6z7a'], 'packageName'],
    [['Q7M2X5K3V4Y6Z7AB'], 'packageName'],
    [['q7m2x5k3v4y6z71b'], 'packageName'],
    [['ca-app-pub-3940256099942544~3347511713'], 'packageName'],
    [['', ''], 'packageName'],
  ])('with the cells %j have the key %s', (cells, key) => {
    const rows = cells.map((cell, index) => ({ row: index + 2, cells: [cell], errors: [] }));
    expect(keyOf(idsIn(rows, 0))).toBe(key);
  });
});
