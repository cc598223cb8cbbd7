import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../kit/faults/fault.ts';

/* Refuses files that are not a backup: the error says what the file is, and what to do. */

const fromPostgres =
  'it belongs into PostgreSQL: set DATABASE_URL and use pg_restore (docs/operate.md, "Back up and restore"). There is no way from PostgreSQL back to the embedded database';

const decrypt = 'decrypt it first, with the program that has encrypted it';

/** Kinds of files, recognised by their bytes as latin1 at `at`, or at the beginning. */
const kinds: readonly { begins: string; at?: number; what: string; todo: string }[] = [
  { begins: '\x1f\x8b', what: 'is compressed with gzip', todo: 'unpack it first: gunzip -k' },
  { begins: 'PK\x03\x04', what: 'is a zip archive', todo: 'unpack it first: unzip' },
  { begins: '\xfd7zXZ', what: 'is compressed with xz', todo: 'unpack it first: unxz -k' },
  { begins: '\x28\xb5\x2f\xfd', what: 'is compressed with zstd', todo: 'unpack it first: unzstd' },
  { begins: 'BZh', what: 'is compressed with bzip2', todo: 'unpack it first: bunzip2 -k' },
  { begins: 'PGDMP', what: 'is a dump of PostgreSQL', todo: fromPostgres },
  { begins: 'toc.dat\0', what: 'is a dump of PostgreSQL', todo: fromPostgres },
  { begins: '--\n-- PostgreSQL', what: 'is a dump of PostgreSQL', todo: fromPostgres },
  { begins: 'ustar', at: 257, what: 'is a tar archive', todo: 'unpack it first: tar -xf' },
  { begins: '\x04\x22\x4d\x18', what: 'is compressed with lz4', todo: 'unpack it first: unlz4' },
  { begins: '7z\xbc\xaf\x27\x1c', what: 'is a 7z archive', todo: 'unpack it first: 7z x' },
  { begins: 'age-encryption.org/', what: 'is encrypted with age', todo: decrypt },
  { begins: '-----BEGIN PGP MESSAGE', what: 'is encrypted with PGP', todo: decrypt },
  { begins: 'Salted__', what: 'is encrypted with openssl', todo: decrypt },
];

const readBytes = 512;
const sqlite = 'SQLite format 3\0';

/** Throws when there is no file at this path. */
export function mustBeFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new Error(`There is no file ${file}`);
  if (found.isDirectory() && existsSync(join(file, 'toc.dat'))) {
    throw new Fault(`${file} is a dump of PostgreSQL`, fromPostgres);
  }
  if (found.isDirectory()) {
    throw new Fault(
      `${file} is a folder`,
      'name the file of the backup in it, which ends with .db',
    );
  }
  if (!found.isFile()) throw new Error(`${file} is not a file`);
}

/** Builds the error of a backup whose pages are damaged, in one line. `found`: the words of SQLite's check. */
export const damagedBackup = (file: string, found: string): Fault =>
  new Fault(
    `${file} is damaged (${found.replaceAll(/[\s;]+/g, ' ').replace(/^\*\*\* in database main \*\*\* /, '')})`,
    'take another backup',
  );

/** Throws when an existing file cannot be a whole SQLite database, and says what it is instead. */
export function refuseOtherFile(file: string): void {
  const { size } = statSync(file);
  if (size === 0) throw new Fault(`${file} is empty`, 'take another backup');
  const bytes = Buffer.alloc(readBytes);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, bytes, 0, readBytes, 0);
  } finally {
    closeSync(handle);
  }
  const text = bytes.toString('latin1');
  const kind = kinds.find(({ begins, at = 0 }) => text.startsWith(begins, at));
  if (kind) throw new Fault(`${file} ${kind.what}`, kind.todo);
  if (!text.startsWith(sqlite)) return;
  // The value 1 means 65,536 bytes (SQLite's file format, 1.3.2).
  const written = bytes.readUInt16BE(16);
  const pageBytes = written === 1 ? 65_536 : written;
  const whole = pageBytes * bytes.readUInt32BE(28);
  if (whole <= size) return;
  const megabytes = (all: number) => `${(all / 1e6).toFixed(1)} MB`;
  throw new Fault(
    `${file} is cut: it has ${megabytes(size)} of ${megabytes(whole)}`,
    'copy it again, or take another backup',
  );
}
