import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AdsIndex, KeptRecord } from './ads.index.ts';

/*
 * What changed since the last-good file was written, appended (ADR 20). A record: a mark, the length of what
 * follows, the SHA-256 of the journal's id and what follows, then the kind, and the app ID (deleted) or the
 * length of the block, the block and the JSON of its old tokens (changed). The mark finds the next record
 * after a damaged one; the id keeps records of another journal out.
 */

/** An app that changed, as it is now; without a record it is deleted. */
export type JournalEntry = { appID: string; record: KeptRecord | undefined };

export type AdsJournal = {
  readonly id: string;
  /** How long it is. */
  readonly bytes: number;
  /** Adds entries and resolves when they are on the disk; after an error all of them must be added again. */
  append(entries: JournalEntry[]): Promise<void>;
  close(): Promise<void>;
};

const mark = Buffer.from('\x00\xf3adw\xe8\x1a\n', 'latin1');
const lengthBytes = 4;
const digestBytes = 32;
const headBytes = mark.length + lengthBytes + digestBytes;
const kind = { changed: 1, deleted: 2 };
/** Longer than any app's block with its old tokens; a longer one is damage. */
const longestBody = 5 * 1024 * 1024;
const chunkBytes = 256 * 1024;
const ownerOnly = 0o600;

/** The journal that belongs to a last-good file. */
const journalFile = (lastGood: string, id: string) => `${lastGood}.journal-${id}`;

function digestOf(id: string, body: Buffer): Buffer {
  return createHash('sha256').update(id).update(body).digest();
}

function bodyOf({ appID, record }: JournalEntry): Buffer {
  if (!record) return Buffer.concat([Buffer.of(kind.deleted), Buffer.from(appID)]);
  const { block, oldTokens } = record;
  const head = Buffer.alloc(1 + lengthBytes);
  head.writeUInt8(kind.changed);
  head.writeUInt32LE(block.length, 1);
  return Buffer.concat([head, block, Buffer.from(oldTokens ? JSON.stringify(oldTokens) : '')]);
}

/** Opens a journal to append to it, a new one or one that is there. */
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

/** Removes the journals of a last-good file but those with these ids. */
export async function removeOtherJournals(lastGood: string, ids: string[]): Promise<void> {
  const folder = dirname(lastGood);
  const keep = new Set(ids.map((id) => basename(journalFile(lastGood, id))));
  const isOther = (name: string) =>
    name.startsWith(basename(journalFile(lastGood, ''))) && !keep.has(name);
  const others = (await readdir(folder)).filter(isOther);
  await Promise.all(others.map((name) => rm(join(folder, name), { force: true })));
}

/**
 * Puts the changes of a journal into the index, in their order. A damaged or torn record is left out, the others
 * count; answers how many records there were, and how many bytes belonged to none.
 */
export async function applyJournal(
  lastGood: string,
  id: string,
  index: Pick<AdsIndex, 'setRecord' | 'delete'>,
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
        apply(body, index);
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

/** The body of the record that begins here; undefined when none does, or when a byte of it is another one. */
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

function apply(body: Buffer, index: Pick<AdsIndex, 'setRecord' | 'delete'>): void {
  if (body[0] === kind.deleted) return index.delete(body.toString('latin1', 1));
  const end = 1 + lengthBytes + body.readUInt32LE(1);
  const old = body.subarray(end);
  index.setRecord({
    block: body.subarray(1 + lengthBytes, end),
    oldTokens: old.length > 0 ? JSON.parse(old.toString()) : null,
  });
}

/** What was read of a file and not yet used; it holds no more than the longest record and a chunk. */
class Window {
  readonly #handle: FileHandle;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  get length(): number {
    return this.#buffer.length;
  }

  /** Whether so many bytes are left; reads them when they are. */
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

  /** Leaves out at least one byte, up to where `text` begins or may begin; answers how many. */
  skipToNext(text: Buffer): number {
    const found = this.#buffer.indexOf(text, 1);
    const bytes = found < 0 ? Math.max(1, this.#buffer.length - text.length + 1) : found;
    this.skip(bytes);
    return bytes;
  }
}
