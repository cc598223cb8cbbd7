import { adUnitSlots } from '../ad-units.ts';
import type { EachField } from '../batches/batch-change.ts';
import { packageOf } from '../searched-text.ts';
import { guessMapping } from '../spreadsheets/guess.ts';
import { inNormalForm } from '../unicode.ts';
import { readAdUnits } from './ad-units-in-text.ts';
import { eachIdIn, hasUnit, idsIn } from './ids-in-text.ts';
import { allOf, atOnce, eachOf, kept, mapped, type Parts } from './parts.ts';
import { eachRowIn, type Separator } from './rows-in-text.ts';

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

/** The place of the values: a field of some apps, from one of them on. */
type ValuesFor = { field: EachField; apps: readonly NamedApp[]; from: number };

type Row = { line: number; cells: string[] };

/** Characters of a text that are read. */
const longest = 1_000_000;

const units: ReadonlySet<string> = new Set(adUnitSlots.map(({ name }) => name));

/**
 * Reads the values of a text for a field of some apps. Values without names fill on from the app `from`.
 *
 *     valuesIn('com.tide\tca-app-pub-…/1', { field: 'reward1', apps, from: 0 });
 */
export const valuesIn = (text: string, of: ValuesFor): ValuesInText => atOnce(readValues(text, of));

/** Reads the same in parts. */
export function* readValues(text: string, { field, apps, from }: ValuesFor): Parts<ValuesInText> {
  const begun = text.slice(0, longest);
  const isUnit = units.has(field) && hasUnit(begun);
  yield;
  const find = finderOf(apps);
  const rows = yield* tableOf(isUnit ? yield* withUnits(begun) : begun, find);
  const table = withoutHeading(rows, { field, isUnit, find, most: apps.length - from });
  // An ad unit is known by its form, in whatever column it is.
  const column = isUnit ? -1 : yield* valueColumn(table, { field, find, heading: rows[0] });
  if (column === null) {
    const why = 'Which column has the values is not clear: paste two columns';
    const left = yield* mapped(table.filter(isFilled), (row) => leftLine(row, why));
    return { values: new Map(), left, isNamed: false };
  }
  const read = isUnit ? unitOf(find) : ({ cells }: Row) => ({ value: cells[column] ?? '' });
  const naming = yield* kept(table, (row) => find(row.cells, column).length > 0);
  const isNamed = naming.length > 0;
  const of = { apps, from, column, find, read };
  return isNamed ? yield* byName(table, of) : yield* inOrder(table, of);
}

/** Tells whether a text is more than one value: then it is a column, and not the value of one field. */
export function isColumnOfValues(text: string, field: EachField): boolean {
  if (/\S[^\S\r\n]*[\r\n]\s*\S/.test(text)) return true;
  if (!units.has(field)) return false;
  let found = 0;
  for (const { is } of eachIdIn(text)) {
    if (is === 'unit') found += 1;
    if (found > 1) return true;
  }
  return false;
}

const unitsIn = (text: string) => idsIn(text).flatMap(({ is, id }) => (is === 'unit' ? [id] : []));

/**
 * Returns a text with a line for each ad unit: its name and its id. Lines with one id each stay as they are; the list of AdMob's
 * page, code and JSON are read as in the form of an app.
 */
function* withUnits(text: string): Parts<string> {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const single = yield* kept(lines, (line) => unitsIn(line).length === 1);
  if (single.length * 2 > lines.length) return text;
  const { units } = yield* readAdUnits(text);
  return units.map(({ name, id }) => `${name}\t${id}`).join('\n');
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
      if (index === besides || cell.length > longestNaming) return [];
      const found = known.get(keyOf(packageOf(cell)));
      return found ? [[...found]] : [];
    });
}

/** Characters of a cell that may name an app, also as a link: the time to read a link grows with the square of its length. */
const longestNaming = 500;

