import { errorStatus } from '@adwarden/contract/error-codes';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { damagedWords, isDamaged, isDatabaseGone, isDiskFull, isReadOnly } from '../db/errors.ts';
import { AppError, bearerChallenge, internalMessage } from '../kit/app-error.ts';

/** Our messages for the refusals of Fastify and its plugins. */
const frameworkErrors: Record<string, () => AppError> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => new AppError('invalid', 'The body is not valid JSON'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('invalid', 'The body is not as long as its Content-Length says'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('unsupported-type', 'The body must be JSON or a multipart form'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('too-large', 'The body is too large'),
  FST_ERR_BAD_URL: () => new AppError('invalid', 'The address is not a valid URL'),
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError('not-found', 'Not found'),
};

/** The words for people when the framework or a plugin refuses a request and `frameworkErrors` has none for it. */
const wordsOfStatus: Record<number, string> = {
  404: 'Not found',
  405: 'This address does not take this method',
  413: 'The body is too large',
  414: 'The address is too long',
  415: 'The body must be JSON or a multipart form',
};

/**
 * Returns the status with which the framework or a plugin refuses a request: a 4xx that is not ours. Its own words may contain
 * parts of the request. Null for any other error.
 */
function foreignRefusal(error: unknown): number | null {
  const { statusCode } = (error ?? {}) as Partial<FastifyError>;
  const isRefusal = Number.isInteger(statusCode) && Math.floor(Number(statusCode) / 100) === 4;
  return isRefusal && !(error instanceof AppError) ? Number(statusCode) : null;
}

/** Turns any error into an AppError. An unexpected error becomes `internal`, without any detail. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>;
  const known = typeof code === 'string' ? frameworkErrors[code] : undefined;
  if (known) return known();
  if (isDiskFull(error)) {
    return new AppError(
      'unavailable',
      'The disk is full: nothing can be saved until there is room',
      {
        retryAfter: 30,
      },
    );
  }
  // This answer tells nobody to try again: that does not help.
  if (isDamaged(error)) return new AppError('unavailable', damagedWords);
  if (isDatabaseGone(error)) {
    const why = isReadOnly(error) ? 'takes no writes at the moment' : 'cannot be reached';
    return new AppError('unavailable', `The database ${why}, please try again`, { retryAfter: 5 });
  }
  if (error instanceof SyntaxError && statusCode === 400) {
    return new AppError('invalid', 'The body is not valid JSON');
  }
  const refused = foreignRefusal(error);
  if (refused === null) return new AppError('internal', internalMessage);
  return new AppError('invalid', wordsOfStatus[refused] ?? 'The request is not valid');
}

/** Answers every error in the envelope (ADR 28 "Envelope"); a 500 has the id of the request in the log. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // An error of the request's own stream means that the client disconnected before it had sent the whole body.
  const wasCutOff = error !== null && error === request.raw.errored;
  const refusal = wasCutOff ? new AppError('invalid', 'The body was cut off') : asAppError(error);
  // `invalid` also stands for a status that none of our codes has.
  const foreign = refusal.code === 'invalid' && !wasCutOff ? foreignRefusal(error) : null;
  const status = foreign ?? errorStatus[refusal.code];
  if (!refusal.isCallers) request.log.error({ err: error, req: request }, refusal.message);
  else if (request.raw.socket?.destroyed) {
    // No answer can be sent, so there is no "answered" line for this request; log it here.
    request.log[request.isSignedIn ? 'info' : 'debug']({ req: request }, refusal.message);
  }
  if (refusal.retryAfter !== undefined) reply.header('Retry-After', refusal.retryAfter);
  if (status === 401) reply.header('WWW-Authenticate', bearerChallenge);
  // Serialized by hand: an error never passes through the schema of a success.
  void reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      status: 'error',
      success: false,
      message: refusal.message,
      ...(refusal.fields.length > 0 && { errors: refusal.fields }),
      ...(refusal.code === 'internal' && { id: request.id }),
      ...refusal.extra,
    });
}
