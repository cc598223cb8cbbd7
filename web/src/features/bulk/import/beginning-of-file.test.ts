import { limits } from '@adwarden/contract/limits';
import { expect, test } from 'vitest';
import { beginningOf } from './beginning-of-file.ts';

const fileOf = (content: BlobPart, name = 'apps.csv') => new File([content], name);

const bytesOf = async (file: Blob) => Buffer.from(await file.arrayBuffer());
const row = `"a\r\nb";${'שעון'.repeat(20)}`;
const text = `Name;Größe\r\n${`${row}\r\n`.repeat(5_000)}`;
const western = text.replaceAll('שעון', '€ Größe');

test.each([
  ['UTF-8', new TextEncoder().encode(text)],
  ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${text}`)],
  ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
  ['UTF-16, big end first', Buffer.from(text, 'utf16le').swap16()],
  ['Windows-1252', Buffer.from(western.replaceAll('€', '\u0080'), 'latin1')],
  ['line breaks of old Macs', new TextEncoder().encode(text.replaceAll('\r\n', '\r'))],
])(
  'of a large CSV file only whole records of the beginning are sent, as they are: %s',
  async (_, bytes) => {
    const file = fileOf(new Uint8Array(bytes));
    const begun = await beginningOf(file);
    expect(begun.name).toBe('apps.csv');
    expect(begun.size).toBeGreaterThan(250_000);
    expect(begun.size).toBeLessThan(300_000);
    const sent = await bytesOf(begun);
    expect(sent.equals((await bytesOf(file)).subarray(0, begun.size))).toBe(true);
    // The rest begins with a record.
    const rest = Buffer.from(bytes).subarray(begun.size);
    expect(rest.toString('latin1').replaceAll('\0', '').slice(0, 2)).toBe('"a');
  },
);

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