const keyOf = (text: string): string =>
  inNormalForm(text, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Splits a text into rows by the separator between names and values: a comma may as well belong to a name. */
function* tableOf(text: string, find: Find): Parts<Row[]> {
  function* rowsBy(separator: Separator | null): Parts<Row[]> {
    const rows = yield* allOf(eachRowIn(text, separator));
    const all = rows.map((cells, index) => ({ line: index + 1, cells }));
    return all.slice(0, all.findLastIndex(isFilled) + 1);
  }
  if (text.includes('\t')) return yield* rowsBy('\t');
  for (const separator of [';', ','] as const) {
    if (!text.includes(separator)) continue;
    const rows = yield* rowsBy(separator);
    const naming = ({ cells }: Row) => cells.length > 1 && find(cells, -1).length > 0;
    const named = yield* kept(rows, naming);
    if (named.length * 2 >= rows.filter(isFilled).length && named.length > 0) return rows;
  }
  return yield* rowsBy(null);
}

const isFilled = ({ cells }: Row): boolean => cells.some((cell) => cell !== '');

type Reading = { field: EachField; isUnit: boolean; find: Find };

/** Returns the rows without the headings above them. */
function withoutHeading(rows: Row[], { isUnit, find, most }: Reading & { most: number }): Row[] {
  const [first, ...rest] = rows;
  if (!first || rest.length === 0 || find(first.cells, -1).length > 0) return rows;
  if (isUnit) return first.cells.some((cell) => unitsIn(cell).length > 0) ? rows : rest;
  const isKnown = Object.values(guessMapping(first.cells)).some((field) => field !== null);
  // A single word may be a value; one line too many says that it is none.
  return isKnown && (first.cells.length > 1 || rest.filter(isFilled).length >= most) ? rest : rows;
}

/** Finds the column of the values; null when it cannot be told. */
function* valueColumn(
  rows: Row[],
  { field, find, heading }: Omit<Reading, 'isUnit'> & { heading: Row | undefined },
): Parts<number | null> {
  const filled = rows.filter(isFilled);
  const width = filled.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columns = Array.from({ length: width }, (_, index) => index);
  if (width <= 1) return 0;
  function* countsOf(is: (cell: string) => boolean): Parts<number[]> {
    const counts = columns.map(() => 0);
    yield* eachOf(filled, ({ cells }) => {
      for (const [column, cell] of cells.entries()) {
        if (is(cell)) counts[column] = (counts[column] ?? 0) + 1;
      }
    });
    return counts;
  }
  const headed = heading && !rows.includes(heading) ? guessMapping(heading.cells) : {};
  const named = heading?.cells.findIndex((cell) => headed[cell] === field) ?? -1;
  if (named >= 0) return named;
  const names = yield* countsOf((cell) => find([cell], -1).length > 0);
  const some = yield* countsOf((cell) => cell !== '');
  const isOther = (column: number) =>
    (some[column] ?? 0) > 0 && (names[column] ?? 0) * 2 < filled.length;
  const others = columns.filter(isOther);
  if (others.length === 0) return width - 1;
  // A long list may name few of the apps: then the column that names none has the values.
  const [only, ...more] =
    others.length < width ? others : others.filter((column) => names[column] === 0);
  return more.length > 0 ? null : (only ?? null);
}

const leftLine = ({ line, cells }: Row, why: string): LeftLine => ({
  line,
  text: cells.filter((cell) => cell !== '').join(' · '),
  why,
});

/** The value of a line, '' without one; or why it has none. */
type Value = { value: string; why?: string };

/** Reads the ad unit of a line. The rest of the line names the app, or is no ad unit. */
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
function* byName(rows: Row[], { column, find, read }: Placing): Parts<ValuesInText> {
  const values = new Map<string, string>();
  const left: LeftLine[] = [];
  yield* eachOf(rows.filter(isFilled), (row) => {
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
    else if (value === '') return;
    else if (values.has(app.appID) && values.get(app.appID) !== value)
      refuse('A line above is for the same application');
    else values.set(app.appID, value);
  });
  return { values, left, isNamed: true };
}

/**
 * Gives the values to the apps in their order. A blank line leaves its app as it is, unless there are as many values as
 * apps: then blank lines only divide the list.
 */
function* inOrder(rows: Row[], { apps, from, read }: Placing): Parts<ValuesInText> {
  const filled = rows.filter(isFilled);
  const isDivided = filled.length === apps.length - from;
  const values = new Map<string, string>();
  const left: LeftLine[] = [];
  yield* eachOf(isDivided ? filled : rows, (row, index) => {
    if (!isFilled(row)) return;
    const app = apps[from + index];
    if (!app) {
      left.push(leftLine(row, 'No application is left for it'));
      return;
    }
    const { value, why } = read(row);
    if (why) left.push(leftLine(row, why));
    else if (value !== '') values.set(app.appID, value);
  });
  return { values, left, isNamed: false };
}
