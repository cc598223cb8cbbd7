import { createAddresses } from './ads.addresses.ts';
import {
  type AdsEntry,
  type AdsHead,
  etagLength,
  type KeptAds,
  type OldToken,
} from './ads.answer.ts';
import { type AppKey, appKey } from './ads.app-key.ts';
import { beginningLength, createBlocks } from './ads.blocks.ts';

/** Ready answers by app ID, in memory. */
export type AdsIndex = {
  readonly size: number;
  /** A copy, which a later change leaves as it is. */
  get(key: AppKey): KeptAds | undefined;
  /** The same without its body, which touches one place of memory. */
  head(key: AppKey): AdsHead | undefined;
  /** A RangeError for an app ID that none of ours can be (`appKey`). */
  set(appID: string, entry: AdsEntry): void;
  delete(appID: string): void;
  /**
   * What is kept of each app, to be set again elsewhere; between two of them apps may change. Each comes as it
   * was at the first or as it is at the last, some twice, none is left out.
   */
  records(): Iterable<KeptRecord>;
  setRecord(record: KeptRecord): void;
  /** A copy of what is kept of one app; undefined when there is no such app. */
  record(appID: string): KeptRecord | undefined;
  /** Whether so much of its memory lies idle that a new index is worth its making. */
  isWasteful(): boolean;
};

/** An app as it lies in memory. */
export type KeptRecord = { block: Buffer; oldTokens: readonly OldToken[] | null };

/*
 * A block: the lengths of app ID and token and the flags, a character each, then app ID, token, entity tag
 * and body. IDs and tokens are ASCII and short by the way they are made (kit/ids).
 */
const flag = { shared: 1, rotated: 2 };
const idStart = 3;

function headOf(appID: string, { token, oldTokens, etag, shared }: AdsEntry): string {
  const flags = (shared ? flag.shared : 0) | (oldTokens ? flag.rotated : 0);
  const head = String.fromCharCode(appID.length, token.length, flags) + appID + token + etag;
  if (head.length > beginningLength) throw new RangeError(`A head of ${head.length} characters`);
  return head;
}

const appIDOf = (block: Buffer) =>
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
  /** Apps that changed since somebody began to walk over all: their blocks are elsewhere now. */
  const walks = new Set<Set<string>>();
  /** Of the few apps that have them. */
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
    const etag = token + text.charCodeAt(1);
    const body = etag + etagLength;
    const flags = text.charCodeAt(2);
    const rotated = (flags & flag.rotated) !== 0;
    return {
      token: text.slice(token, etag),
      oldTokens: rotated ? (oldTokens.get(text.slice(idStart, token)) ?? null) : null,
      etag: text.slice(etag, body),
      shared: (flags & flag.shared) !== 0,
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
    head(key) {
      const address = addresses.get(key);
      return address === undefined ? undefined : keptIn(blocks.beginning(address));
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
      // One that is made again comes again.
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
