import type { FieldError } from '@adwarden/contract/envelope';

type Details = {
  /** The HTTP status; 0 when no answer came. */
  status: number;
  fields?: FieldError[];
  /** The session is missing, unknown or over. */
  sessionOver?: boolean;
  /** Nobody waits for the answer any more: it took too long, or the person cancelled. */
  isGivenUp?: boolean;
  /** The other fields of the refusal, such as `current` of a stale edit. */
  extra?: Record<string, unknown>;
};

/** The text that a screen shows for a failure without a message (spec, section 8). */
export const failedWords = 'Failed';

/** A call that failed. The message is for people; `failedWords` when the server gave none. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly fields: FieldError[];
  readonly sessionOver: boolean;
  readonly isGivenUp: boolean;
  readonly extra: Record<string, unknown>;

  constructor(message: string, details: Details) {
    super(message || failedWords);
    const { status, fields = [], sessionOver = false, isGivenUp = false, extra = {} } = details;
    this.status = status;
    this.fields = fields;
    this.sessionOver = sessionOver;
    this.isGivenUp = isGivenUp;
    this.extra = extra;
  }
}

/** Tells whether the server refused the call; otherwise no answer came, or it is an error of this app. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status !== 0;
}

/** Returns the message to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  return (error instanceof Error && error.message) || failedWords;
}
