import { readRecord, recordKey, type Stored, writeRecord } from './record.ts';

/** Where the last answer is stored: AsyncStorage, `localStorage`, MMKV and the like fit as they are. */
export type AdwardenStorage = {
  getItem(key: string): string | null | undefined | Promise<string | null | undefined>;
  setItem(key: string, value: string): unknown;
};

/** Milliseconds that a storage may take to read; then it counts as empty. */
const longestRead = 1_000;

/** Reads and writes the record of an app in a storage, which may be slow, full or broken. */
export class Records {
  /** The write that is under way. */
  writing: Promise<void> | null = null;
  #appID: string;
  #storage: AdwardenStorage | undefined;
  #unwritten: string | null = null;

  constructor(appID: string, storage: AdwardenStorage | undefined) {
    this.#appID = appID;
    this.#storage = storage;
  }

  /** Passes on what is stored: before it returns, if the storage is synchronous. */
  read(begin: (stored: Stored | null) => void): Promise<void> {
    const use = (text: unknown) => begin(readRecord(this.#appID, text));
    let found: unknown;
    try {
      found = this.#storage?.getItem(recordKey(this.#appID));
    } catch {
      found = null;
    }
    if (typeof (found as Promise<unknown> | null)?.then === 'function') {
      const late = new Promise<null>((resolve) => setTimeout(resolve, longestRead, null));
      return Promise.race([found, late]).then(use, () => use(null));
    }
    use(found);
    return Promise.resolve();
  }

  write(stored: Stored): void {
    this.#unwritten = writeRecord(this.#appID, stored);
    this.writing ??= this.#writeAll();
  }

  /** Writes one text at a time; while one is written, only the newest waits. */
  async #writeAll(): Promise<void> {
    await undefined; // so that `writing` is set before it can end
    while (this.#unwritten !== null) {
      const text = this.#unwritten;
      this.#unwritten = null;
      try {
        await this.#storage?.setItem(recordKey(this.#appID), text);
      } catch {
        // A full or broken storage costs the next start its cache, nothing else.
      }
    }
    this.writing = null;
  }
}
