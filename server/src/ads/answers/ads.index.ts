import { adsOffReasons } from '@adwarden/contract/no-ads-reasons';
import { scopesLength } from '../pauses/ads.scopes.ts';
import { createAddresses } from './ads.addresses.ts';
import { type AdsEntry, etagLength, type KeptAds, type OldToken } from './ads.answer.ts';
import { type AppKey, appKey } from './ads.app-key.ts';
import { createBlocks } from './ads.blocks.ts';

/** Ready answers by app ID, in memory. */
export type AdsIndex = {
  readonly size: number;
  /** Returns a copy: a later change does not touch it. */
  get(key: AppKey): KeptAds | undefined;
  /** Sets the entry of an app. Throws a RangeError for a text that is not an app ID (`appKey`). */
  set(appID: string, entry: AdsEntry): void;
  delete(appID: string): void;
  /**
   * Yields a copy of the record of each app, for another index. An app that changes meanwhile may come old, new or both; none is
   * left out.
   */
  records(): Iterable<KeptRecord>;
  setRecord(record: KeptRecord): void;
  /** Returns a copy of the record of one app; undefined when there is no such app. */
  record(appID: string): KeptRecord | undefined;
  /** Tells whether so much of its memory is unused that a new index should be built. */
  isWasteful(): boolean;
};

/** An app in the form in which it is stored in memory. */
export type KeptRecord = { block: Buffer; oldTokens: readonly OldToken[] | null };

/*
 * A block: the length of the app ID, the length of the token and the flags, one character each; then app ID,
 * token, scopes, entity tag and body. App IDs and tokens are short and ASCII (kit/ids).
 */
const flag = { shared: 1, rotated: 2 };
/**
 * The number of bits for flags. The bits above them say why ads are off: 0 means no reason, 1 the first of `adsOffReasons`, 2 the
 * second, …
 */
const flagBits = 2;
const idStart = 3;

function headOf(appID: string, entry: AdsEntry): string {
  const { token, oldTokens, scopes, etag, shared, reason } = entry;
  const reasonNumber = reason === null ? 0 : adsOffReasons.indexOf(reason) + 1;
  const flags =
    (shared ? flag.shared : 0) | (oldTokens ? flag.rotated : 0) | (reasonNumber << flagBits);
  return String.fromCharCode(appID.length, token.length, flags) + appID + token + scopes + etag;
}

/** Returns the app ID of a block. */
export const appIDOf = (block: Buffer) =>
  block.toString('latin1', idStart, idStart + (block[0] as number));

function keyOf(appID: string): AppKey {
  const key = appKey(appID);
  if (!key) throw new RangeError(`${appID.slice(0, 40)} is no app ID`);
  return key;
}

/** Builds an empty index. */
export function createAdsIndex(): AdsIndex {
  const blocks = createBlocks();
  const addresses = createAddresses();
  /** For each walk over all records: the apps that changed since it began. It skips their old blocks and yields them last. */
  const walks = new Set<Set<string>>();
  /** Old tokens by app ID; only few apps have any. */
  const oldTokens = new Map<string, readonly OldToken[]>();

  function remove(appID: string, key: AppKey): void {
    const address = addresses.get(key);
    if (address === undefined) return;
    addresses.delete(key);
    blocks.release(address);
    oldTokens.delete(appID);
  }

  function keptIn(text: string): KeptAds {
    const token = idStart + text.charCodeAt(0);
    const scopes = token + text.charCodeAt(1);
    const etag = scopes + scopesLength;
    const body = etag + etagLength;
    const flags = text.charCodeAt(2);
    const rotated = (flags & flag.rotated) !== 0;
    return {
      token: text.slice(token, scopes),
      scopes: text.slice(scopes, etag),
      oldTokens: rotated ? (oldTokens.get(text.slice(idStart, token)) ?? null) : null,
      etag: text.slice(etag, body),
      shared: (flags & flag.shared) !== 0,
      reason: adsOffReasons[(flags >> flagBits) - 1] ?? null,
      body: text.slice(body),
    };
  }

  return {
    get size() {
      return addresses.size;
    },
    get(key) {
      const address = addresses.get(key);
      return address === undefined ? undefined : keptIn(blocks.read(address));
    },
    set(appID, entry) {
      const key = keyOf(appID);
      remove(appID, key);
      for (const changed of walks) changed.add(appID);
      addresses.add(key, blocks.put(headOf(appID, entry), entry.body));
      if (entry.oldTokens) oldTokens.set(appID, entry.oldTokens);
    },
    delete(appID) {
      const key = appKey(appID);
      if (key) remove(appID, key);
      // If the app is created again, `set` adds it again.
      for (const changed of walks) changed.delete(appID);
    },
    *records() {
      const changed = new Set<string>();
      walks.add(changed);
      const recordAt = (address: number): KeptRecord => {
        const block = blocks.bytes(address);
        return { block, oldTokens: oldTokens.get(appIDOf(block)) ?? null };
      };
      try {
        for (const address of addresses.all()) {
          const record = recordAt(address);
          if (!changed.has(appIDOf(record.block))) yield record;
        }
        for (const appID of changed) {
          const address = addresses.get(keyOf(appID));
          if (address !== undefined) yield recordAt(address);
        }
      } finally {
        walks.delete(changed);
      }
    },
    setRecord({ block, oldTokens: old }) {
      const appID = appIDOf(block);
      const key = keyOf(appID);
      remove(appID, key);
      addresses.add(key, blocks.put('', block));
      if (old) oldTokens.set(appID, old);
    },
    record(appID) {
      const key = appKey(appID);
      const address = key && addresses.get(key);
      if (address === undefined || address === null) return undefined;
      return { block: blocks.bytes(address), oldTokens: oldTokens.get(appID) ?? null };
    },
    isWasteful: () => blocks.isWasteful(),
  };
}
