import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { readBackup } from './check.ts';
import { restoreDatabase } from './restore.ts';

/* A file that is not a backup is refused, the refusal says what the file is, and the database stays. */

const folder = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const releases = new URL('../../../test/fixtures/releases/0.3.2/', import.meta.url);
const read = (name: string) => gunzipSync(readFileSync(new URL(name, releases)));
const whole = read('sqlite.db.gz');

/** The beginning of a tar archive with this file in it, as POSIX has it. */
function tarOf(bytes: Buffer, name = 'good.db'): Buffer {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write('ustar\0', 257);
  return Buffer.concat([head, bytes]);
}

/** The database with one page overwritten that has rows. */
function damagedPage(): Buffer {
  const bytes = Buffer.from(whole);
  const pageBytes = bytes.readUInt16BE(16);
  return bytes.fill(0xab, 20 * pageBytes, 21 * pageBytes);
}

it.each<[string, Buffer, RegExp]>([
  ['gzip', gzipSync(whole), /is compressed with gzip: unpack it first/],
  ['zstd', zstdCompressSync(whole), /is compressed with zstd: unpack it first/],
  ['zip', Buffer.concat([Buffer.from('PK\x03\x04'), whole]), /is a zip archive: unpack/],
  ['dump', Buffer.from('PGDMP\x01\x0e rest'), /is a dump of PostgreSQL: .*no way from PostgreSQL/],
  ['plain dump', Buffer.from('--\n-- PostgreSQL database dump\n--\n'), /is a dump of PostgreSQL/],
  ['tar', tarOf(whole), /is a tar archive: unpack it first: tar -xf/],
  ['tar of pg_dump', tarOf(whole, 'toc.dat'), /is a dump of PostgreSQL/],
  [
    'encrypted',
    Buffer.from('age-encryption.org/v1\n-> X25519'),
    /is encrypted with age: decrypt it/,
  ],
  [
    'with a damaged page',
    damagedPage(),
    /^\S+with a damaged page\.db is damaged \([^\n]+\): take another backup$/,
  ],
  ['cut', whole.subarray(0, whole.length - 5_000), /is cut: it has [\d.]+ MB of [\d.]+ MB: copy/],
  ['empty', Buffer.alloc(0), /is empty: take another backup/],
  ['text', Buffer.from('no database '.repeat(100)), /is not a database of Adwarden/],
])('%s', async (name, bytes, words) => {
  const file = join(folder, `${name}.db`);
  writeFileSync(file, bytes);
  const dataDir = mkdtempSync(join(folder, 'data-'));
  await expect(readBackup(file)).rejects.toThrow(words);
  await expect(restoreDatabase({ dataDir, file })).rejects.toThrow(words);
  expect(existsSync(join(dataDir, 'database-id'))).toBe(false);
});

it('a folder', async () => {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  await expect(restoreDatabase({ dataDir, file: folder })).rejects.toThrow(/is a folder: name the/);
  // `pg_dump --format=directory` makes such a folder.
  const dump = mkdtempSync(join(folder, 'dump-'));
  writeFileSync(join(dump, 'toc.dat'), 'PGDMP');
  await expect(restoreDatabase({ dataDir, file: dump })).rejects.toThrow(/is a dump of PostgreSQL/);
});

it('the whole file is restored', async () => {
  const file = join(folder, 'whole.db');
  writeFileSync(file, whole);
  const dataDir = mkdtempSync(join(folder, 'data-'));
  expect(await restoreDatabase({ dataDir, file })).toMatchObject({ hadChecksum: false });
});
