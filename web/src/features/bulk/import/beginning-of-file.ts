import { limits } from '@adwarden/contract/limits';
import { utf16Of } from '@adwarden/contract/spreadsheets/utf16';

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

/** Returns the text of a file; throws if it is not in its encoding. */
async function textOf(file: Blob): Promise<string> {
  const bytes = await bytesOf(file);
  return new TextDecoder(utf16Of(bytes) ?? 'utf-8', { fatal: true }).decode(bytes);
}

/** Returns a character for each byte, or for each two of UTF-16, so that a place in the text is a place in the file. */
async function placesOf(file: Blob): Promise<{ text: string; width: number }> {
  const bytes = await bytesOf(file);
  const wide = utf16Of(bytes);
  // This encoding has the quotes and line breaks of UTF-8.
  const decoder = new TextDecoder(wide ?? 'windows-1252', { ignoreBOM: true });
  return { text: decoder.decode(bytes), width: wide ? 2 : 1 };
}

/**
 * Returns where the last whole record of a CSV text ends; 0 if it has fewer than two. A line break within quotes ends no
 * record.
 */
function endOfRecords(text: string): number {
  let end = 0;
  let records = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted || (character !== '\n' && character !== '\r')) continue;
    if (character === '\r' && text[at + 1] === '\n') at += 1;
    end = at + 1;
    records += 1;
  }
  return records < 2 ? 0 : end;
}

/** Bytes at the beginning of a file from which its columns can be read. */
const beginning = 256 * 1024;

/**
 * Returns a smaller file with the same columns: the first rows of a CSV file, or the objects of a JSON file that name its
 * columns. It returns the file itself if it is small or cannot be read here; the server says what is wrong with it.
 */
export async function beginningOf(file: File): Promise<File> {
  // A workbook cannot be cut.
  if (file.size <= beginning || (await file.slice(0, 2).text()) === 'PK') return file;
  const { text, width } = await placesOf(file.slice(0, beginning));
  if (/^(?:ï»¿|\ufeff)?\s*[[{]/.test(text)) {
    try {
      const objects: unknown = JSON.parse(await textOf(file));
      if (!Array.isArray(objects)) return file;
      return new File([JSON.stringify(objects.slice(0, limits.import.namedIn))], file.name);
    } catch {
      return file;
    }
  }
  const end = endOfRecords(text);
  return end === 0 ? file : new File([file.slice(0, end * width)], file.name);
}
