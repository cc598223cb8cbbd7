import { adUnitSlots } from '../ad-units.ts';
import type { EachField } from '../batches/batch-change.ts';
import { packageOf } from '../searched-text.ts';
import { guessMapping } from '../spreadsheets/guess.ts';
import { inNormalForm } from '../unicode.ts';
import { adUnitsIn } from './ad-units-in-text.ts';
import { hasUnit, idsIn } from './ids-in-text.ts';
import { rowsIn, type Separator } from './rows-in-text.ts';

/*
 * Reads a pasted column of values, one for each of some apps: values alone, in the order of the apps, or beside what names
 * the app.
 */

/** An app that a line can name. */
export type NamedApp = { appID: string; appName: string; packageName: string };

/** A line that goes to no app, and why. `line` counts from 1. */
export type LeftLine = { line: number; text: string; why: string };

/**
 * The values by app ID. `isNamed`: the lines named the apps; else they were taken in their order.
 */
export type ValuesInText = { values: Map<string, string>; left: LeftLine[]; isNamed: boolean };

type Row = { line: number; cells: string[] };

/** Characters of a text that are read. */
const longest = 1_000_000;

const units: ReadonlySet<string> = new Set(adUnitSlots.map(({ name }) => name));

/**
 * The values of a text for a field of some apps. Values without names fill on from the app `from`.
 *
 *     valuesIn('com.tide\tca-app-pub-…/1', { field: 'reward1', apps, from: 0 });
 */
export function valuesIn(
  text: string,
  { field, apps, from }: { field: EachField; apps: readonly NamedApp[]; from: number },
): ValuesInText {
  const isUnit = units.has(field) && hasUnit(text);
  const find = finderOf(apps);
  const begun = text.slice(0, longest);
  const rows = tableOf(isUnit ? withUnits(begun) : begun, find);
  const table = withoutHeading(rows, { field, isUnit, find, most: apps.length - from });
  // An ad unit is known by its form, in whatever column it is.
  const column = isUnit ? -1 : valueColumn(table, { field, find, heading: rows[0] });
  if (column === null) {
    const why = 'Which column has the values is not clear: paste two columns';
    return { values: new Map(), left: leftOf(table, why), isNamed: false };
  }
  const read = isUnit ? unitOf(find) : ({ cells }: Row) => ({ value: cells[column] ?? '' });
  const isNamed = table.some((row) => find(row.cells, column).length > 0);
  const of = { apps, from, column, find, read };
  return isNamed ? byName(table, of) : inOrder(table, of);
}

/** Whether a text is more than one value: then it is a column, and not the value of one field. */
export function isColumnOfValues(text: string, field: EachField): boolean {
  if (/\S[^\S\r\n]*[\r\n]\s*\S/.test(text)) return true;
  return units.has(field) && unitsIn(text).length > 1;
}

const unitsIn = (text: string) => idsIn(text).flatMap(({ is, id }) => (is === 'unit' ? [id] : []));

/**
 * A text with a line for each ad unit: its name and its id. Lines with one id each stay as they are; the list of AdMob's
 * page, code and JSON are read as in the form of an app.
 */
function withUnits(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const counts = lines.map((line) => unitsIn(line).length);
  if (counts.filter((count) => count === 1).length * 2 > lines.length) return text;
  return adUnitsIn(text)
    .units.map(({ name, id }) => `${name}\t${id}`)
    .join('\n');
}

type Find = (cells: readonly string[], besides: number) => NamedApp[][];

/** Finds, for each cell that names an app, the apps with this App ID, package or name. */
function finderOf(apps: readonly NamedApp[]): Find {
  const known = new Map<string, Set<NamedApp>>();
  for (const app of apps) {
    for (const text of [app.appID, app.packageName, app.appName]) {
      const key = keyOf(text);
      if (key === '') continue;
      known.set(key, (known.get(key) ?? new Set()).add(app));
    }
  }
  return (cells, besides) =>
    cells.flatMap((cell, index) => {
      const found = index === besides ? undefined : known.get(keyOf(packageOf(cell)));
      return found ? [[...found]] : [];
    });
}

