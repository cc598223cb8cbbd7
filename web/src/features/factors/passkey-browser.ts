import type { PasskeyOptions } from '@adwarden/contract/envelope';
import type { NewPasskey, PasskeyAnswer } from '@adwarden/contract/factors/passkey-answer';
import {
  platformAuthenticatorIsAvailable,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { ApiError } from '../../lib/api-error.ts';

/* What the browser does with passkeys (WebAuthn), in a chunk of its own: it is loaded when somebody uses one. */

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

const words: Partial<Record<string, string>> = {
  NotAllowedError: 'The browser has used no passkey. Try again, or take another way.',
  AbortError: 'The browser has used no passkey. Try again, or take another way.',
  InvalidStateError: 'There is a passkey of your account on this device already.',
  SecurityError: 'The browser takes no passkeys at this address.',
  NotSupportedError: 'This device cannot make such a passkey. Choose the other kind.',
  ConstraintError: 'This device cannot make such a passkey. Choose the other kind.',
};

/** Says why the browser did nothing, in words for people. The screens show it as a call without an answer. */
function asSaid(error: unknown): ApiError {
  const name = error instanceof Error ? error.name : '';
  const said = words[name] ?? 'The browser could not use a passkey. Try again.';
  return new ApiError(said, { status: 0 });
}

/** Asks the browser for a new passkey. Throws an ApiError in words when none is made. */
export async function makePasskey(options: PasskeyOptions): Promise<NewPasskey> {
  try {
    const optionsJSON = options as unknown as CreationOptions;
    const { id, rawId, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, attestationObject, transports },
    };
  } catch (error) {
    throw asSaid(error);
  }
}

/** Asks the browser to use a passkey. Throws an ApiError in words when none is used. */
export async function takePasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  try {
    const optionsJSON = options as unknown as RequestOptions;
    const { id, rawId, response } = await startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
    return {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    };
  } catch (error) {
    throw asSaid(error);
  }
}

/** Tells whether this device itself can check who uses it, by a finger, a face or a PIN. */
export const canVerify = (): Promise<boolean> =>
  platformAuthenticatorIsAvailable().catch(() => false);
