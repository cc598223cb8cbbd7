import type { NewPasskey, PasskeyAnswer } from '@adwarden/contract/factors/passkey-answer';
import { limits } from '@adwarden/contract/limits';
import type { AttestationObject } from '@simplewebauthn/server/helpers';
import type { RelyingParty } from '../../people/relying-party.ts';

/*
 * What browsers are asked about passkeys, and the check of what they answer (WebAuthn, sections 7.1 and 7.2). The library is loaded at
 * the first use.
 */

const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** EdDSA, ES256 and RS256: one of them is in every authenticator. */
const supportedAlgorithmIDs = [-8, -7, -257];
const timeout = limits.secondFactor.ticketMinutes * 60_000;

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** A passkey as browsers name it; `transports` joined by commas. */
export type NamedPasskey = { credentialId: string; transports: string };

const described = ({ credentialId, transports }: NamedPasskey) => ({
  id: credentialId,
  transports: transports.split(',').filter(Boolean),
});

/** Returns the options to make a passkey. `challenge` and `handle` are in base64url; `others` are made already. */
export async function creationOptions(
  { host, origin: _ }: RelyingParty,
  wanted: {
    companyName: string;
    login: string;
    fullName: string;
    handle: string;
    challenge: string;
    replacesPassword: boolean;
    others: NamedPasskey[];
  },
): Promise<Record<string, unknown>> {
  const { generateRegistrationOptions } = await library();
  const strength = wanted.replacesPassword ? 'required' : 'discouraged';
  const options = await generateRegistrationOptions({
    rpName: wanted.companyName,
    rpID: host,
    userName: wanted.login,
    userDisplayName: wanted.fullName,
    userID: bytesOf(wanted.handle),
    challenge: bytesOf(wanted.challenge),
    timeout,
    attestationType: 'none',
    authenticatorSelection: { residentKey: strength, userVerification: strength },
    excludeCredentials: wanted.others.map(described),
    supportedAlgorithmIDs,
  });
  return { ...options };
}

/** Returns the options to use a passkey: one of `passkeys`, or without them one that the browser finds. */
export async function requestOptions(
  { host }: RelyingParty,
  wanted: {
    challenge: string;
    userVerification: 'required' | 'preferred' | 'discouraged';
    passkeys?: NamedPasskey[];
  },
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: host,
    challenge: bytesOf(wanted.challenge),
    timeout,
    userVerification: wanted.userVerification,
    ...(wanted.passkeys && { allowCredentials: wanted.passkeys.map(described) }),
  });
  return { ...options };
}

/** What a passkey must keep, besides its signature. `mustVerify`: its authenticator has checked who uses it. */
type Expected = { challenge: string; mustVerify: boolean };

/** What is stored of a new passkey, in base64url. */
export type NewCredential = { credentialId: string; publicKey: string; counter: number };

/**
 * Tells whether an attestation is one that nobody vouches for: none, or signed with the passkey itself. Others are not asked for, and
 * checking them would fetch lists of addresses that the answer names.
 */
function vouchesForNobody(attestation: AttestationObject): boolean {
  const format = attestation.get('fmt');
  return (
    format === 'none' ||
    (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
  );
}

/** Checks the answer of a browser that has made a passkey; null when it is wrong. */
export async function readNewPasskey(
  { host, origin }: RelyingParty,
  { response, ...credential }: NewPasskey,
  { challenge, mustVerify }: Expected,
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await library();
  const { decodeAttestationObject, decodeClientDataJSON } = await helpers();
  try {
    const attestation = decodeAttestationObject(bytesOf(response.attestationObject));
    if (!vouchesForNobody(attestation)) return null;
    if (decodeClientDataJSON(response.clientDataJSON).crossOrigin) return null;
    const { clientDataJSON, attestationObject } = response;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: mustVerify,
      supportedAlgorithmIDs,
    });
    const made = registrationInfo?.credential;
    if (made?.id !== credential.id) return null;
    return { credentialId: made.id, publicKey: toText(made.publicKey), counter: made.counter };
  } catch {
    // The library throws whatever is wrong with the bytes.
    return null;
  }
}

/** Checks the answer of a browser that has used a passkey; returns what the passkey has counted, or null when the answer is wrong. */
export async function readPasskeyAnswer(
  { host, origin }: RelyingParty,
  { response, ...credential }: PasskeyAnswer,
  passkey: { credentialId: string; publicKey: string },
  { challenge, mustVerify }: Expected,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  const { decodeClientDataJSON } = await helpers();
  try {
    const { clientDataJSON, authenticatorData, signature } = response;
    if (decodeClientDataJSON(clientDataJSON).crossOrigin) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      // The stored counter is compared where it is written, so that two answers at once cannot both pass.
      credential: {
        id: passkey.credentialId,
        publicKey: bytesOf(passkey.publicKey),
        counter: 0,
      },
      requireUserVerification: mustVerify,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
