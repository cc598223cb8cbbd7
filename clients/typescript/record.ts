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

const format = 2;
/** Of versions up to 0.3.2: without a checksum. */
const oldFormat = 1;
/** Bytes. */
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
  // Of ASCII alone, so that each character is a byte.
  const json = JSON.stringify(record).replace(
    /[^ -~]/g,
    (unit) => `\\u${`000${unit.charCodeAt(0).toString(16)}`.slice(-4)}`,
  );
  const text = signed(json.slice(0, -1));
  return text.length > longestRecord ? null : text;
}

/** Reads a stored text; null for everything that no version of this client wrote for this app. */
export function readRecord(
  appID: string,
  text: unknown,
): { stored: Stored; refusal: Refusal | null } | null {
  try {
    if (typeof text !== 'string' || text.length > longestRecord) return null;
    const record: unknown = JSON.parse(text);
    if (!isObject(record) || record.appID !== appID) return null;
    const isOld = record.format === oldFormat;
    const isWhole = record.format === format && text === signed(text.slice(0, -signature));
    if (!isOld && !isWhole) return null;
    // Version 0.1 had no `refusedFor`.
    const { etag, checkedAt, maxAge, refusedAt, refusedFor = null, ads: written } = record;
    if (etag !== null && typeof etag !== 'string') return null;
    if (!Number.isFinite(checkedAt) || !Number.isFinite(maxAge)) return null;
    if (!isTime(refusedAt) || !isTime(refusedFor)) return null;
    if (!isObject(written) || !isObject(written.units)) return null;
    const ads = readAds(written, written.units);
    // Ads with a field of another type are not as a client writes them.
    if (!ads || JSON.stringify(ads) !== JSON.stringify(written)) return null;
    return {
      stored: {
        // Without its tag, an old record that is damaged is not confirmed, but replaced.
        etag: isOld ? null : usableTag(etag),
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

/** How many characters `signed` adds. */
const signature = 18;

/** A record, whose text is given without its end, with the CRC-32 of this text. */
function signed(text: string): string {
  let crc = -1;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  const sum = (~crc >>> 0).toString(16).padStart(8, '0');
  return `${text},"sum":"${sum}"}`;
}
