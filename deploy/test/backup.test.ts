import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

/* deploy/postgres/backup.sh, with programs in the place of PostgreSQL's own: these need exactly the server's version. */

const script = fileURLToPath(new URL('../postgres/backup.sh', import.meta.url));
let folder: string;
let backups: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adwarden-backup-'));
  backups = join(folder, 'made', 'backups');
  mkdirSync(join(folder, 'bin'));
  program(
    'pg_dump',
    'for last; do :; done; printf "%s|%s\\n" "$PGPASSWORD" "$last" > "$SEEN"; echo dump > "$(echo "$3" | cut -d= -f2)"',
  );
  program('pg_restore', 'test "$1" = --list && cat "$2"');
  program('psql', 'printf "%s\\n" "$@" > "$SEEN.psql"');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, text: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, 'bin', name), 0o755);
}

function run(url: string | undefined, ...args: string[]) {
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    SEEN: join(folder, 'seen'),
    ...(url !== undefined && { DATABASE_URL: url }),
  };
  return spawnSync(script, [backups, ...args], { env, encoding: 'utf8' });
}
const dumps = () => readdirSync(backups).sort();

test('writes a dump that only its owner can read, and keeps the newest ones', () => {
  mkdirSync(backups, { recursive: true });
  const old = ['20260101', '20260102', '20260103'].map((day) => `adwarden-${day}T000000Z.dump`);
  for (const name of [...old, 'of somebody else.dump']) writeFileSync(join(backups, name), '');
  const { status, stderr, stdout } = run('postgres://ada@db/x', '2');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^wrote .*\.dump \(5 bytes\)\n$/);
  const names = dumps();
  expect(names).toHaveLength(3);
  expect(names.slice(0, 1)).toEqual(['adwarden-20260103T000000Z.dump']);
  expect(statSync(join(backups, names[1] ?? '')).mode & 0o777).toBe(0o600);
});

test.each([
  [
    'postgres://ada:s%3Aecr%40t@db:5433/x?sslmode=require',
    's:ecr@t|postgres://ada@db:5433/x?sslmode=require',
  ],
  ['postgresql://ada:back\\n@one,two/x', 'back\\n|postgresql://ada@one,two/x'],
  ['postgres://db/x', '|postgres://db/x'],
])('gives the password by the environment, not as an argument: %s', (url, seen) => {
  expect(run(url).status).toBe(0);
  expect(readFileSync(join(folder, 'seen'), 'utf8')).toBe(`${seen}\n`);
});

test('tells the database of the dump: its size, and when it was begun', () => {
  expect(run('postgres://ada:secret@db/x').status).toBe(0);
  const told = readFileSync(join(folder, 'seen.psql'), 'utf8');
  expect(told).toMatch(
    /'lastDump', floor\(extract\(epoch from now\(\)\) - \d\)::bigint \* 1000 \|\| ' 5'/,
  );
  expect(told).not.toContain('secret');
});

test('a database that cannot be told is said, and the dump stays', () => {
  program('psql', 'echo "ERROR:  permission denied for table meta" >&2; exit 1');
  const { status, stderr } = run('postgres://ada@db/x', '1');
  expect(stderr).toMatch(
    /permission denied for table meta\nThe dump is good, but Adwarden does not know of it: the user of DATABASE_URL must be able to write the table meta\n/,
  );
  expect(status).toBe(3);
  expect(dumps()).toHaveLength(1);
});

test.each([
  [
    'that fails',
    () =>
      program('pg_dump', 'echo half > "$(echo "$3" | cut -d= -f2)"; echo "no route" >&2; exit 1'),
  ],
  ['that cannot be read again', () => program('pg_restore', 'exit 1')],
])('leaves nothing of a dump %s, and the old ones', (_, breakIt) => {
  mkdirSync(backups, { recursive: true });
  writeFileSync(join(backups, 'adwarden-20260101T000000Z.dump'), '');
  breakIt();
  expect(run('postgres://ada@db/x', '1').status).not.toBe(0);
  expect(dumps()).toEqual(['adwarden-20260101T000000Z.dump']);
  expect(existsSync(join(folder, 'seen.psql')), 'the database is told of good dumps only').toBe(
    false,
  );
});

test.each([
  [undefined, [], /DATABASE_URL must be set/],
  ['postgres://ada@db/x', ['0'], /KEEP must be a number/],
  ['postgres://ada@db/x', ['seven'], /KEEP must be a number/],
])('says what is wrong: %s %j', (url, args, message) => {
  const { status, stderr } = run(url, ...args);
  expect(stderr).toMatch(message);
  expect(status).not.toBe(0);
});
