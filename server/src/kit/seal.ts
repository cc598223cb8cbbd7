import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts secrets for storage and decrypts them (ADR 29 "Secrets"). */
export type Seal = {
  /** Encrypts with AES-256-GCM and the current key. `purpose` is authenticated, so that a sealed value is of no use elsewhere. */
  close(text: string, purpose: string): string;
  /** Returns the text; null when its key is missing or the value was changed. */
  open(sealed: string, purpose: string): string | null;
  /** Returns the value sealed with the current key (unchanged if it already is); null when it cannot be opened. */
  renew(sealed: string, purpose: string): string | null;
  /** Tells whether the key with which a value was sealed is there. */
  hasKeyOf(sealed: string): boolean;
};

/** The numbers of sealed values that were sealed again, already had the current key, and could not be opened. */
export type Renewal = { renewed: number; current: number; lost: number };

type Key = { id: string; bytes: Buffer };

const nonceBytes = 12;
const tagBytes = 16;

/** Builds a key of 32 bytes. Its id is stored with each sealed value and reveals nothing about the key. */
function asKey(bytes: Buffer): Key {
  return { id: createHash('sha256').update('seal').update(bytes).digest('hex').slice(0, 8), bytes };
}

/** Builds the seal from the current key and old keys, which only open; each has 32 bytes. */
export function createSeal(current: Buffer, old: Buffer[] = []): Seal {
  const closing = asKey(current);
  const byId = new Map([...old.map(asKey), closing].map((key) => [key.id, key.bytes]));

  const seal: Seal = {
    close(text, purpose) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', closing.bytes, nonce);
      cipher.setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const whole = Buffer.concat([nonce, cipher.getAuthTag(), body]);
      return `${closing.id}.${whole.toString('base64url')}`;
    },
    open(sealed, purpose) {
      const [id = '', text = ''] = sealed.split('.');
      const key = byId.get(id);
      const whole = Buffer.from(text, 'base64url');
      if (!key || whole.length < nonceBytes + tagBytes) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, whole.subarray(0, nonceBytes));
        decipher.setAAD(Buffer.from(purpose));
        decipher.setAuthTag(whole.subarray(nonceBytes, nonceBytes + tagBytes));
        const body = decipher.update(whole.subarray(nonceBytes + tagBytes));
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
    renew(sealed, purpose) {
      const text = seal.open(sealed, purpose);
      if (text === null) return null;
      return sealed.startsWith(`${closing.id}.`) ? sealed : seal.close(text, purpose);
    },
    hasKeyOf: (sealed) => byId.has(sealed.split('.', 1)[0] ?? ''),
  };
  return seal;
}

/**
 * Builds a seal whose key is read later, because a start must not depend on a file that is unreadable at the moment. Nothing may
 * be sealed or opened before `use`.
 */
export function createLateSeal(): { seal: Seal; use: (own: Seal) => void } {
  let own: Seal | null = null;
  const ready = (): Seal => {
    if (!own) throw new Error('The secret key has not been read yet');
    return own;
  };
  const seal: Seal = {
    close: (text, purpose) => ready().close(text, purpose),
    open: (sealed, purpose) => ready().open(sealed, purpose),
    renew: (sealed, purpose) => ready().renew(sealed, purpose),
    hasKeyOf: (sealed) => ready().hasKeyOf(sealed),
  };
  return {
    seal,
    use(read) {
      own = read;
    },
  };
}
