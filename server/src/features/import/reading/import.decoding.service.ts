import { isAscii, isUtf8 } from 'node:buffer';
import { type Utf16, utf16Of } from '@adwarden/contract/spreadsheets/utf16';
import { takeTurn } from '../../../kit/turns/turns.ts';
import type { FileBytes } from '../import.table.ts';
import { fileFault, type WrongByte, wrongByteSign } from './import.fault.ts';

type Encoding = 'utf-8' | Utf16 | 'windows-1252';

/** The number of bytes that show whether a file is in UTF-16. */
const headBytes = 4096;

/**
 * The text of a file, piece by piece, and its encoding. With `wrong` the text has `wrongByteSign` in place of a byte, whose row
 * is refused.
 */
export type DecodedText = {
  encoding: Encoding;
  wrong: WrongByte | null;
  text: AsyncGenerator<string>;
};

/** Returns the number of bytes of the UTF-8 letter that begins with this byte; 1 for a byte that begins none. */
const lengthFrom = (byte: number) => (byte < 0xc2 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4);

/** Returns the first bytes of a letter at the end of some bytes, whose other bytes are still to come. */
function begunLetter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc2) return lengthFrom(byte) > back ? bytes.subarray(-back) : Buffer.alloc(0);
    if (byte < 0x80) break;
  }
  return Buffer.alloc(0);
}

/** Tells whether bytes have UTF-8 letters outside ASCII, and finds the first byte that belongs to no letter. */
function lettersIn(bytes: Buffer): { hasLetters: boolean; wrong: number | null } {
  if (isUtf8(bytes)) return { hasLetters: !isAscii(bytes), wrong: null };
  let hasLetters = false;
  let wrong: number | null = null;
  for (let at = 0; at < bytes.length && !(hasLetters && wrong !== null); ) {
    const first = bytes[at] ?? 0;
    const end = at + lengthFrom(first);
    const isLetter = first >= 0x80 && end <= bytes.length && isUtf8(bytes.subarray(at, end));
    hasLetters ||= isLetter;
    if (first >= 0x80 && !isLetter) wrong ??= at;
    at = isLetter ? end : at + 1;
  }
  return { hasLetters, wrong };
}

/** Searches a file for UTF-8 letters outside ASCII, and for the first byte that is not UTF-8. It stops when both are found. */
async function lookThrough(file: FileBytes) {
  let hasLetters = false;
  let wrong: WrongByte | null = null;
  let position = 0;
  let rest: Buffer = Buffer.alloc(0);
  function look(bytes: Buffer): void {
    const found = lettersIn(bytes);
    hasLetters ||= found.hasLetters;
    if (found.wrong !== null && !wrong) {
      wrong = { at: position + found.wrong, byte: bytes[found.wrong] ?? 0 };
    }
    position += bytes.length;
  }
  for await (const chunk of file.chunks()) {
    await takeTurn();
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    rest = begunLetter(bytes);
    look(bytes.subarray(0, bytes.length - rest.length));
    if (hasLetters && wrong) break;
  }
  if (!(hasLetters && wrong)) look(rest);
  return { hasLetters, wrong: wrong as WrongByte | null };
}

/** Tells whether the file ends in the middle of the letter that begins with this byte. */
async function isCut(file: FileBytes, { at, byte }: WrongByte): Promise<boolean> {
  if (byte < 0xc2 || at + lengthFrom(byte) <= file.size) return false;
  const rest = await file.read(at + 1, file.size - at - 1);
  return rest.every((one) => (one & 0xc0) === 0x80);
}

/**
 * Returns the encoding of a file: by its byte order mark, by the zero bytes of UTF-16, or by all of its bytes. A file that is not
 * UTF-8, and has no UTF-8 letter, is Windows-1252, in which Excel saves "CSV" in Western countries (ADR 85).
 */
async function encodingOf(file: FileBytes): Promise<Pick<DecodedText, 'encoding' | 'wrong'>> {
  const head = await file.read(0, Math.min(file.size, headBytes));
  const wide = utf16Of(head);
  if (wide) return { encoding: wide, wrong: null };
  const { hasLetters, wrong } = await lookThrough(file);
  if (wrong && !hasLetters) return { encoding: 'windows-1252', wrong: null };
  return { encoding: 'utf-8', wrong: wrong && (await isCut(file, wrong)) ? null : wrong };
}

/** Tells whether a text in Windows-1252 has control characters, or one of the five bytes that are no characters. */
const isNoText = (text: string) => /[^\P{Cc}\t\n\f\r\v]/u.test(text);

const asUtf8 = 'Save it as CSV in UTF-8';
const cutOff = () => fileFault('The file is cut off in the middle of a character');
const unknown = () =>
  fileFault(`The file is neither in UTF-8 nor in UTF-16 nor in Windows-1252. ${asUtf8}`);

async function* textOf(
  chunks: AsyncIterable<Buffer>,
  { encoding, wrong }: Pick<DecodedText, 'encoding' | 'wrong'>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: wrong === null });
  const isWestern = encoding === 'windows-1252';
  function read(bytes?: Buffer): string {
    let piece: string;
    try {
      piece = decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw bytes === undefined ? cutOff() : unknown();
    }
    if (isWestern && isNoText(piece)) throw unknown();
    if (piece.includes('\0')) throw fileFault(`The file is not a text. ${asUtf8}`);
    return piece;
  }
  let position = 0;
  for await (const chunk of chunks) {
    const at = wrong === null ? -1 : wrong.at - position;
    position += chunk.length;
    if (at < 0 || at >= chunk.length) yield read(chunk);
    else yield `${read(chunk.subarray(0, at))}${wrongByteSign}${read(chunk.subarray(at + 1))}`;
  }
  yield read();
}

/**
 * Decodes a file in UTF-8, UTF-16 or Windows-1252, with or without a byte order mark. A text that cannot be read is refused (400)
 * while it is read. The whole file may be searched first.
 */
export async function decode(file: FileBytes): Promise<DecodedText> {
  const found = await encodingOf(file);
  return { ...found, text: textOf(file.chunks(), found) };
}
