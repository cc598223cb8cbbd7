import { type Ads, isObject, readAds } from './answer.ts';

/** The last good answer, as it is stored (docs/client-protocol.md, "What is stored"). */
export type Stored = {
  etag: string | null;
  /** The time of the last 200 or 304, in milliseconds since 1970. */
  checkedAt: number;
  /** Seconds. */
  maxAge: number;
  /** The time of the first 401 in a row; milliseconds since 1970. */
  refusedAt: number | null;
  ads: Ads;
};

const format = 1;
/** Bytes of UTF-8. */
export const longestRecord = 16_384;

/** The name under which a storage holds the record of an app. */
export function recordKey(appID: string): string {
  return `adwarden-${appID.replace(/[^A-Za-z0-9_-]/g, '_')}`;
}

/** The text to store; null when it is too long. */
export function writeRecord(appID: string, stored: Stored): string | null {
  const text = JSON.stringify({ format, appID, ...stored });
  return bytesOf(text) > longestRecord ? null : text;
}

/** Reads a stored text; null for everything that this version did not write for this app. */
export function readRecord(appID: string, text: unknown): Stored | null {
  try {
    if (typeof text !== 'string' || bytesOf(text) > longestRecord) return null;
    const record: unknown = JSON.parse(text);
    if (!isObject(record) || record.format !== format || record.appID !== appID) return null;
    const { etag, checkedAt, maxAge, refusedAt, ads: stored } = record;
    if (etag !== null && typeof etag !== 'string') return null;
    if (!Number.isFinite(checkedAt) || !Number.isFinite(maxAge)) return null;
    if (refusedAt !== null && !Number.isFinite(refusedAt)) return null;
    if (!isObject(stored) || !isObject(stored.units)) return null;
    const ads = readAds(stored, stored.units);
    if (!ads) return null;
    return {
      etag: usableTag(etag),
      checkedAt: checkedAt as number,
      maxAge: Math.min(Math.max(maxAge as number, 1), 86_400),
      refusedAt: refusedAt as number | null,
      ads,
    };
  } catch {
    return null;
  }
}

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
