import { fileFault } from './import.fault.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** How many bytes say what a file is. */
const headBytes = 512;

const marks: [Encoding, Buffer][] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

const beginsWith = (bytes: Buffer, beginning: Buffer) =>
  bytes.subarray(0, beginning.length).equals(beginning);

/** The encoding of a file: by its byte order mark, or by the zero bytes that UTF-16 has in most texts. */
function encodingOf(head: Buffer): Encoding {
  const marked = marks.find(([, mark]) => beginsWith(head, mark));
  if (marked) return marked[0];
  const zerosAt = (rest: number) => {
    const bytes = head.filter((_, index) => index % 2 === rest);
    return bytes.filter((byte) => byte === 0).length / Math.max(1, bytes.length);
  };
  if (zerosAt(1) > 0.3 && zerosAt(0) < 0.1) return 'utf-16le';
  if (zerosAt(0) > 0.3 && zerosAt(1) < 0.1) return 'utf-16be';
  return 'utf-8';
}

/** The first bytes of a file, at least `headBytes` of them if it has as many, and the rest. */
async function peek(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < headBytes) {
    const next = await iterator.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return { head, rest: { [Symbol.asyncIterator]: () => iterator } };
}

/**
 * The text of a file in UTF-8 or UTF-16, with or without a byte order mark, piece by piece. Refuses (400) every other
 * file.
 */
export async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const { head, rest } = await peek(chunks);
  const encoding = encodingOf(head);
  const decoder = new TextDecoder(encoding, { fatal: true });
  const text = (bytes?: Buffer) => {
    let piece: string;
    try {
      piece = decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw fileFault(
        bytes === undefined
          ? 'The file is cut off in the middle of a character'
          : 'The file is neither in UTF-8 nor in UTF-16. Save it as CSV in UTF-8',
      );
    }
    if (piece.includes('\0')) throw fileFault('The file is not a text. Save it as CSV in UTF-8');
    return piece;
  };
  yield text(head);
  for await (const chunk of rest) yield text(chunk);
  yield text();
}
