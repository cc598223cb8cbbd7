/** A request in the plainest form, as it was read. */
export type PlainHead = {
  method: string;
  /** Path and query, without BASE_PATH. */
  url: string;
  /** The values of the wanted fields. */
  headers: Readonly<Record<string, string>>;
  /** The client wants the connection closed (`Connection: close`). */
  isLast: boolean;
  /** The length of the head in bytes. */
  length: number;
};

/** Reads the head at the beginning of some bytes; null unless a whole one is there, in the plainest form. */
export type ReadPlainHead = (bytes: Buffer, end: number) => PlainHead | null;

const methods = ['GET', 'HEAD', 'OPTIONS'];
const mostFields = 64;
/** The longest head that is taken, in bytes. Node's own limit is larger. */
export const longestHead = 4096;

/** Fields that make a request mean more than its method and its URL say, or concern its connection. */
const refused = [
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'range',
  'if-match',
  'if-unmodified-since',
  'proxy-connection',
];

const [cr, lf, space, colon] = [13, 10, 32, 58];
const [ofTarget, ofName, ofValue] = [1, 2, 4];
/** The parts of a head in which a byte may stand. */
const places = new Uint8Array(256);
for (let byte = 0x20; byte < 0x7f; byte += 1) {
  const character = String.fromCharCode(byte);
  if (/[\w.~%&=+-]/.test(character)) places[byte] = (places[byte] as number) | ofTarget;
  if (/[A-Za-z0-9-]/.test(character)) places[byte] = (places[byte] as number) | ofName;
  places[byte] = (places[byte] as number) | ofValue;
}

const version = Buffer.from(' HTTP/1.1\r\n');
const hostField = 1;
const connectionField = 2;
const refusedField = 3;
const wantedField = 4;
type Field = { name: string; bytes: Buffer; kind: number; isWanted: boolean };

const none: Readonly<Record<string, string>> = Object.freeze({});

/** Tells whether these bytes are there. */
function has(bytes: Buffer, at: number, text: Buffer): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text[index]) return false;
  }
  return true;
}

/**
 * Builds the reader of plain GET, HEAD and OPTIONS requests for a path with a query. `fields` are those to be read, in lower
 * case. It takes only what everybody reads in the same way: visible ASCII, one space where one may be, one Host, no body, and
 * none of the known fields twice. It never says why it does not take something: another reader does (ADR 103).
 */
export function createPlainHeads(
  path: string,
  basePath: string,
  fields: readonly string[],
): ReadPlainHead {
  const prefixes = basePath === '' ? [''] : ['', basePath];
  const starts = methods.flatMap((method) =>
    prefixes.map((prefix) => ({
      method,
      bytes: Buffer.from(`${method} ${prefix}${path}?`),
      urlAt: method.length + 1 + prefix.length,
    })),
  );
  /** The known fields, by the length of their names. */
  const known: Field[][] = [];
  const kinds = new Map<string, number>(fields.map((name) => [name, wantedField]));
  for (const name of refused) kinds.set(name, refusedField);
  kinds.set('connection', connectionField).set('host', hostField);
  for (const [name, kind] of kinds) {
    const field = { name, bytes: Buffer.from(name), kind, isWanted: fields.includes(name) };
    known[name.length] = [...(known[name.length] ?? []), field];
  }

  /** Finds the known field whose name is there, in any case. Names have only letters, digits and `-`. */
  function fieldAt(bytes: Buffer, at: number, length: number): Field | undefined {
    const candidates = known[length];
    if (candidates === undefined) return undefined;
    for (const field of candidates) {
      let index = 0;
      while (index < length && ((bytes[at + index] as number) | 0x20) === field.bytes[index]) {
        index += 1;
      }
      if (index === length) return field;
    }
    return undefined;
  }

  return (bytes, length) => {
    const end = Math.min(length, longestHead);
    let start: (typeof starts)[number] | undefined;
    for (const one of starts) {
      if (one.bytes.length < end && has(bytes, 0, one.bytes)) {
        start = one;
        break;
      }
    }
    if (start === undefined) return null;
    let at = start.bytes.length;
    while (at < end && ((places[bytes[at] as number] as number) & ofTarget) !== 0) at += 1;
    if (at + version.length > end || !has(bytes, at, version)) return null;
    const urlEnd = at;
    at += version.length;

    let hosts = 0;
    let connections = 0;
    let isLast = false;
    let headers: Record<string, string> | null = null;
    for (let count = 0; count <= mostFields; count += 1) {
      if (at + 2 > end) return null;
      if (bytes[at] === cr) {
        if (bytes[at + 1] !== lf || hosts !== 1) return null;
        const url = bytes.toString('latin1', start.urlAt, urlEnd);
        return { method: start.method, url, headers: headers ?? none, isLast, length: at + 2 };
      }
      const nameAt = at;
      while (at < end && ((places[bytes[at] as number] as number) & ofName) !== 0) at += 1;
      if (at === nameAt || at >= end || bytes[at] !== colon) return null;
      const field = fieldAt(bytes, nameAt, at - nameAt);
      at += 1;
      if (bytes[at] === space) at += 1;
      const valueAt = at;
      while (at < end && ((places[bytes[at] as number] as number) & ofValue) !== 0) at += 1;
      if (at + 2 > end || bytes[at] !== cr || bytes[at + 1] !== lf) return null;
      if (at === valueAt || bytes[valueAt] === space || bytes[at - 1] === space) return null;
      if (field !== undefined) {
        if (field.kind === refusedField) return null;
        if (field.kind === hostField) hosts += 1;
        if (field.kind === connectionField) {
          connections += 1;
          const value = bytes.toString('latin1', valueAt, at).toLowerCase();
          if (connections > 1 || (value !== 'close' && value !== 'keep-alive')) return null;
          isLast = value === 'close';
        }
        if (field.isWanted) {
          headers ??= {};
          if (headers[field.name] !== undefined) return null;
          headers[field.name] = bytes.toString('latin1', valueAt, at);
        }
      }
      at += 2;
    }
    return null;
  };
}
