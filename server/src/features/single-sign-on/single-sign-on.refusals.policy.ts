import { AppError, invalidField } from '../../kit/app-error.ts';
import { OutsideFault } from '../../kit/outside/outside-fault.ts';

/** An error of openid-client, as far as it says something here. */
type Failure = { name?: string; code?: string; error?: string; message?: string; cause?: unknown };

/** Tells whether an error means: the ID token is signed with a key that is not known. */
export const isUnknownKey = (error: unknown): boolean =>
  (error as Failure).code === 'OAUTH_KEY_SELECTION_FAILED';

/** Tells whether a provider describes itself as another issuer than the one that was asked. */
export const isOfAnother = (error: unknown): boolean =>
  (error as Failure).code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';

/** Tells whether a provider says that it does not take this refresh token any more (RFC 6749, section 5.2). */
export const isOverAtProvider = (error: unknown): boolean =>
  isRefusalInWords(error) && (error as Failure).error === 'invalid_grant';

/** Tells whether a provider has answered that it did not do what was asked. */
export const isRefusalInWords = (error: unknown): boolean =>
  (error as Failure).code === 'OAUTH_RESPONSE_BODY_ERROR';

const away = /^(OAUTH_TIMEOUT|OAUTH_ABORT)$/;
const unclear = /^(OAUTH_RESPONSE_IS_NOT_CONFORM|OAUTH_RESPONSE_IS_NOT_JSON|OAUTH_PARSE_ERROR)$/;

const unavailable = (message: string) =>
  new AppError('unavailable', message, { retryAfter: 5, isCallers: true });

/** The claim that a token has otherwise than it was expected, for people: `iss`. '' for anything else. */
function claimOf({ cause }: Failure): string {
  const { cause: inner, claim } = (cause ?? {}) as { cause?: unknown; claim?: unknown };
  if (typeof claim === 'string') return claim;
  const { claim: deeper } = (inner ?? {}) as { claim?: unknown };
  return typeof deeper === 'string' ? deeper : '';
}

/** Tells whether an error of `fetch` means that there was no whole answer. */
const isUnreached = (error: unknown): boolean =>
  error instanceof OutsideFault ||
  (error instanceof TypeError && !('code' in error)) ||
  /^(TimeoutError|AbortError)$/.test((error as Failure | undefined)?.name ?? '');

/**
 * Returns what people are told about a failure at the provider, with what helps: whose fault it is, and whether to begin again.
 * `name` is what they call the provider. The log has the cause; an answer never has what the provider sent.
 */
export function refusalOf(failure: unknown, name: string): AppError {
  if (failure instanceof AppError) return failure;
  const error = failure as Failure;
  const { code = '' } = error;
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
    return error.error === 'access_denied'
      ? new AppError('forbidden', `${name} did not let you sign in here, or you have cancelled it`)
      : new AppError('forbidden', `${name} refused the sign-in (${wordOf(error.error)})`);
  }
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') {
    if (error.error === 'invalid_grant') {
      return invalidField('code', 'This sign-in was used before, or has ended: begin again');
    }
    if (error.error === 'invalid_client' || error.error === 'unauthorized_client') {
      return unavailable(
        `${name} does not know this office: the client id or the client secret is wrong`,
      );
    }
    return unavailable(`${name} refused the sign-in (${wordOf(error.error)})`);
  }
  if (isUnknownKey(failure)) {
    return unavailable(`${name} has new keys: sign in once more`);
  }
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' && claimOf(error) === 'auth_time') {
    return new AppError('forbidden', `${name} did not ask you to sign in again just now`);
  }
  if (away.test(code) || unclear.test(code))
    return unavailable(`${name} does not answer as it should`);
  if (isUnreached(error) || isUnreached(error.cause)) {
    return unavailable(`${name} cannot be reached, or does not answer in time`);
  }
  const claim = claimOf(error);
  const which = claim === '' ? '' : ` (${wordOf(claim)})`;
  return new AppError(
    'forbidden',
    `The answer of ${name} is not valid${which}: nobody is signed in`,
  );
}

/** Cuts a word of the provider to what may be shown. */
const wordOf = (word: unknown): string =>
  String(word ?? '')
    .replace(/[^\w.-]/g, '')
    .slice(0, 40);
