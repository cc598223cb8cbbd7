import { type Ads, isObject, readAds } from './answer.ts';

/** The last good answer, as it is stored (docs/client-protocol.md, "What is stored"). */
export type Stored = {
  etag: string | null;
  /** When the answer came, in milliseconds since 1970. */
  checkedAt: number;
  /** Seconds. */
  maxAge: number;
  ads: Ads;
};

/** The 401 answers in a row since the last good answer. */
export type Refusal = {
  /** The server's time at the first of them, in milliseconds since 1970; null if the server did not say. */
  refusedAt: number | null;
  /** Milliseconds that have passed since then, as far as it is known. */
  refusedFor: number;
};

const format = 1;
/** Bytes of UTF-8. */
export const longestRecord = 16_384;

/** The name under which a storage holds the record of an app. */
export function recordKey(appID: string): string {
  return `adwarden-${appID.replace(/[^A-Za-z0-9_-]/g, '_')}`;
}

/** The text to store; null when it is too long. */
export function writeRecord(appID: string, stored: Stored, refusal: Refusal | null): string | null {
  const { refusedAt = null, refusedFor = null } = refusal ?? {};
  const { etag, checkedAt, maxAge, ads } = stored;
  const record = { format, appID, etag, checkedAt, maxAge, refusedAt, refusedFor, ads };
  const text = JSON.stringify(record);
  return bytesOf(text) > longestRecord ? null : text;
}

/** Reads a stored text; null for everything that no version of this client wrote for this app. */
export function readRecord(
  appID: string,
  text: unknown,
): { stored: Stored; refusal: Refusal | null } | null {
  try {
    if (typeof text !== 'string' || bytesOf(text) > longestRecord) return null;
    const record: unknown = JSON.parse(text);
    if (!isObject(record) || record.format !== format || record.appID !== appID) return null;
    // Version 0.1 had no `refusedFor`.
    const { etag, checkedAt, maxAge, refusedAt, refusedFor = null, ads: written } = record;
    if (etag !== null && typeof etag !== 'string') return null;
    if (!Number.isFinite(checkedAt) || !Number.isFinite(maxAge)) return null;
    if (!isTime(refusedAt) || !isTime(refusedFor)) return null;
    if (!isObject(written) || !isObject(written.units)) return null;
    const ads = readAds(written, written.units);
    if (!ads) return null;
    return {
      stored: {
        etag: usableTag(etag),
        checkedAt: checkedAt as number,
        maxAge: Math.min(Math.max(maxAge as number, 1), 86_400),
        ads,
      },
      refusal:
        refusedAt === null && refusedFor === null
          ? null
          : { refusedAt, refusedFor: Math.max(refusedFor ?? 0, 0) },
    };
  } catch {
    return null;
  }
}

const isTime = (value: unknown): value is number | null => value === null || Number.isFinite(value);

/** The ETag, if a header can have it. */
export function usableTag(etag: string | null): string | null {
  return etag !== null && /^[ -~]+$/.test(etag) ? etag : null;
}

/** The length in UTF-8. `TextEncoder` is missing in some React Native engines. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
