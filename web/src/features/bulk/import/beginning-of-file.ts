import { limits } from '@adwarden/contract/limits';

/** The text of a file in UTF-8 or UTF-16, without its byte order mark. */
async function textOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}

/** The records of a CSV text as they are written; a line break within quotes does not end one. */
export function recordsOf(text: string): string[] {
  const records: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted || (character !== '\n' && character !== '\r')) continue;
    records.push(text.slice(start, at));
    if (character === '\r' && text[at + 1] === '\n') at += 1;
    start = at + 1;
  }
  if (start < text.length) records.push(text.slice(start));
  return records;
}

/** Bytes of a file in which its columns can be read. */
const beginning = 256 * 1024;

/**
 * A smaller file with the same columns: the first rows of a CSV file, or the objects of a JSON file that name its columns. The file itself
 * when it is small, or when it cannot be read here; the server says what is wrong with it.
 */
export async function beginningOf(file: File): Promise<File> {
  // A workbook cannot be cut.
  if (file.size <= beginning || (await file.slice(0, 2).text()) === 'PK') return file;
  const text = await textOf(file.slice(0, beginning));
  if (/^\s*[[{]/.test(text)) {
    try {
      const objects: unknown = JSON.parse(await textOf(file));
      if (!Array.isArray(objects)) return file;
      return new File([JSON.stringify(objects.slice(0, limits.import.namedIn))], file.name);
    } catch {
      return file;
    }
  }
  // The last record may be cut in two.
  const whole = recordsOf(text).slice(0, -1);
  if (whole.length < 2) return file;
  return new File(
    whole.map((record) => `${record}\r\n`),
    file.name,
  );
}
