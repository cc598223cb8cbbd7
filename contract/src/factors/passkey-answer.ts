import { z } from 'zod';
import { limits } from '../limits.ts';
import { requestBodies } from '../named.ts';

/*
 * The answers of browsers about passkeys (WebAuthn, section 5.1). Fields that are not read here, such as those of extensions, are
 * dropped.
 */

const { passkeys } = limits;

/** Bytes in base64url without padding. */
const bytes = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .max(max, `${label} must be at most ${max} characters`)
    .regex(/^[\w-]+$/, `${label} must be in base64url`);

const credential = {
  id: bytes('The id of the passkey', passkeys.id),
  rawId: bytes('The raw id of the passkey', passkeys.id),
  type: z.literal('public-key', 'The type must be public-key'),
};
const clientDataJSON = bytes('clientDataJSON', passkeys.clientData);

/** The answer of `navigator.credentials.create`. */
export const newPasskey = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON,
      attestationObject: bytes('attestationObject', passkeys.attestation),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/, 'A transport has small letters'))
        .max(passkeys.transports, `At most ${passkeys.transports} transports`)
        .optional(),
    }),
  })
  .register(requestBodies, { id: 'NewPasskey' });
export type NewPasskey = z.output<typeof newPasskey>;

/** The answer of `navigator.credentials.get`. */
export const passkeyAnswer = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON,
      authenticatorData: bytes('authenticatorData', passkeys.authenticatorData),
      signature: bytes('signature', passkeys.signature),
      // Some browsers send an empty one.
      userHandle: bytes('userHandle', passkeys.userHandle).or(z.literal('')).nullish(),
    }),
  })
  .register(requestBodies, { id: 'PasskeyAnswer' });
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;
