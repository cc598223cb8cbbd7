import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { confirmedFactor } from '@adwarden/contract/factors/confirmed';
import type { NewPasskey, PasskeyAnswer } from '@adwarden/contract/factors/passkey-answer';
import { newPasskeyAnswer } from '@adwarden/contract/factors/passkeys';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Db } from '../../src/db/schema.ts';
import type { callsOf } from './calls.ts';
import { letWriteFactors } from './second-factor.ts';

/* An authenticator with one passkey, and the browser before it (WebAuthn, sections 5 and 6), with faults on demand. */

/** The address of the back office in tests of passkeys. */
export const office = { host: 'office.example.com', origin: 'https://office.example.com' };

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const flagsOf = (isVerified: boolean, isNew: boolean) =>
  0x01 | (isVerified ? 0x04 : 0) | (isNew ? 0x40 : 0);

/** A public key as JWK (RFC 7517). */
type PublicKey = { x?: string; y?: string; n?: string; e?: string };

const numberOf = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'));

/** The algorithms that the server takes, with their keys in COSE (RFC 9053). */
const algorithms = {
  EdDSA: {
    make: () => generateKeyPairSync('ed25519'),
    cose: ({ x }: PublicKey) => [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, numberOf(x)],
    ],
    hash: null,
  },
  ES256: {
    make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    cose: ({ x, y }: PublicKey) => [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, numberOf(x)],
      [-3, numberOf(y)],
    ],
    hash: 'sha256',
  },
  RS256: {
    make: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    cose: ({ n, e }: PublicKey) => [
      [1, 3],
      [3, -257],
      [-1, numberOf(n)],
      [-2, numberOf(e)],
    ],
    hash: 'sha256',
  },
} as const;

/** What is otherwise than it should be. `isVerified`: the authenticator has checked who uses it. */
export type Faults = {
  origin?: string;
  host?: string;
  challenge?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string | null;
  crossOrigin?: boolean;
  format?: string;
  statement?: Map<string, unknown>;
  /** Says so of the algorithm, whatever the key is. */
  algorithm?: number;
};

type Options = Record<string, unknown> & { challenge?: unknown };

/** Builds an authenticator. It counts its uses, unless `counts` is false. */
export function createAuthenticator({
  algorithm = 'ES256',
  counts = true,
}: {
  algorithm?: keyof typeof algorithms;
  counts?: boolean;
} = {}) {
  const { make, cose, hash } = algorithms[algorithm];
  const { publicKey, privateKey } = make() as { publicKey: KeyObject; privateKey: KeyObject };
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let handle = '';
  let uses = 0;
  const next = () => {
    if (counts) uses += 1;
    return uses;
  };

  const clientData = (type: string, { challenge }: Options, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? office.origin,
        crossOrigin: faults.crossOrigin ?? false,
      }),
    );
  function authenticatorData(faults: Faults, isNew: boolean): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(faults.counter ?? next());
    const flags = Buffer.from([flagsOf(faults.isVerified ?? true, isNew)]);
    return Buffer.concat([sha256(faults.host ?? office.host), flags, counter]);
  }
  const credential = { id, rawId: id, type: 'public-key' as const };

  return {
    id,

    /** Makes the passkey for these options. */
    make(options: Options, faults: Faults = {}): NewPasskey {
      handle = (options.user as { id: string }).id;
      const clientDataJSON = clientData('webauthn.create', options, faults);
      const key = new Map<number, number | Uint8Array<ArrayBuffer>>(
        cose(publicKey.export({ format: 'jwk' })) as [number, number | Uint8Array<ArrayBuffer>][],
      );
      if (faults.algorithm !== undefined) key.set(3, faults.algorithm);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authData = Buffer.concat([
        authenticatorData(faults, true),
        Buffer.alloc(16),
        length,
        credentialId,
        isoCBOR.encode(key),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', faults.format ?? 'none'],
        ['attStmt', faults.statement ?? new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      const attestationObject = isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          attestationObject: Buffer.from(attestationObject).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      };
    },

    /** Uses the passkey for these options. */
    use(options: Options, faults: Faults = {}): PasskeyAnswer {
      const clientDataJSON = clientData('webauthn.get', options, faults);
      const authData = authenticatorData(faults, false);
      const signed = Buffer.concat([authData, sha256(clientDataJSON)]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign(hash, signed, privateKey).toString('base64url'),
          userHandle: faults.userHandle === undefined ? handle : faults.userHandle,
        },
      };
    },
  };
}

type Api = Pick<ReturnType<typeof callsOf>, 'call' | 'callLoosely'> & { db: Db };

/** Sets up a passkey for the person of a session, as the page does. */
export async function addPasskey(
  api: Api,
  as: string,
  { replacesPassword = true, name = 'Laptop', ...kind }: Made = {},
) {
  await letWriteFactors(api.db);
  const begun = await api.call('addPasskey', { as, body: { replacesPassword } });
  if (begun.status !== 200) throw new Error(`addPasskey failed: ${begun.text}`);
  const { id, options } = newPasskeyAnswer.parse(begun.body).data;
  const authenticator = createAuthenticator(kind);
  const response = authenticator.make(options, { isVerified: replacesPassword });
  const answer = await api.call('confirmPasskey', { as, body: { id, name, response } });
  if (answer.status !== 200) throw new Error(`confirmPasskey failed: ${answer.text}`);
  const { recoveryCodes = [] } = confirmedFactor.parse(answer.body).data;
  return { id, options, authenticator, recoveryCodes };
}
type Made = { replacesPassword?: boolean; name?: string } & Parameters<
  typeof createAuthenticator
>[0];
