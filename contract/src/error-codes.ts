/** All error codes, each with its HTTP status (ADR 28 "Envelope"). */
export const errorStatus = {
  invalid: 400,
  'not-signed-in': 401,
  'wrong-credentials': 401,
  'second-factor': 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  stale: 409,
  'change-request': 409,
  'already-made': 409,
  'too-large': 413,
  'unsupported-type': 415,
  'too-many': 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;
