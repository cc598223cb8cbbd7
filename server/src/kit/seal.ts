import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Seals secrets at rest and opens them again (ADR 29 "Secrets"). */
export type Seal = {
  /** AES-256-GCM under the current key; `purpose` is bound in, so that a sealed value cannot be moved elsewhere. */
  close(text: string, purpose: string): string;
  /** The text, or null when the key is gone or the value was changed. */
  open(sealed: string, purpose: string): string | null;
  /** The value under the current key, the same text when it is already; null when it cannot be opened. */
  renew(sealed: string, purpose: string): string | null;
};

/** How many sealed values were written anew, were under the current key already, and cannot be opened. */
export type Renewal = { renewed: number; current: number; lost: number };

type Key = { id: string; bytes: Buffer };

const nonceBytes = 12;
const tagBytes = 16;

/** A key out of 32 bytes; its id tells sealed values apart and tells nothing of the key. */
function asKey(bytes: Buffer): Key {
  return { id: createHash('sha256').update('seal').update(bytes).digest('hex').slice(0, 8), bytes };
}

/** Builds the seal of a current key and of old ones that only open, each 32 bytes. */
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
  };
  return seal;
}
