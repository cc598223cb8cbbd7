/*
 * The file app-ads.txt of the IAB Tech Lab ("Authorized Sellers for Apps" 1.0, which has the format of ads.txt 1.1). It says
 * who may sell the ads of the apps of a developer. Each line is a record, a variable, a comment or empty.
 */

/** A line of the file, without its comment. */
export type AppAdsLine =
  | { is: 'record'; domain: string; id: string; relation: string; authority: string }
  | { is: 'variable'; name: string; value: string }
  | { is: 'blank' }
  | { is: 'unreadable' };

const domainName = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const variable = /^([A-Za-z][A-Za-z0-9_-]*)\s*=\s*(.*)$/;
const relations = new Set(['DIRECT', 'RESELLER']);

/** Returns the lines of a text, which may begin with a byte order mark and end its lines in any way. */
export const linesOf = (text: string): string[] => text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);

/** Reads one line. A comment follows `#`, an extension follows `;`: both are left out. */
export function readLine(text: string): AppAdsLine {
  const content = (text.split(/[#;]/, 1)[0] ?? '').trim();
  if (content === '') return { is: 'blank' };
  const [, name, value = ''] = variable.exec(content) ?? [];
  if (name) return value === '' ? { is: 'unreadable' } : { is: 'variable', name, value };
  const [first = '', id = '', third = '', authority = ''] = content
    .split(',')
    .map((part) => part.trim());
  const domain = first.toLowerCase();
  const relation = third.toUpperCase();
  if (!domainName.test(domain) || id === '' || !relations.has(relation)) {
    return { is: 'unreadable' };
  }
  return { is: 'record', domain, id, relation, authority };
}

/**
 * Returns the key by which two lines are compared; null for a line that says nothing. Domains, relations and names of variables
 * are written in any case, ids are not. A record without the id of its certification authority says the same as one with it.
 */
function keyOf(line: AppAdsLine): string | null {
  if (line.is === 'record') return `${line.domain},${line.id},${line.relation}`;
  if (line.is === 'variable') return `${line.name.toLowerCase()}=${line.value}`;
  return null;
}

const keysOf = (lines: readonly string[]): Set<string | null> =>
  new Set(lines.map((line) => keyOf(readLine(line))));

/** Returns Google's line for a publisher of AdMob, whose id has 16 digits. */
export const googleLine = (publisher: string): string =>
  `google.com, pub-${publisher}, DIRECT, f08c47fec0942fa0`;

/**
 * Builds the file as it is published; '' when it has no lines. A further line that says the same as one of the lines is left
 * out.
 */
export function fileOf(lines: readonly string[], extraLines: string): string {
  const known = keysOf(lines);
  const more = linesOf(extraLines).filter((line) => {
    const key = keyOf(readLine(line));
    return key === null || !known.has(key);
  });
  const text = [...lines, more.join('\n').trim()].filter(Boolean).join('\n');
  return text === '' ? '' : `${text}\n`;
}

/** Finds the place of the first line that is neither a record nor a variable nor a comment, from 1; null when all can be read. */
export function unreadableLine(text: string): number | null {
  const index = linesOf(text).findIndex((line) => readLine(line).is === 'unreadable');
  return index === -1 ? null : index + 1;
}

/** The differences between a file that was found and the needs of an account. */
export type FileDifference = {
  /** The lines that it lacks, as they are to be published. */
  missing: string[];
  /** Its records that nobody has asked for, each once. */
  extra: string[];
  /** The number of its lines that cannot be read. */
  unreadable: number;
};

const written = (line: AppAdsLine & { is: 'record' }): string =>
  [line.domain, line.id, line.relation, line.authority].filter(Boolean).join(', ');

/**
 * Reads a file that was found, once for all accounts with its site. Returns the function that compares it with the lines that an
 * account needs. Lines that are `known` are no extra ones for any account.
 */
export function fileComparison(
  text: string,
  known: readonly string[],
): (needed: readonly string[]) => FileDifference {
  const found = linesOf(text).map(readLine);
  const has = new Set(found.map(keyOf));
  const knownKeys = keysOf(known);
  const unknown = new Map<string | null, string>();
  for (const line of found) {
    const key = keyOf(line);
    if (line.is === 'record' && !knownKeys.has(key)) unknown.set(key, written(line));
  }
  const unreadable = found.filter(({ is }) => is === 'unreadable').length;
  return (needed) => {
    const missing = new Map<string | null, string>();
    const extra = new Map(unknown);
    for (const line of needed) {
      const key = keyOf(readLine(line));
      extra.delete(key);
      if (key !== null && !has.has(key)) missing.set(key, line.trim());
    }
    return { missing: [...missing.values()], extra: [...extra.values()], unreadable };
  };
}
