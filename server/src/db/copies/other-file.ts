import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { Fault } from '../../kit/fault.ts';

/* Refuses files that are not a backup: the error says what the file is, and what to do. */

const fromPostgres =
  'it belongs into PostgreSQL: set DATABASE_URL and use pg_restore (docs/operate.md, "Back up and restore"). There is no way from PostgreSQL back to the embedded database';

/** Kinds of files, recognised by their first bytes as latin1. */
const kinds: readonly { begins: string; what: string; todo: string }[] = [
  { begins: '\x1f\x8b', what: 'is compressed with gzip', todo: 'unpack it first: gunzip -k' },
  { begins: 'PK\x03\x04', what: 'is a zip archive', todo: 'unpack it first: unzip' },
  { begins: '\xfd7zXZ', what: 'is compressed with xz', todo: 'unpack it first: unxz -k' },
  { begins: '\x28\xb5\x2f\xfd', what: 'is compressed with zstd', todo: 'unpack it first: unzstd' },
  { begins: 'BZh', what: 'is compressed with bzip2', todo: 'unpack it first: bunzip2 -k' },
  { begins: 'PGDMP', what: 'is a dump of PostgreSQL', todo: fromPostgres },
  { begins: '--\n-- PostgreSQL', what: 'is a dump of PostgreSQL', todo: fromPostgres },
];

const readBytes = 256;
const sqlite = 'SQLite format 3\0';

/** Throws when there is no file at this path. */
export function mustBeFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new Error(`There is no file ${file}`);
  if (found.isDirectory()) {
    throw new Fault(
      `${file} is a folder`,
      'name the file of the backup in it, which ends with .db',
    );
  }
  if (!found.isFile()) throw new Error(`${file} is not a file`);
}

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
  const kind = kinds.find(({ begins }) => text.startsWith(begins));
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
