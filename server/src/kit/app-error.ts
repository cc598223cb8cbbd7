import type { FieldError } from '@adwarden/contract/envelope';
import { type ErrorCode, errorStatus } from '@adwarden/contract/error-codes';

/** A refusal with a code of the contract; the error handler turns it into the envelope (ADR 28 "Envelope"). */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Fields at fault. */
  readonly fields: FieldError[];
  /** More keys of the envelope, such as `current` of a stale edit. */
  readonly extra: Record<string, unknown>;
  /** Seconds for `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Whether the refusal is due to the caller's own doing: no fault of the server, whatever the status. */
  readonly isCallers: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      fields?: FieldError[];
      extra?: Record<string, unknown>;
      retryAfter?: number;
      isCallers?: boolean;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.fields = more.fields ?? [];
    this.extra = more.extra ?? {};
    this.retryAfter = more.retryAfter;
    this.isCallers = more.isCallers ?? errorStatus[code] < 500;
  }
}

/** The message to people for a fault of the program; the log has the cause. */
export const internalMessage = 'Something went wrong on the server';

/** `WWW-Authenticate` of every 401 (RFC 9110, 15.5.2). */
export const bearerChallenge = 'Bearer realm="Adwarden"';

/** Builds a refusal of one field (400). */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid', message, { fields: [{ field, message }] });
}

/** Builds a refusal of one field because its value is already in use (409). */
export function takenField(field: string, message: string): AppError {
  return new AppError('conflict', message, { fields: [{ field, message }] });
}

/** Builds the refusal for a thing that does not exist, or that the caller may not see (404). */
export function notFound(what: string): AppError {
  return new AppError('not-found', `${what} not found`);
}
