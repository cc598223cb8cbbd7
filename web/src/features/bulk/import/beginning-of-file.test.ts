import { limits } from '@adwarden/contract/limits';
import { expect, test } from 'vitest';
import { beginningOf, recordsOf } from './beginning-of-file.ts';

const fileOf = (content: BlobPart, name = 'apps.csv') => new File([content], name);

test.each([
  ['a;b\r\n1;2\r\n', ['a;b', '1;2']],
  ['a\n\n"x\ny"\nz', ['a', '', '"x\ny"', 'z']],
  ['a\r"say ""no""\r",b\rc', ['a', '"say ""no""\r",b', 'c']],
  ['', []],
])('the records of %j', (text, records) => {
  expect(recordsOf(text)).toEqual(records);
});

test('of a large CSV file only whole records of the beginning are sent, in any encoding', async () => {
  const row = `"a\r\nb";${'שעון'.repeat(20)}`;
  const text = `Name;Note\r\n${`${row}\r\n`.repeat(5_000)}`;
  for (const bytes of [new TextEncoder().encode(text), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
    const begun = await beginningOf(fileOf(new Uint8Array(bytes)));
    expect(begun.name).toBe('apps.csv');
    expect(begun.size).toBeLessThan(300_000);
    const records = recordsOf(await begun.text());
    expect(records[0]).toBe('Name;Note');
    expect(new Set(records.slice(1))).toEqual(new Set([row]));
  }
});

test('of a large JSON file the first objects are sent', async () => {
  const objects = Array.from({ length: 5_000 }, (_, at) => ({ appName: `${at}`.padEnd(100) }));
  const begun = await beginningOf(fileOf(JSON.stringify(objects), 'apps.json'));
  expect(JSON.parse(await begun.text())).toEqual(objects.slice(0, limits.import.namedIn));
});

test.each([
  'Name\nTide\n',
  `PK${'x'.repeat(300_000)}\n\n\n`,
  `Name\n"${'x'.repeat(300_000)}"\n`,
  `[${'x'.repeat(300_000)}`,
])('a file that is small, or cannot be read here, is sent as it is', async (content) => {
  const file = fileOf(content);
  expect(await beginningOf(file)).toBe(file);
});
