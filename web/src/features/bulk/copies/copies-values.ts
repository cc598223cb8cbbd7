import { newAppForm } from '@adwarden/contract/apps';
import { limits } from '@adwarden/contract/limits';

/** A copy of an app: the two fields that it does not share with it. */
export type Copy = { appName: string; packageName: string };

/** An error in a list of copies; `line` counts from 1, null: the whole list. */
export type CopyError = { line: number | null; message: string };

const most = limits.import.copies;

/** The longest list that can be right, in UTF-16 code units. */
export const longestList = most * (limits.text.appName + limits.text.packageName + 10);

const linesOf = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((content, at) => ({ content, line: at + 1 }))
    .filter(({ content }) => content.trim() !== '');

/** Spreadsheets put some cells in quotes. */
function plain(cell: string): string {
  const text = cell.trim();
  const quoted = /^"(.*)"$/.exec(text)?.[1];
  return quoted === undefined ? text : quoted.replaceAll('""', '"').trim();
}

/** Returns the cells of a line: of a spreadsheet, or a name and, after the last comma or semicolon, a package. */
function cellsOf(line: string): string[] {
  if (line.trim().includes('\t')) return line.trim().split('\t').map(plain);
  const [, name, packageName = ''] = /^(.*)[,;]([^,;]*)$/.exec(line) ?? [];
  return name === undefined ? [plain(line)] : [plain(name), plain(packageName)];
}

/** Reads a list of copies, one a line, and returns the errors of each line. */
export function readCopies(text: string): { copies: Copy[]; errors: CopyError[] } {
  const lines = linesOf(text);
  const errors: CopyError[] = [];
  if (lines.length === 0) errors.push({ line: null, message: 'Please enter a name and a package' });
  if (lines.length > most) {
    const message = `At most ${most} copies at once; these are ${lines.length}`;
    errors.push({ line: null, message });
  }
  const lineOfPackage = new Map<string, number>();
  const copies = lines.map(({ content, line }): Copy => {
    const [appName = '', packageName = '', ...more] = cellsOf(content);
    const refuse = (message: string | undefined) =>
      errors.push({ line, message: message ?? 'Not valid' });
    if (more.length > 0) refuse('A line has a name and a package, and nothing else');
    for (const [field, value] of [
      ['appName', appName],
      ['packageName', packageName],
    ] as const) {
      const read = newAppForm.shape[field].safeParse(value);
      if (!read.success) refuse(read.error.issues[0]?.message);
    }
    const earlier = lineOfPackage.get(packageName);
    if (earlier !== undefined) refuse(`Line ${earlier} has this package, too`);
    else if (packageName !== '') lineOfPackage.set(packageName, line);
    return { appName, packageName };
  });
  return { copies, errors };
}

export const countOfCopies = (text: string): number => linesOf(text).length;

/** Returns a line to complete: the name with a number, and no package yet. */
const lineFor = (appName: string, number: number) => `${appName} ${number}, `;

/** Returns the list with `count` lines: it adds new ones, and removes lines at the end that nobody has changed. */
export function withCount(text: string, count: number, appName: string): string {
  const lines = linesOf(text).map(({ content }) => content);
  while (lines.length < Math.min(count, most)) lines.push(lineFor(appName, lines.length + 2));
  while (lines.length > count && lines.at(-1) === lineFor(appName, lines.length + 1)) lines.pop();
  return lines.join('\n');
}
