import { importForm } from '@adwarden/contract/spreadsheets/imports';
import { describe, expect, it } from 'vitest';
import { ada, errorsOf, readRows } from '../../../test/read-rows.ts';
import { readColumns } from './import.columns.policy.ts';

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
    [['App Name'], {}, 'key', 'No column of the file is the App ID'],
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
    const run = () => readColumns(columns, importForm.parse(form));
    expect(run).toThrow(message);
    expect(run).toThrow(expect.objectContaining({ fields: [expect.objectContaining({ field })] }));
  });

  it('are read as the mapping says, and no others', () => {
    const mapping = '{"A":"appID","App Name":null}';
    expect(readColumns(['A', 'App Name', 'Note'], importForm.parse({ mapping }))).toEqual([
      { column: 'A', field: 'appID' },
      { column: 'App Name', field: null },
      { column: 'Note', field: null },
    ]);
  });
});
