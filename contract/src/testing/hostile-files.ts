import { limits } from '../limits.ts';
import { oddPieces } from './odd-texts.ts';

/** A file that is made to hurt, and the fields of the form that it is sent with. */
export type HostileFile = { name: string; content: Buffer; fields?: Record<string, string> };

/** A whole number from 0 to `bound` - 1. */
type Draw = (bound: number) => number;

type Make = (draw: Draw, bytes: number) => Buffer | Omit<HostileFile, 'name'>;

/** Returns the random numbers of a seed (mulberry32). */
function drawOf(seed: number): Draw {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

const list = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));
const times = (piece: string, bytes: number) =>
  piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));
/** Builds a file of this size that repeats a text after its beginning. */
const filled = (head: string, piece: string, bytes: number, tail = '') =>
  Buffer.from(head + times(piece, bytes - head.length - tail.length) + tail);
const marks = (bytes: number) => `a${times('\u0300', bytes / 2)}${times('\u0316', bytes / 2)}`;
const headings = 'App Name,Package Name,Account Name,Category,Ads Status,Status,Visible Extra,Note';
const bytesOf = (draw: Draw, length: number) => Buffer.from(list(length, () => draw(256)));

/** The kinds of files. Each makes one of about as many bytes, or of a size of its own. */
const kinds: Record<string, Make> = {
  'wrong cells under long headings'(draw) {
    const fields = headings
      .split(',')
      .map((_, index) => `${index}`.padEnd(limits.import.heading, 'h'));
    const names = ['appName', 'packageName', 'accountName', 'category', 'adsStatus', 'appStatus'];
    const mapping = Object.fromEntries(names.map((field, index) => [fields[index], field]));
    const row = () => list(fields.length, () => draw(10)).join();
    const content = Buffer.from(`${[fields.join(), ...list(30_000, row)].join('\n')}\n`);
    return { content, fields: { mapping: JSON.stringify(mapping) } };
  },
  'many unknown names'(draw, bytes) {
    const small = list(limits.import.namedIn, (index) => `{"packageName":"com.a.b${index}"}`);
    const unknown = list(40_000, (index) => `"k${index}${draw(1000)}":""`).join();
    const row = `{"packageName":"com.hostile.x","appName":"x",${unknown}}`;
    const rows = list(Math.max(1, Math.floor(bytes / row.length)), () => row);
    return Buffer.from(`[${[...small, ...rows].join()}]`);
  },
  'one name again and again': (_, bytes) => filled('[{"appName":"x"', ',"k":""', bytes, '}]'),
  'a column for each byte': (_, bytes) => filled('', ',', bytes, '\n'),
  '60,000 columns': (draw) =>
    Buffer.from(`${list(60_000, (index) => `c${index}${draw(100)}`).join()}\n1\n`),
  'a long heading': (_, bytes) => filled('App Name,', 'h', bytes, '\n1,2\n'),
  'a row in CSV': (_, bytes) => filled(`${headings}\n"`, 'row ', bytes, '"\n'),
  'a row in JSON': (_, bytes) => filled('[{"appName":"', 'row ', bytes, '"}]'),
  'a row of escapes': (_, bytes) => filled('[{"appName":"', '\\u0041', bytes, '"}]'),
  'deep lists': () => filled('', '[', 200_000),
  'deep objects': () => filled('[', '{"appName":', 2_200_000),
  'deep objects that end': () => Buffer.from(`[${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}]`),
  'a ZIP in disguise': (draw) =>
    Buffer.concat([Buffer.from('PK\u0003\u0004'), bytesOf(draw, 100_000)]),
  'a gzip in disguise': (draw) =>
    Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), bytesOf(draw, 100_000)]),
  noise: (draw) => bytesOf(draw, 300_000),
  'Windows-1252': (_, bytes) =>
    Buffer.from(`${headings}\n${times('Größe,', bytes / 20)}`, 'latin1'),
  'UTF-16 with half a pair': () =>
    Buffer.from(`\ufeff${headings}\n${'\ud83d,'.repeat(50_000)}\n`, 'utf16le'),
  'UTF-8 that is cut off': (_, bytes) => filled(`${headings}\n`, 'ß', bytes).subarray(0, -1),
  'zero bytes': (_, bytes) => Buffer.alloc(bytes),
  'line breaks': (_, bytes) => filled('', '\n', bytes),
  'carriage returns': (_, bytes) => filled(`${headings}\n`, '\r', bytes),
  'blank rows': (_, bytes) => filled(`${headings}\n`, ',,,,,,,\n', bytes),
  'a line without an end': (_, bytes) => filled(`${headings}\nx,`, 'y', bytes),
  quotes: (_, bytes) => filled(`${headings}\n`, '"', bytes | 1),
  'quoted line breaks': (_, bytes) => filled(`${headings}\n`, '"\n",', bytes),
  'marks in a heading': (_, bytes) => Buffer.from(`${marks(bytes / 2)}\n1\n`),
  'marks in cells': (_, bytes) =>
    Buffer.from(`${headings}\n${times(`${marks(4000)},com.a.b,${marks(4000)}\n`, bytes / 4)}`),
  'marks in names': (_, bytes) => Buffer.from(`[{"${marks(bytes / 4)}":"1"}]`),
  'short objects': (_, bytes) => filled('[{"a":1}', ',{}', bytes, ']'),
  'odd texts'(draw, bytes) {
    const cell = () =>
      `"${list(4, () => oddPieces[draw(oddPieces.length)])
        .join('')
        .replaceAll('"', '""')}"`;
    const row = () => list(8, cell).join();
    return Buffer.from(`${headings}\n${list(bytes / 400, row).join('\n')}\n`.toWellFormed());
  },
};

/** Files that are made to hurt, the same for each seed: one of each kind, mostly of about `bytes`. */
export function* hostileFiles(seed: number, bytes: number): Generator<HostileFile> {
  const draw = drawOf(seed);
  for (const [name, make] of Object.entries(kinds)) {
    const made = make(draw, bytes);
    yield { name, ...(Buffer.isBuffer(made) ? { content: made } : made) };
  }
}

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** The beginnings of pictures that say that they have 65,535 × 65,535 pixels. */
const pictures: Record<string, Buffer> = {
  PNG: Buffer.concat([png, Buffer.from('0000ffff0000ffff0806000000', 'hex')]),
  GIF: Buffer.from('474946383961ffffffff800000', 'hex'),
  JPEG: Buffer.from('ffd8ffc0001108ffffffff03012200021101031101', 'hex'),
  WebP: Buffer.from('52494646ffffff7f57454250565038580a00000010000000fffffffffffffffffff', 'hex'),
  AVIF: Buffer.from('0000001c667479706176696600000000', 'hex'),
  SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/>'),
  none: Buffer.alloc(0),
};

/** Pictures that are made to hurt, the same for each seed: as large as an icon may be, with noise after their beginning. */
export function* hostileIcons(seed: number): Generator<HostileFile> {
  const draw = drawOf(seed);
  for (const [name, head] of Object.entries(pictures)) {
    const noise = bytesOf(draw, 64 * 1024);
    const rest = Buffer.alloc(limits.icon.bytes - head.length, noise);
    yield { name: `${name} of noise`, content: Buffer.concat([head, rest]) };
    yield { name: `${name} that is cut off`, content: head.subarray(0, -1) };
  }
}
