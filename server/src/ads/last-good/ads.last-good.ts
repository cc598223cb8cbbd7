import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AdsIndex, createAdsIndex, type KeptRecord } from '../answers/ads.index.ts';
import type { LogPosition } from '../following/ads.stream.ts';
import type { ActivePause } from '../pauses/ads.pauses.ts';

/*
 * The ads of all apps in one file:
 * - a line that names the format;
 * - a line of JSON: the position in the log of changes, the active pauses, and the id of the journal with the
 *   later changes;
 * - for each app the length of its block, the block, the length of its old tokens' JSON, the JSON;
 * - an empty block, then the SHA-256 of everything before it.
 * It contains tokens, so only this user may read it.
 */

/** The name of the file in the data folder. */
export const lastGoodName = 'ads.last-good';

/** The file's position in the log, the active pauses, and the id of the journal with the changes since. */
export type LastGoodHead = LogPosition & { pauses: ActivePause[]; journal?: string };

/** Must be increased when the form of blocks, pieces or answers changes. A file with another number is not used. */
const magic = 'adwarden ads 2\n';
const ownerOnly = 0o600;
const digestBytes = 32;
const lengthBytes = 4;
const chunkBytes = 256 * 1024;
/** So many bytes are written at once: it takes half a millisecond. */
const writtenAtOnce = 64 * 1024;
/** The pause after them, so that phones are answered first; a million apps take half a minute. */
const pauseMs = 1;
/** More bytes than any app's block has. A longer block means that the file is damaged. */
const longestBlock = 4 * 1024 * 1024;

/**
 * Writes the current ads, which include all changes up to the position of `head`. Yields to other work in
 * between. When it fails, or `signal` cancels it, it rejects and the old file stays.
 */
export async function writeLastGood(
  file: string,
  head: LastGoodHead,
  records: Iterable<KeptRecord>,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.new`;
  // An old file may have another mode, or be a link: it is removed.
  await rm(unfinished, { force: true });
  const handle = await open(unfinished, 'wx', ownerOnly);
  try {
    await writeAll(handle, head, records, signal);
    await handle.sync();
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  await syncFolder(dirname(file));
}

async function writeAll(
  handle: FileHandle,
  head: LastGoodHead,
  records: Iterable<KeptRecord>,
  signal: AbortSignal,
) {
  const hash = createHash('sha256');
  let parts: Buffer[] = [];
  let bytes = 0;
  const put = (part: Buffer) => {
    parts.push(part);
    bytes += part.length;
  };
  const flush = async () => {
    const chunk = Buffer.concat(parts);
    parts = [];
    bytes = 0;
    hash.update(chunk);
    await handle.appendFile(chunk);
  };
  put(Buffer.from(`${magic}${JSON.stringify(head)}\n`));
  for (const { block, oldTokens } of records) {
    for (const part of [block, Buffer.from(oldTokens ? JSON.stringify(oldTokens) : '')]) {
      put(lengthOf(part));
      put(part);
    }
    if (bytes < writtenAtOnce) continue;
    await flush();
    await pause(pauseMs, undefined, { signal });
  }
  put(lengthOf(Buffer.alloc(0)));
  await flush();
  await handle.appendFile(hash.digest());
}

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(part.length);
  return length;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Reads the file; null when there is none. Throws a one-line Error when the file is damaged: then nothing of it is used.
 */
export const readLastGood = (
  file: string,
): Promise<{ index: AdsIndex; head: LastGoodHead } | null> => readWhole(file, readAll);

/** The file's position in the log; null when there is no file, or when it is damaged or of another version. */
export const lastGoodHead = (file: string): Promise<LastGoodHead | null> =>
  readWhole(file, readHead).catch(() => null);

async function readWhole<Read>(
  file: string,
  read: (reader: Reader) => Promise<Read>,
): Promise<Read | null> {
  let handle: FileHandle;
  try {
    handle = await open(file, 'r');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
  try {
    const end = (await handle.stat()).size - digestBytes;
    if (end <= 0 || !(await isWhole(handle, end))) throw new Error(`${file} is damaged`);
    return await read(new Reader(handle, end));
  } finally {
    await handle.close();
  }
}

async function isWhole(handle: FileHandle, end: number): Promise<boolean> {
  const hash = createHash('sha256');
  const reader = new Reader(handle, end);
  for (let left = end; left > 0; ) {
    const part = await reader.take(Math.min(left, chunkBytes));
    hash.update(part);
    left -= part.length;
  }
  const kept = Buffer.alloc(digestBytes);
  await handle.read(kept, 0, digestBytes, end);
  return hash.digest().equals(kept);
}

async function readHead(reader: Reader): Promise<LastGoodHead> {
  if ((await reader.line()) !== magic) throw new Error('The last good ads are of another version');
  return JSON.parse(await reader.line());
}

async function readAll(reader: Reader): Promise<{ index: AdsIndex; head: LastGoodHead }> {
  const head = await readHead(reader);
  const index = createAdsIndex();
  for (;;) {
    const block = await reader.part();
    if (block.length === 0) return { index, head };
    const old = await reader.part();
    index.setRecord({
      block,
      oldTokens: old.length > 0 ? JSON.parse(old.toString()) : null,
    });
  }
}

/** Reads a file from front to back in large pieces. */
class Reader {
  readonly #handle: FileHandle;
  readonly #end: number;
  #at = 0;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(handle: FileHandle, end: number) {
    this.#handle = handle;
    this.#end = end;
  }

  /** Reads exactly this number of bytes. */
  async take(bytes: number): Promise<Buffer> {
    if (this.#buffer.length < bytes) await this.#fill(bytes);
    const part = this.#buffer.subarray(0, bytes);
    this.#buffer = this.#buffer.subarray(bytes);
    return part;
  }

  async part(): Promise<Buffer> {
    const length = (await this.take(lengthBytes)).readUInt32LE();
    if (length > longestBlock) throw new Error(`A block of ${length} bytes in the last good ads`);
    return this.take(length);
  }

  /** Reads up to the next line feed, and including it; for the lines at the beginning. */
  async line(): Promise<string> {
    let text = '';
    while (!text.endsWith('\n') && text.length < chunkBytes) {
      text += (await this.take(1)).toString('latin1');
    }
    return text;
  }

  async #fill(bytes: number): Promise<void> {
    const more = Buffer.allocUnsafe(Math.max(bytes, chunkBytes));
    const wanted = Math.min(more.length, this.#end - this.#at);
    const { bytesRead } = await this.#handle.read(more, 0, wanted, this.#at);
    this.#at += bytesRead;
    this.#buffer = Buffer.concat([this.#buffer, more.subarray(0, bytesRead)]);
    if (this.#buffer.length < bytes) throw new Error('The last good ads end too early');
  }
}
