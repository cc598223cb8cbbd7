import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileBytes } from '../../../../test/samples/file-bytes.ts';
import { AppError } from '../../../kit/app-error.ts';
import { readTable } from './import.file.service.ts';

async function read(text: string, size = 16 * 1024) {
  const { columns, rows } = await readTable(fileBytes(text, size));
  const all = [];
  for await (const row of rows) all.push(row);
  return { columns, rows: all };
}

async function refusal(text: string): Promise<string> {
  const error = await read(text).catch((cause: unknown) => cause);
  if (!(error instanceof AppError)) throw new Error(`Not refused: ${JSON.stringify(error)}`);
  return error.message;
}

describe('a JSON file', () => {
  it('is a list of objects; a name that is absent has no cell, null is blank', async () => {
    const text = ' [ {"a":"1","b":"}]\\"\\\\"} , {"b":null},{}, {"c":"\\u00e9","a":"x"} ] \n';
    for (const size of [1, 2, 5, 1000]) {
      expect(await read(text, size)).toEqual({
        columns: ['a', 'b', 'c'],
        rows: [
          { row: 1, cells: ['1', '}]"\\', undefined], errors: [] },
          { row: 2, cells: [undefined, '', undefined], errors: [] },
          { row: 4, cells: ['x', undefined, 'é'], errors: [] },
        ],
      });
    }
  });

  it('refuses values that are no texts, with their row and name', async () => {
    const message = 'The value must be a text in quotes';
    const { rows } = await read('[{"a":1.23e15,"b":[{"c":"]"}]},{"a":true,"b":"x"}]');
    expect(rows).toEqual([
      {
        row: 1,
        cells: [undefined, undefined],
        errors: [
          { field: 'row', message, column: 'a' },
          { field: 'row', message, column: 'b' },
        ],
      },
      { row: 2, cells: [undefined, 'x'], errors: [{ field: 'row', message, column: 'a' }] },
    ]);
  });

  it('refuses a name that comes late, instead of ignoring it', async () => {
    const early = Array.from({ length: 200 }, () => ({ a: 'x' }));
    const late = { a: 'y', category: 'Tools' };
    const { rows } = await read(JSON.stringify([...early, late]));
    expect(rows.at(-1)?.errors).toEqual([
      { field: 'row', message: expect.stringMatching(/^The name category is .* first 200 rows/) },
    ]);
    const names = Array.from({ length: 80_000 }, (_, index) => [`k${index}`, '']);
    const many = await read(JSON.stringify([...early, Object.fromEntries(names)]));
    expect(many.rows.at(-1)?.errors).toEqual([
      { field: 'row', message: expect.stringMatching(/^80000 names, such as k0, are/) },
    ]);
  });

  it.each([
    ['{"data":[]}', 'The JSON file must be a list of objects: [{…}, {…}]'],
    ['["a"]', /must be a list of objects/],
    ['[[]]', /must be a list of objects/],
    ['[]', 'The file has no rows'],
    ['[{}]', 'The file has no rows'],
    ['[', /Row 1: the file is cut off here/],
    ['[{"a":"1"}', /Row 2: the file is cut off here/],
    ['[{"a":"1"},', /Row 2: the file is cut off here/],
    ['[{"a":"1"},{"a":"', /Row 2: the file is cut off here/],
    ['[{"a":"1"},]', /Row 2: there is \] where it must not be/],
    ['[{"a":"1"}{"a":"1"}]', /Row 2: there is { where/],
    ['[{"a":"1"}]x', /there is x where/],
    ['[{"a":"1"},{"a":1,}]', 'Row 2: it is not valid JSON'],
    ["[{'a':'1'}]", 'Row 1: it is not valid JSON'],
    [`[{"a":"${'x'.repeat(1_100_000)}"}]`, 'Row 1: it is longer than 1 MB'],
    [`[{"${'x'.repeat(201)}":"1"}]`, /longer than 200/],
    [
      JSON.stringify([Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`c${i}`, 'x']))]),
      /have more than 200 names/,
    ],
    [`[${'{"a":"1"},'.repeat(100_000)}{"a":"1"}]`, 'At most 100000 rows can be imported at once'],
  ])('that is broken is refused with its row: %#', async (text, message) => {
    expect(await refusal(text)).toMatch(message);
  });

  it('gives back any texts', async () => {
    const object = fc.record({ a: fc.string({ unit: 'grapheme' }), 'b "{}[]\\': fc.string() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(object, { minLength: 1 }),
        fc.constantFrom(undefined, 2),
        fc.integer({ min: 1, max: 50 }),
        async (objects, indent, size) => {
          const { rows } = await read(JSON.stringify(objects, null, indent), size);
          expect(rows.map(({ cells }) => cells)).toEqual(objects.map((one) => Object.values(one)));
        },
      ),
    );
  });
});
