import { DatabaseUnavailableError, PostgresError, SqliteError } from '../../db/errors.ts';
import { AppError } from '../../kit/app-error.ts';

/** An error on its way between threads: a message between threads keeps neither its class nor its own properties. */
export type WireError =
  | ({ kind: 'refusal' } & Pick<AppError, 'code' | 'message' | 'fields' | 'extra' | 'retryAfter'>)
  | ({ kind: 'unavailable' } & Pick<DatabaseUnavailableError, 'code' | 'message'>)
  | ({ kind: 'sqlite' } & Pick<SqliteError, 'message' | 'errcode'>)
  | ({ kind: 'postgres' } & Pick<PostgresError, 'message' | 'code'>)
  | { kind: 'fault'; message: string; stack: string | undefined };

export function toWire(error: unknown): WireError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof AppError) {
    const { code, fields, extra, retryAfter } = error;
    return { kind: 'refusal', code, message, fields, extra, retryAfter };
  }
  if (error instanceof DatabaseUnavailableError) {
    return { kind: 'unavailable', code: error.code, message };
  }
  if (error instanceof SqliteError) return { kind: 'sqlite', message, errcode: error.errcode };
  if (error instanceof PostgresError) return { kind: 'postgres', message, code: error.code };
  return { kind: 'fault', message, stack };
}

export function fromWire(wire: WireError): Error {
  switch (wire.kind) {
    case 'refusal': {
      const { fields, extra, retryAfter } = wire;
      const more = { fields, extra, ...(retryAfter !== undefined && { retryAfter }) };
      return new AppError(wire.code, wire.message, more);
    }
    case 'unavailable':
      return new DatabaseUnavailableError(wire.code, wire.message);
    case 'sqlite':
      return new SqliteError(wire.message, wire.errcode);
    case 'postgres':
      return new PostgresError(wire.message, wire.code);
    case 'fault':
      return Object.assign(new Error(wire.message), wire.stack && { stack: wire.stack });
  }
}
