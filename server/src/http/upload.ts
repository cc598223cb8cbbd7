import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { limits } from '@adwarden/contract/limits';
import type { MultipartFile } from '@fastify/multipart';
import { AppError } from '../kit/app-error.ts';
import { newId } from '../kit/ids.ts';

/** A file of a form. It is on disk, so a large one costs no memory. */
export type Upload = {
  /** The client's name for the file; '' for none. */
  name: string;
  /** The size in bytes. */
  size: number;
  /** Its bytes from the beginning, in small pieces. */
  chunks(): AsyncIterable<Buffer>;
  /** Some of its bytes; fewer at its end. */
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
};

/** The size of a piece in bytes. */
const pieceBytes = 128 * 1024;

export const tooLargeFile = () => {
  const message = `File must be at most ${limits.import.bytes / 1024 / 1024} MB`;
  return new AppError('too-large', message, { fields: [{ field: 'file', message }] });
};

/** Yields the bytes of an open file from the beginning, in small pieces. */
export async function* piecesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const piece = Buffer.allocUnsafe(pieceBytes);
    const { bytesRead } = await file.read(piece, 0, pieceBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

/** Reads some bytes of an open file; fewer at its end. */
export async function bytesOf(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}

/** Stores a file of a form in a folder until it is closed; null when it is empty. */
export async function keepUpload(
  part: MultipartFile,
  folder: string,
  signal: AbortSignal,
): Promise<Upload | null> {
  const path = join(folder, `upload-${newId()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    // A file without a name is gone when it is closed, also when the process is killed.
    await unlink(path);
    for await (const chunk of addAbortSignal(signal, part.file)) await file.writeFile(chunk);
    // Known only after the last byte.
    if (part.file.truncated) throw tooLargeFile();
    const { size } = await file.stat();
    signal.throwIfAborted();
    if (size > 0) {
      return {
        name: part.filename ?? '',
        size,
        chunks: () => piecesOf(file),
        read: (position, length) => bytesOf(file, position, length),
        close: () => file.close(),
      };
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return null;
}
