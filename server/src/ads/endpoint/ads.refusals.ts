import type { FieldError } from '@adwarden/contract/envelope';
import { type Answer, bodyLength, fixedAnswer, Head } from '../../kit/answers/answer.ts';
import { bearerChallenge, internalMessage } from '../../kit/app-error.ts';

const cors = ['Access-Control-Allow-Origin', '*'];
const noSniff = ['X-Content-Type-Options', 'nosniff'];
const methods = 'GET, HEAD, OPTIONS';
/** Seconds after which a phone may ask again while the first load runs. */
const retryAfter = '2';

/** Builds a failure in the envelope that no cache keeps. */
function refusal(
  status: number,
  message: string,
  { headers = [], ...more }: { headers?: string[]; errors?: FieldError[]; id?: string } = {},
): Answer {
  const body = Buffer.from(JSON.stringify({ status: 'error', success: false, message, ...more }));
  const head = new Head(status, [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    bodyLength,
    'Cache-Control',
    'no-store',
    ...cors,
    // Without this, the code of a web view cannot read when it may ask again.
    'Access-Control-Expose-Headers',
    'Date, Retry-After',
    ...noSniff,
    ...headers,
  ]);
  return fixedAnswer(head, body.toString('latin1'));
}

/** The answer to an unknown app and to a wrong token: both get the same bytes. */
export const unauthorized = refusal(401, 'Unknown app ID or auth token', {
  // Without this header, HTTP clients of old Androids, Jetty and .NET throw. With `Basic`, phones would show a
  // password dialog.
  headers: ['WWW-Authenticate', bearerChallenge],
});
/** The answer when the request has an If-Match with the entity tag of an older answer. */
export const preconditionFailed = refusal(412, 'The answer has another ETag');
export const notReady = refusal(503, 'The ads are being loaded, please ask again', {
  headers: ['Retry-After', retryAfter],
});
export const methodNotAllowed = refusal(405, `Only ${methods} are answered here`, {
  headers: ['Allow', methods],
});
export const badRequest = (errors: FieldError[]): Answer =>
  refusal(400, 'appID and authToken are needed, each once', { errors });
/** Builds the answer to a failed request; `id` is the one to find in the log. */
export const failed = (id: string): Answer => refusal(500, internalMessage, { id });

/** The longest list of names that is sent back, in bytes. */
const longestNames = 1024;
/** Names of headers with commas between them (RFC 9110, 5.6.1 and 5.6.2). */
const headerNames = /^[\w!#$%&'*+.^`|~-]+(?:[ \t]*,[ \t]*[\w!#$%&'*+.^`|~-]+)*$/;

/**
 * Builds the answer to a CORS preflight: any origin may ask, with the headers that it names (`Access-Control-Request-Headers`).
 * `*` would not do: old web views do not know it, and it does not stand for `Authorization`.
 */
export function allowCors(asked: string | undefined): Answer {
  const isTaken = asked !== undefined && asked.length <= longestNames && headerNames.test(asked);
  const head = new Head(204, [
    ...cors,
    ...noSniff,
    'Access-Control-Allow-Methods',
    methods,
    'Access-Control-Allow-Headers',
    isTaken ? asked : 'If-None-Match',
    'Access-Control-Max-Age',
    '86400',
    'Vary',
    'Access-Control-Request-Headers',
    'Allow',
    methods,
  ]);
  return fixedAnswer(head);
}
