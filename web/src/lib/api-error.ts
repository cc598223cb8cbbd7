import type { FieldError } from '@adwarden/contract/envelope';

type Details = {
  /** The HTTP status; 0 when no answer came. */
  status: number;
  fields?: FieldError[];
  /** The session is missing, unknown or over. */
  sessionOver?: boolean;
  /** Nobody waits for the answer any more: it took too long, or the person cancelled. */
  isGivenUp?: boolean;
  /** What else the refusal carried, such as `current` of a stale edit. */
  extra?: Record<string, unknown>;
};

/** A call that failed, always with a message that a person can read (spec, section 8). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly fields: FieldError[];
  readonly sessionOver: boolean;
  readonly isGivenUp: boolean;
  readonly extra: Record<string, unknown>;

  constructor(message: string, details: Details) {
    super(message);
    const { status, fields = [], sessionOver = false, isGivenUp = false, extra = {} } = details;
    this.status = status;
    this.fields = fields;
    this.sessionOver = sessionOver;
    this.isGivenUp = isGivenUp;
    this.extra = extra;
  }
}

/** Whether the server refused the call; otherwise no answer came, or it is an error of this app. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status !== 0;
}

/** The message to show for anything that was thrown; 'Failed' if it has none (spec, section 8). */
export function messageOf(error: unknown): string {
  return (error instanceof Error && error.message) || 'Failed';
}
