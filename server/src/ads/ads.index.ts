import { createAddresses } from './ads.addresses.ts';
import { type AdsEntry, etagLength, type KeptAds, type OldToken } from './ads.answer.ts';
import { createBlocks } from './ads.blocks.ts';

/** Ready answers by app ID, in memory. */
export type AdsIndex = {
  readonly size: number;
  /** A copy, which a later change leaves as it is. */
  get(appID: string): KeptAds | undefined;
  set(appID: string, entry: AdsEntry): void;
  delete(appID: string): void;
  /**
   * What is kept of each app, to be set again elsewhere; between two of them apps may change. Each comes as it
   * was at the first or as it is at the last, some twice, none is left out.
   */
  records(): Iterable<KeptRecord>;
  setRecord(record: KeptRecord): void;
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
  return String.fromCharCode(appID.length, token.length, flags) + appID + token + etag;
}

const appIDOf = (block: Buffer) =>
  block.toString('latin1', idStart, idStart + (block[0] as number));

/** Builds an empty index. */
export function createAdsIndex(): AdsIndex {
  const blocks = createBlocks();
  const addresses = createAddresses(
    (address, appID) =>
      blocks.byteAt(address, 0) === appID.length && blocks.hasAt(address, idStart, appID),
  );
  /** Apps that changed since somebody began to walk over all: their blocks are elsewhere now. */
  const walks = new Set<Set<string>>();
  /** Of the few apps that have them. */
  const oldTokens = new Map<string, readonly OldToken[]>();

  function remove(appID: string): void {
    const address = addresses.get(appID);
    if (address === undefined) return;
    addresses.delete(appID);
    blocks.release(address);
    oldTokens.delete(appID);
  }

  return {
    get size() {
      return addresses.size;
    },
    get(appID) {
      const address = addresses.get(appID);
      if (address === undefined) return undefined;
      const text = blocks.read(address);
      const token = idStart + appID.length;
      const etag = token + text.charCodeAt(1);
      const body = etag + etagLength;
      const flags = text.charCodeAt(2);
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
      for (const changed of walks) changed.add(appID);
      addresses.add(appID, blocks.put(headOf(appID, entry), entry.body));
      if (entry.oldTokens) oldTokens.set(appID, entry.oldTokens);
    },
    delete(appID) {
      remove(appID);
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
          const address = addresses.get(appID);
          if (address !== undefined) yield recordAt(address);
        }
      } finally {
        walks.delete(changed);
      }
    },
    setRecord({ block, oldTokens: old }) {
      const appID = appIDOf(block);
      remove(appID);
      addresses.add(appID, blocks.put('', block));
      if (old) oldTokens.set(appID, old);
    },
    isWasteful: () => blocks.isWasteful(),
  };
}
