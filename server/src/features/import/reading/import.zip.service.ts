import { Readable } from 'node:stream';
import { limits } from '@adwarden/contract/limits';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { AppError } from '../../../kit/app-error.ts';
import type { FileBytes } from '../import.table.ts';
import { fileFault } from './import.fault.ts';

const bounds = limits.import.workbook;
/** The size of a piece in bytes. */
const pieceBytes = 128 * 1024;

/** The parts of a zip file by their names in lower case, without a leading slash. */
export type Zip = {
  has(name: string): boolean;
  /** Reads the bytes of a part; refuses (400) one that has more than `most`. */
  read(name: string, most?: number): Promise<AsyncIterable<Buffer>>;
};

class FileReader extends RandomAccessReader {
  readonly #file: FileBytes;

  constructor(file: FileBytes) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const file = this.#file;
    async function* pieces() {
      for (let at = start; at < end; at += pieceBytes) {
        yield await file.read(at, Math.min(pieceBytes, end - at));
      }
    }
    return Readable.from(pieces(), { objectMode: false });
  }
}

const mega = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
const broken = () => fileFault('The workbook is damaged or cut off');

/** Builds the check that refuses (400) a part that cannot be read, and sums up the unpacked bytes of the parts. */
function createEntryCheck(fileBytes: number) {
  let entries = 0;
  let unpacked = 0;
  return (entry: Entry): void => {
    entries += 1;
    unpacked += entry.uncompressedSize;
    if (entries > bounds.entries) {
      throw fileFault(`The workbook has more than ${bounds.entries} parts`);
    }
    if (unpacked > bounds.unpackedBytes) {
      throw fileFault(`The workbook has more than ${mega(bounds.unpackedBytes)} unpacked`);
    }
    if (unpacked > bounds.ratioFrom && unpacked > bounds.ratio * fileBytes) {
      throw fileFault(`The workbook has more than ${bounds.ratio} times its size unpacked`);
    }
    if (entry.isEncrypted()) throw withPassword();
    if (!entry.canDecodeFileData()) throw broken();
  };
}

export const withPassword = () =>
  fileFault('The workbook has a password. Save it without one, and choose that file');

/** Awaits work on a zip file; turns faults of the file into refusals (400). */
async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof AppError ? error : broken();
  }
}

/**
 * Opens a zip file. Its directory is checked before anything is unpacked: the number and sizes of its parts, and that no part is
 * encrypted.
 */
export async function openZip(file: FileBytes): Promise<Zip> {
  const zip = await refusing(
    fromRandomAccessReaderPromise(new FileReader(file), file.size, {
      lazyEntries: true,
      autoClose: false,
    }),
  );
  if (zip.entryCount > bounds.entries) {
    throw fileFault(`The workbook has more than ${bounds.entries} parts`);
  }
  const parts = new Map<string, Entry>();
  const check = createEntryCheck(file.size);
  const readDirectory = async () => {
    for await (const entry of zip.eachEntry()) {
      check(entry);
      parts.set(entry.fileName.toLowerCase(), entry);
    }
  };
  await refusing(readDirectory());

  async function* bytesOf(entry: Entry, most: number): AsyncGenerator<Buffer> {
    let length = 0;
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // The directory may lie about the size; yauzl ends such a stream, too.
      length += chunk.length;
      if (length > most) throw fileFault(`A part of the workbook has more than ${mega(most)}`);
      yield chunk;
    }
  }

  async function* refusingEach(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* chunks;
    } catch (error) {
      throw error instanceof AppError ? error : broken();
    }
  }

  return {
    has: (name) => parts.has(name.toLowerCase()),
    async read(name, most = bounds.unpackedBytes) {
      const entry = parts.get(name.toLowerCase());
      if (!entry) throw broken();
      if (entry.uncompressedSize > most) {
        throw fileFault(`A part of the workbook has more than ${mega(most)}`);
      }
      return refusingEach(bytesOf(entry, most));
    },
  };
}
