import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AdsIndex, KeptRecord } from '../answers/ads.index.ts';
import type { ActivePause } from '../pauses/ads.pauses.ts';

/*
 * The journal: an append-only file with the changes since the last-good file was written (ADR 20). A record is:
 * - a mark, by which the next record is found after a damaged one;
 * - the length of the body;
 * - the SHA-256 of the journal's id and the body: a record of another journal does not match;
 * - the body: the kind, then for a deleted app its ID, for a changed app the length of its block, the block
 *   and the JSON of its old tokens, for changed pauses the JSON of all active ones.
 */

/** A changed app, its record undefined when the app was deleted; or all pauses that are active now. */
export type JournalEntry =
  | { appID: string; record: KeptRecord | undefined }
  | { pauses: ActivePause[] };

/** What the entries of a journal are put into. */
export type JournalTarget = Pick<AdsIndex, 'setRecord' | 'delete'> & {
  setPauses(pauses: ActivePause[]): void;
};

export type AdsJournal = {
  readonly id: string;
  /** Length of the file. */
  readonly bytes: number;
  /** Appends entries; resolves when they are on the disk. After an error, append all of them again. */
  append(entries: JournalEntry[]): Promise<void>;
  close(): Promise<void>;
};

const mark = Buffer.from('\x00\xf3adw\xe8\x1a\n', 'latin1');
const lengthBytes = 4;
const digestBytes = 32;
const headBytes = mark.length + lengthBytes + digestBytes;
const kind = { changed: 1, deleted: 2, pauses: 3 };
/** More than any app needs with its old tokens. A longer body means that the file is damaged. */
const longestBody = 5 * 1024 * 1024;
const chunkBytes = 256 * 1024;
const ownerOnly = 0o600;

/** The path of a journal of a last-good file. */
const journalFile = (lastGood: string, id: string) => `${lastGood}.journal-${id}`;

function digestOf(id: string, body: Buffer): Buffer {
  return createHash('sha256').update(id).update(body).digest();
}

function bodyOf(entry: JournalEntry): Buffer {
  if ('pauses' in entry) {
    return Buffer.concat([Buffer.of(kind.pauses), Buffer.from(JSON.stringify(entry.pauses))]);
  }
  const { appID, record } = entry;
  if (!record) return Buffer.concat([Buffer.of(kind.deleted), Buffer.from(appID)]);
  const { block, oldTokens } = record;
  const head = Buffer.alloc(1 + lengthBytes);
  head.writeUInt8(kind.changed);
  head.writeUInt32LE(block.length, 1);
  return Buffer.concat([head, block, Buffer.from(oldTokens ? JSON.stringify(oldTokens) : '')]);
}

/** Opens a journal for appending; creates it when it does not exist. */
export async function openJournal(lastGood: string, id: string): Promise<AdsJournal> {
  const handle = await open(journalFile(lastGood, id), 'a', ownerOnly);
  let { size: bytes } = await handle.stat();
  return {
    id,
    get bytes() {
      return bytes;
    },
    async append(entries) {
      const parts = entries.flatMap((entry) => {
        const body = bodyOf(entry);
        const length = Buffer.alloc(lengthBytes);
        length.writeUInt32LE(body.length);
        return [mark, length, digestOf(id, body), body];
      });
      const all = Buffer.concat(parts);
      bytes += all.length;
      await handle.appendFile(all);
      await handle.datasync();
    },
    close: () => handle.close(),
  };
}

/** Removes all journals of a last-good file, except those with these ids. */
export async function removeOtherJournals(lastGood: string, ids: string[]): Promise<void> {
  const folder = dirname(lastGood);
  const keep = new Set(ids.map((id) => basename(journalFile(lastGood, id))));
  const isOther = (name: string) =>
    name.startsWith(basename(journalFile(lastGood, ''))) && !keep.has(name);
  const others = (await readdir(folder)).filter(isOther);
  await Promise.all(others.map((name) => rm(join(folder, name), { force: true })));
}

/**
 * Puts the changes of a journal into `target`, in their order. Skips damaged and incomplete records. Returns
 * the number of records that were read, and of bytes that were skipped.
 */
export async function applyJournal(
  lastGood: string,
  id: string,
  target: JournalTarget,
): Promise<{ records: number; damagedBytes: number }> {
  const found = { records: 0, damagedBytes: 0 };
  let handle: FileHandle;
  try {
    handle = await open(journalFile(lastGood, id), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return found;
    throw error;
  }
  try {
    const bytes = new Window(handle);
    for (;;) {
      if (!(await bytes.has(headBytes))) break;
      const body = await recordAt(bytes, id);
      if (body) {
        apply(body, target);
        bytes.skip(headBytes + body.length);
        found.records += 1;
      } else {
        found.damagedBytes += bytes.skipToNext(mark);
      }
    }
    found.damagedBytes += bytes.length;
    return found;
  } finally {
    await handle.close();
  }
}

/** The body of the record that begins here; undefined when there is no record, or a damaged one. */
async function recordAt(bytes: Window, id: string): Promise<Buffer | undefined> {
  const head = bytes.first(headBytes);
  if (!head.subarray(0, mark.length).equals(mark)) return undefined;
  const length = head.readUInt32LE(mark.length);
  if (length === 0 || length > longestBody) return undefined;
  if (!(await bytes.has(headBytes + length))) return undefined;
  const record = bytes.first(headBytes + length);
  const body = record.subarray(headBytes);
  const digest = record.subarray(mark.length + lengthBytes, headBytes);
  return digestOf(id, body).equals(digest) ? body : undefined;
}

function apply(body: Buffer, target: JournalTarget): void {
  if (body[0] === kind.deleted) return target.delete(body.toString('latin1', 1));
  if (body[0] === kind.pauses) return target.setPauses(JSON.parse(body.toString('utf8', 1)));
  const end = 1 + lengthBytes + body.readUInt32LE(1);
  const old = body.subarray(end);
  target.setRecord({
    block: body.subarray(1 + lengthBytes, end),
    oldTokens: old.length > 0 ? JSON.parse(old.toString()) : null,
  });
}

/** Bytes of a file that were read and are not used yet; at most the longest record and one chunk. */
class Window {
  readonly #handle: FileHandle;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  get length(): number {
    return this.#buffer.length;
  }

  /** Whether at least `bytes` bytes are left; reads them from the file if needed. */
  async has(bytes: number): Promise<boolean> {
    while (this.#buffer.length < bytes) {
      const more = Buffer.allocUnsafe(chunkBytes);
      const { bytesRead } = await this.#handle.read(more, 0, chunkBytes, null);
      if (bytesRead === 0) return false;
      this.#buffer = Buffer.concat([this.#buffer, more.subarray(0, bytesRead)]);
    }
    return true;
  }

  first(bytes: number): Buffer {
    return this.#buffer.subarray(0, bytes);
  }

  skip(bytes: number): void {
    this.#buffer = this.#buffer.subarray(bytes);
  }

  /** Skips at least one byte, up to the place where `text` begins or could begin; returns how many. */
  skipToNext(text: Buffer): number {
    const found = this.#buffer.indexOf(text, 1);
    const bytes = found < 0 ? Math.max(1, this.#buffer.length - text.length + 1) : found;
    this.skip(bytes);
    return bytes;
  }
}