const keyOf = (text: string): string =>
  inNormalForm(text, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** The rows by the separator that tells names from values: a comma may as well belong to a name. */
function tableOf(text: string, find: Find): Row[] {
  const rowsBy = (separator: Separator | null) =>
    rowsIn(text, separator).map((cells, index) => ({ line: index + 1, cells }));
  const trimmed = (rows: Row[]) => rows.slice(0, rows.findLastIndex(isFilled) + 1);
  if (text.includes('\t')) return trimmed(rowsBy('\t'));
  for (const separator of [';', ','] as const) {
    const rows = rowsBy(separator);
    const named = rows.filter(({ cells }) => cells.length > 1 && find(cells, -1).length > 0);
    if (named.length * 2 >= rows.filter(isFilled).length && named.length > 0) return trimmed(rows);
  }
  return trimmed(rowsBy(null));
}

const isFilled = ({ cells }: Row): boolean => cells.some((cell) => cell !== '');

type Reading = { field: EachField; isUnit: boolean; find: Find };

/** The rows without the headings above them. */
function withoutHeading(rows: Row[], { isUnit, find, most }: Reading & { most: number }): Row[] {
  const [first, ...rest] = rows;
  if (!first || rest.length === 0 || find(first.cells, -1).length > 0) return rows;
  if (isUnit) return first.cells.some((cell) => unitsIn(cell).length > 0) ? rows : rest;
  const isKnown = Object.values(guessMapping(first.cells)).some((field) => field !== null);
  // A single word may be a value; one line too many says that it is none.
  return isKnown && (first.cells.length > 1 || rest.filter(isFilled).length >= most) ? rest : rows;
}

/** The column of the values; null when it cannot be told. */
function valueColumn(
  rows: Row[],
  { field, find, heading }: Omit<Reading, 'isUnit'> & { heading: Row | undefined },
): number | null {
  const filled = rows.filter(isFilled);
  const width = Math.max(0, ...filled.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, index) => index);
  if (width <= 1) return 0;
  const countOf = (is: (cell: string) => boolean) => (column: number) =>
    filled.filter(({ cells }) => is(cells[column] ?? '')).length;
  const headed = heading && !rows.includes(heading) ? guessMapping(heading.cells) : {};
  const named = heading?.cells.findIndex((cell) => headed[cell] === field) ?? -1;
  if (named >= 0) return named;
  const names = countOf((cell) => find([cell], -1).length > 0);
  const some = countOf((cell) => cell !== '');
  const others = columns.filter((column) => some(column) > 0 && names(column) * 2 < filled.length);
  if (others.length === 0) return width - 1;
  return others.length === 1 && others.length < width ? (others[0] ?? null) : null;
}

const leftOf = (rows: readonly Row[], why: string): LeftLine[] =>
  rows.filter(isFilled).map((row) => leftLine(row, why));

const leftLine = ({ line, cells }: Row, why: string): LeftLine => ({
  line,
  text: cells.filter((cell) => cell !== '').join(' · '),
  why,
});

/** The value of a line, '' without one; or why it has none. */
type Value = { value: string; why?: string };

/** Reads the ad unit of a line. What else is in it names the app, or is no ad unit. */
const unitOf =
  (find: Find) =>
  ({ cells }: Row): Value => {
    const text = cells.join('\t');
    const [value = '', ...more] = new Set(unitsIn(text));
    if (more.length > 0) return { value: '', why: `It has ${more.length + 1} ad units` };
    if (value !== '') return { value };
    if (idsIn(text).length > 0) return { value, why: 'This is AdMob’s ID of a whole application' };
    const isRest = cells.some((cell) => cell !== '' && find([cell], -1).length === 0);
    return isRest ? { value, why: 'It has no ad unit' } : { value };
  };

type Placing = {
  apps: readonly NamedApp[];
  from: number;
  column: number;
  find: Find;
  read: (row: Row) => Value;
};

/** Gives each value to the app that its line names. A line without a value leaves its app as it is. */
function byName(rows: Row[], { column, find, read }: Placing): ValuesInText {
  const values = new Map<string, string>();
  const left: LeftLine[] = [];
  for (const row of rows.filter(isFilled)) {
    const { value, why } = read(row);
    const named = find(row.cells, column);
    // A name that several apps have is told apart by the other cells.
    const common = named.reduce(
      (some, more) => some.filter((app) => more.includes(app)),
      named[0] ?? [],
    );
    const [app] = common;
    const refuse = (why: string) => left.push(leftLine(row, why));
    if (named.length === 0) refuse('No selected application has this name, package or App ID');
    else if (!app) refuse('It names two different applications');
    else if (common.length > 1) refuse(`${common.length} selected applications are called so`);
    else if (why) refuse(why);
    else if (value === '') continue;
    else if (values.has(app.appID) && values.get(app.appID) !== value)
      refuse('A line above is for the same application');
    else values.set(app.appID, value);
  }
  return { values, left, isNamed: true };
}

/**
 * Gives the values to the apps in their order. A blank line leaves its app as it is, unless there are as many values as
 * apps: then blank lines only divide the list.
 */
function inOrder(rows: Row[], { apps, from, read }: Placing): ValuesInText {
  const filled = rows.filter(isFilled);
  const isDivided = filled.length === apps.length - from;
  const values = new Map<string, string>();
  const left: LeftLine[] = [];
  for (const [index, row] of (isDivided ? filled : rows).entries()) {
    if (!isFilled(row)) continue;
    const app = apps[from + index];
    if (!app) {
      left.push(leftLine(row, 'No application is left for it'));
      continue;
    }
    const { value, why } = read(row);
    if (why) left.push(leftLine(row, why));
    else if (value !== '') values.set(app.appID, value);
  }
  return { values, left, isNamed: false };
}
