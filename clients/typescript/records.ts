import { isObject } from './answer.ts';
import { type Refusal, readRecord, recordKey, type Stored, writeRecord } from './record.ts';

/** Where the last answer is stored: AsyncStorage, `localStorage`, MMKV and the like fit as they are. */
export type AdwardenStorage = {
  getItem(key: string): string | null | undefined | Promise<string | null | undefined>;
  setItem(key: string, value: string): unknown;
};

/** Reads and writes the record of an app in a storage, which may be slow, full or broken. */
export class Records {
  /** The read that is under way; null when it is over. */
  reading: Promise<void> | null = null;
  /** The write that is under way. */
  writing: Promise<void> | null = null;
  private readonly appID: string;
  private readonly storage: AdwardenStorage | undefined;
  private unwritten: string | null = null;

  constructor(appID: string, storage: AdwardenStorage | undefined) {
    this.appID = appID;
    this.storage = storage;
  }

  /** Passes on what is stored: before it returns, if the storage is synchronous. */
  read(use: (found: ReturnType<typeof readRecord>) => void): void {
    const end = (text: unknown) => {
      this.reading = null;
      use(readRecord(this.appID, text));
    };
    let found: unknown;
    try {
      found = this.storage?.getItem(recordKey(this.appID));
    } catch {
      found = null;
    }
    if (!isObject(found)) return end(found);
    // A promise, whose `then` may throw.
    this.reading = Promise.resolve(found).then(end, () => end(null));
  }

  write(stored: Stored, refusal: Refusal | null): void {
    this.unwritten = writeRecord(this.appID, stored, refusal);
    if (!this.writing) this.writing = this.writeAll();
  }

  /** Writes one text at a time; while one is written, only the newest waits. */
  private async writeAll(): Promise<void> {
    await undefined; // so that `writing` is set before it can end
    while (this.unwritten !== null) {
      const text = this.unwritten;
      this.unwritten = null;
      try {
        await this.storage?.setItem(recordKey(this.appID), text);
      } catch {
        // A full or broken storage costs the next start its cache, nothing else.
      }
    }
    this.writing = null;
  }
}
