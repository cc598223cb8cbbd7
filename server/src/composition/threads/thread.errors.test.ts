import { expect, it } from 'vitest';
import { DatabaseUnavailableError, PostgresError, SqliteError } from '../../db/errors.ts';
import { AppError } from '../../kit/app-error.ts';
import { fromWire, toWire } from './thread.errors.ts';

it.each([
  new AppError('conflict', 'Taken', { fields: [{ field: 'appName', message: 'Taken' }] }),
  new AppError('unavailable', 'Later', { retryAfter: 5, extra: { current: 1 } }),
  new DatabaseUnavailableError('DATABASE_BUSY', 'The database is busy'),
  new SqliteError('no such table', 1),
  new PostgresError('shutting down', '57P01'),
  new TypeError('x is not a function'),
])('an error between threads stays what it is: %s', (error) => {
  const { constructor: kind, stack } = error;
  const there = fromWire(structuredClone(toWire(error)));
  expect(there.message).toBe(error.message);
  // Only errors that no caller asks about lose their class.
  if (kind === TypeError) expect(there.stack).toBe(stack);
  else {
    expect(there).toBeInstanceOf(kind);
    expect(Object.entries(there)).toEqual(Object.entries(error));
  }
});
