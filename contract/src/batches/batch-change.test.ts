import { describe, expect, it } from 'vitest';
import { bodyBytesOf } from '../call.ts';
import { limits } from '../limits.ts';
import { batchForm } from './batch-change.ts';
import { batchCalls } from './batches.ts';

const select = { appIDs: ['a1', 'a2'] };
const change = { set: { adsStatus: 'off' } };
const errorsOf = (body: object) =>
  batchForm.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message]);
const ids = (count: number) => Array.from({ length: count }, (_, index) => `app${index}`);

describe('a batch', () => {
  it('changes any part of an app, its countries and its token', () => {
    const body = {
      select: { where: { search: '', accountName: 'Harbour', finding: 'any' } },
      change: {
        set: { note: ' ok ', selectedUser: '' },
        replaceInAdUnits: { find: ' pub-1', with: '', kinds: ['banner'] },
        country: 'IN, DE',
        at: '2027-01-01T09:00:00+05:45',
      },
    };
    expect(batchForm.parse(body)).toEqual({
      select: body.select,
      change: {
        set: { note: 'ok', selectedUser: '' },
        replaceInAdUnits: { find: ' pub-1', with: '', kinds: ['banner'] },
        country: 'IN,DE',
        at: Date.parse(body.change.at),
      },
    });
  });

  it('gives each selected app values of its own', () => {
    const setEach = { a1: { appName: ' Tide ' }, a2: { note: '', reward1: 'x' } };
    expect(batchForm.parse({ select, change: { setEach } }).change).toEqual({
      setEach: { a1: { appName: 'Tide' }, a2: { note: '', reward1: 'x' } },
    });
    const { apps, text } = limits.batches.each;
    const all = { appIDs: ids(apps) };
    const long = 'x'.repeat(Math.floor(text / apps));
    const full = Object.fromEntries(all.appIDs.map((id) => [id, { note: long }]));
    expect(errorsOf({ select: all, change: { setEach: full } })).toBeUndefined();
    expect(
      new TextEncoder().encode(JSON.stringify(full).replaceAll('x', '語')).length,
    ).toBeLessThan(bodyBytesOf(batchCalls.previewBatch) - JSON.stringify(all).length);
    const more = { appIDs: ids(apps + 1) };
    const each = Object.fromEntries(more.appIDs.map((id) => [id, { note: long }]));
    expect(errorsOf({ select: more, change: { setEach: each } })).toEqual([
      ['change.setEach', 'At most 1,000 applications can have values of their own'],
      ['change.setEach', 'The values have more than 100,000 characters together'],
    ]);
  });

  it.each([{ delete: true }, { country: null }, { rotateTokens: { keepOldForDays: 0 } }])(
    'may be only %j',
    (alone) => {
      expect(errorsOf({ select, change: alone })).toBeUndefined();
    },
  );

  it.each([
    [{ appIDs: [] }, 'select.appIDs', 'Please select at least one application'],
    [{ appIDs: ['a1', 'b', 'a1'] }, 'select.appIDs', 'The same App ID twice: a1'],
    [{ appIDs: ids(10_001) }, 'select.appIDs', 'At most 10,000 applications by ID'],
    [{ appIDs: 'a1' }, 'select.appIDs', /must be a list/],
    [{ appIDs: [7] }, 'select.appIDs.0', /must be texts/],
    [{ appIDs: ['a b'] }, 'select.appIDs.0', /visible ASCII/],
    [{}, 'select', /must be either/],
    [{ appIDs: ['a1'], where: {} }, 'select', /must be either/],
    [{ appIDs: ['a1'], except: ['a1'] }, 'select.except', 'except needs where'],
    [{ where: { page: 1 } }, 'select.where', 'Unknown parameter: page'],
    [{ where: { adsStatus: 'x' } }, 'select.where.adsStatus', /must be on or off/],
    [{ where: { search: 'x'.repeat(201) } }, 'select.where.search', /at most 200/],
  ])('of the selection %# is refused', (wrong, field, message) => {
    expect(errorsOf({ select: wrong, change })).toEqual([[field, expect.stringMatching(message)]]);
  });

  it('may name 10,000 apps, and its body has room for them', () => {
    const all = { appIDs: ids(limits.batches.ids) };
    expect(errorsOf({ select: all, change })).toBeUndefined();
    const longest = { appIDs: all.appIDs.map((id) => id.padEnd(16, 'x')) };
    expect(JSON.stringify({ select: longest }).length).toBeLessThan(
      bodyBytesOf(batchCalls.previewBatch) / 2,
    );
  });

  it('gives no values of their own to apps of a query', () => {
    const setEach = { a1: { note: '' } };
    expect(errorsOf({ select: { where: {} }, change: { setEach } })).toEqual([
      ['change.setEach', expect.stringMatching(/select \{appIDs/)],
    ]);
  });

  it.each([
    [{}, 'change', 'Please enter a change'],
    [{ set: {} }, 'change', 'Please enter a change'],
    [{ at: '2027-01-01T09:00:00Z' }, 'change', 'Please enter a change'],
    [{ ...change, delete: true }, 'change.delete', /not both/],
    [{ delete: false }, 'change.delete', 'delete must be true'],
    [{ delete: true, at: '2027-01-01T09:00:00Z' }, 'change.at', /cannot be scheduled/],
    [{ ...change, at: '2027-01-01' }, 'change.at', /with its zone/],
    [{ set: { ...change.set, icon: 'x' } }, 'change.set', /icon cannot be changed later/],
    [{ set: { ...change.set, country: 'IN' } }, 'change.set', 'Unknown field: country'],
    [{ set: { appName: '' } }, 'change.set.appName', 'Please Enter App Name'],
    [{ country: '' }, 'change.country', 'Please Enter Country Name'],
    [{ replaceInAdUnits: { find: '', with: 'x' } }, 'change.replaceInAdUnits.find', /enter/],
    [{ replaceInAdUnits: { find: '\0', with: '' } }, /find/, /control characters/],
    [{ replaceInAdUnits: { find: '\ud800', with: '' } }, /find/, /broken Unicode/],
    [
      { replaceInAdUnits: { find: 'x', with: 'x'.repeat(201) } },
      'change.replaceInAdUnits.with',
      /at most 200/,
    ],
    [{ replaceInAdUnits: { find: 'x', with: '', kinds: ['x'] } }, /kinds/, /must be a list of/],
    [{ rotateTokens: { keepOldForDays: 366 } }, 'change.rotateTokens.keepOldForDays', /0 to 365/],
    [{ setEach: {} }, 'change', 'Please enter a change'],
    [{ setEach: [] }, 'change.setEach', /must be an object/],
    [
      { setEach: { a1: { note: '' }, a2: { note: '' }, a3: { note: '' } } },
      'change.setEach',
      'a3 is not selected',
    ],
    [{ setEach: { a1: { note: '' }, a2: {} } }, 'change.setEach.a2', 'Please enter a value'],
    [
      { setEach: { a1: { appName: '' }, a2: { note: '' } } },
      'change.setEach.a1.appName',
      'Please Enter App Name',
    ],
    [
      { setEach: { a1: { selectedUser: 'x', note: '' }, a2: { note: '' } } },
      'change.setEach.a1',
      'Unknown field: selectedUser',
    ],
    [
      { set: { note: 'x' }, setEach: { a1: { note: '' }, a2: { reward1: '' } } },
      'change.set.note',
      /not both/,
    ],
    [{ ...change, else: 1 }, 'change', /else/],
  ])('of the change %j is refused', (wrong, field, message) => {
    expect(errorsOf({ select, change: wrong })).toEqual([
      [expect.stringMatching(field), expect.stringMatching(message)],
    ]);
  });
});
