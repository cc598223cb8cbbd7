import { type AdsEntry, etagLength, type KeptAds, type OldToken } from './ads.answer.ts';
import { createBlocks } from './ads.blocks.ts';

/** Ready answers by app ID, in memory. */
export type AdsIndex = {
  readonly size: number;
  /** A copy, which a later change leaves as it is. */
  get(appID: string): KeptAds | undefined;
  set(appID: string, entry: AdsEntry): void;
  delete(appID: string): void;
  /** Whether so much of its memory lies idle that a new index is worth its making. */
  isWasteful(): boolean;
};

/** 30 bits of an app ID: a small integer, which a Map holds in its own table, unlike a string. */
function hashOf(appID: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < appID.length; index += 1) {
    hash = Math.imul(hash ^ appID.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash >>> 13) ^ hash) & 0x3fffffff;
}

/*
 * A block is three characters (flags, length of the app ID, length of the token), then app ID, token,
 * entity tag and body. IDs and tokens are ASCII and short by the way they are made (kit/ids).
 */
const flag = { shared: 1, rotated: 2 };
const headLength = 3;

function headOf(appID: string, { token, oldTokens, etag, shared }: AdsEntry): string {
  const flags = (shared ? flag.shared : 0) | (oldTokens ? flag.rotated : 0);
  return String.fromCharCode(flags, appID.length, token.length) + appID + token + etag;
}

/** Builds an empty index. */
export function createAdsIndex(): AdsIndex {
  const blocks = createBlocks();
  const addresses = new Map<number, number>();
  /** Apps whose hash is another's: with 100,000 apps a handful. */
  const crowded = new Map<string, number>();
  /** Of the few apps that have them. */
  const oldTokens = new Map<string, readonly OldToken[]>();

  const isOf = (appID: string, text: string) =>
    text.charCodeAt(1) === appID.length && text.startsWith(appID, headLength);

  /** The block of an app, and where it is. */
  function find(appID: string): { address: number; text: string; inCrowd: boolean } | undefined {
    const address = addresses.get(hashOf(appID));
    if (address !== undefined) {
      const text = blocks.read(address);
      if (isOf(appID, text)) return { address, text, inCrowd: false };
    }
    const other = crowded.get(appID);
    return other === undefined
      ? undefined
      : { address: other, text: blocks.read(other), inCrowd: true };
  }

  function remove(appID: string): void {
    const found = find(appID);
    if (!found) return;
    blocks.release(found.address);
    if (found.inCrowd) crowded.delete(appID);
    else addresses.delete(hashOf(appID));
    oldTokens.delete(appID);
  }

  return {
    get size() {
      return addresses.size + crowded.size;
    },
    get(appID) {
      const text = find(appID)?.text;
      if (text === undefined) return undefined;
      const flags = text.charCodeAt(0);
      const token = headLength + appID.length;
      const etag = token + text.charCodeAt(2);
      const body = etag + etagLength;
      return {
        token: text.slice(token, etag),
        oldTokens: flags & flag.rotated ? (oldTokens.get(appID) ?? null) : null,
        etag: text.slice(etag, body),
        shared: (flags & flag.shared) !== 0,
        body: text.slice(body),
      };
    },
    set(appID, entry) {
      remove(appID);
      const address = blocks.put(headOf(appID, entry), entry.body);
      const hash = hashOf(appID);
      if (addresses.has(hash)) crowded.set(appID, address);
      else addresses.set(hash, address);
      if (entry.oldTokens) oldTokens.set(appID, entry.oldTokens);
    },
    delete: remove,
    isWasteful: () => blocks.isWasteful(),
  };
}
