import { expect, it } from 'vitest';
import {
  asPostgresError,
  DatabaseUnavailableError,
  isDatabaseGone,
  isUniqueViolation,
  PostgresError,
  SqliteError,
} from './errors.ts';

const said = (code: string) => new PostgresError('x', code);
/** Builds an error that the drivers did not make, such as one of a client's socket. */
const somebodys = (code: string) => Object.assign(new Error('x'), { code });

it.each([
  ['SQLite, unique', new SqliteError('x', 2067), true],
  ['SQLite, primary key', new SqliteError('x', 1555), true],
  ['SQLite, foreign key', new SqliteError('x', 787), false],
  ['PostgreSQL', said('23505'), true],
  ['PostgreSQL, foreign key', said('23503'), false],
  ['nothing', undefined, false],
])('a taken key: %s', (_name, error, expected) => {
  expect(isUniqueViolation(error)).toBe(expected);
});

it.each([
  ['a dead thread', new DatabaseUnavailableError('DATABASE_GONE', 'x'), true],
  [
    'a network to the database that failed',
    new DatabaseUnavailableError('DATABASE_UNREACHABLE', 'ECONNRESET'),
    true,
  ],
  ['SQLite, locked', new SqliteError('x', 5), true],
  ['SQLite, no sync', new SqliteError('x', 1034), true],
  ['SQLite, disk full', new SqliteError('x', 13), true],
  ['SQLite, a wrong statement', new SqliteError('x', 1), false],
  ['PostgreSQL, connection failure', said('08006'), true],
  ['PostgreSQL, read-only after a failover', said('25006'), true],
  ['PostgreSQL, a statement stopped by its limit', said('57014'), true],
  ['PostgreSQL, a lock not had in time', said('55P03'), true],
  ['PostgreSQL, a deadlock', said('40P01'), true],
  ['PostgreSQL, out of disk', said('53100'), true],
  ['a network of somebody else', somebodys('ECONNREFUSED'), false],
  ['a client that left', somebodys('ECONNRESET'), false],
  ['what only looks like a database', somebodys('57P01'), false],
  ['PostgreSQL, a wrong statement', said('42601'), false],
  ['a text', 'SQLITE_BUSY', false],
  ['null', null, false],
])('a database that is gone: %s', (_name, error, expected) => {
  expect(isDatabaseGone(error)).toBe(expected);
});

it('keeps what PostgreSQL says, but for the values in it', () => {
  const taken = asPostgresError({ code: '23505', message: 'duplicate key "a_key"' });
  expect([taken.code, taken.message]).toEqual(['23505', 'duplicate key "a_key"']);
  expect(asPostgresError({ code: '22P02', message: 'invalid: "secret"' }).message).not.toContain(
    'secret',
  );
});
