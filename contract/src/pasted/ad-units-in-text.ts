import { withoutInvisible } from '../unicode.ts';
import { type Format, formatInName, formatOfCell } from './format-words.ts';
import { eachIdIn, hasUnit, type IdInText, idsIn, withoutIds } from './ids-in-text.ts';
import { allOf, atOnce, type Parts } from './parts.ts';
import { isHtml, textOfHtml } from './plain-text.ts';

/*
 * Reads the ad units of a pasted text: AdMob's list as its page copies it, tables, code, JSON, bare ids. It stands in the
 * contract, beside the rules that say what an ad unit is; nothing in it knows of a form or of a page.
 */

/** An ad unit of a text. `format` is null when the text says none. `name` is the text's name for it; '' for none. */
export type UnitInText = { id: string; format: Format | null; name: string };

/** The ad units of a text, each once; those that come again, and AdMob's ids of whole apps. */
export type UnitsInText = { units: UnitInText[]; repeated: string[]; appIDs: string[] };

/** Characters of a text that are read: 20,000 lines of AdMob's list. */
const longest = 1_000_000;

/** Returns the ad units that a text has, in their order. */
export const adUnitsIn = (text: string): UnitsInText => atOnce(readAdUnits(text));

/** Reads the same in parts. */
export function* readAdUnits(text: string): Parts<UnitsInText> {
  const read = withoutInvisible(text.slice(0, longest));
  const plain = isHtml(read) ? textOfHtml(read) : read;
  const ids = yield* allOf(eachIdIn(plain));
  const all = (yield* unitsOfJson(plain, ids)) ?? (yield* allOf(unitsOfLines(plain, ids)));
  const units = new Map<string, UnitInText>();
  const repeated = new Set<string>();
  for (const unit of all) {
    const known = units.get(unit.id);
    if (known) repeated.add(unit.id);
    // The second place may say what the first one does not.
    units.set(unit.id, known?.format ? known : { ...unit, name: unit.name || (known?.name ?? '') });
  }
  const appIDs = ids.flatMap(({ is, id }) => (is === 'app' ? [id] : []));
  return { units: [...units.values()], repeated: [...repeated], appIDs: [...new Set(appIDs)] };
}

// JSON.

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;

/** The deepest nesting that is read: deeper than any file of ad units. */
const deepest = 32;

/** Reads the ad units of JSON; null for other texts, and when it has ids where nothing is read, such as in keys. */
function* unitsOfJson(text: string, ids: readonly IdInText[]): Parts<UnitInText[] | null> {
  if (!/^\s*[[{]/.test(text)) return null;
  let json: Json;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const units = yield* allOf(unitsOfValue(json, [], null, deepest));
  return new Set(units.map(({ id }) => id)).size < new Set(unitIDs(ids)).size ? null : units;
}

const unitIDs = (ids: readonly IdInText[]): string[] =>
  ids.flatMap(({ is, id }) => (is === 'unit' ? [id] : []));

/**
 * Reads the ad units of a value. `keys`: the keys on the way to the value, the nearest last. `around`: the object that it is in.
 */
function* unitsOfValue(
  value: Json,
  keys: readonly string[],
  around: { [key: string]: Json } | null,
  levels: number,
): Generator<UnitInText> {
  if (typeof value === 'string') {
    for (const id of unitIDs(idsIn(value))) yield { id, ...saidOf(keys, around) };
  } else if (typeof value !== 'object' || value === null || levels === 0) {
    return;
  } else if (Array.isArray(value)) {
    for (const one of value) yield* unitsOfValue(one, keys, around, levels - 1);
  } else {
    for (const [key, one] of Object.entries(value)) {
      yield* unitsOfValue(one, [...keys, key], value, levels - 1);
    }
  }
}

/** Returns what an object says about the ad unit in it: its format in a value or in a key, its name. */
function saidOf(keys: readonly string[], around: { [key: string]: Json } | null) {
  const texts = Object.entries(around ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !hasUnit(entry[1]),
  );
  const named = texts.find(([key]) => /name|title|label|placement/i.test(key))?.[1] ?? '';
  const own = keys.at(-1) ?? '';
  const format =
    first(
      texts.map(([, text]) => text),
      formatOfCell,
    ) ?? first([own, named, ...keys.toReversed()], formatInName);
  return { format, name: named || (formatInName(own) ? own : '') };
}

/** Returns the first result that is not null. */
function first<T>(texts: readonly string[], read: (text: string) => T | null): T | null {
  for (const text of texts) {
    const result = read(text);
    if (result !== null) return result;
  }
  return null;
}

// Lines of all other kinds.

/** Between the cells of a table, and between lines. A table that was copied as plain text may have blanks between its cells. */
const separators = /[\t,;|\r\n\u2028\u2029]+| {2,}/;
const lineBreak = /[\r\n]/;

/** Texts of buttons and marks that a page copies along with its table. */
const buttonTexts =
  /^(?:content_copy|more_vert|edit|delete|info(?:_outline)?|help(?:_outline)?|settings|open_in_new|check(?:_circle)?|warning|visibility|(?:arrow|expand|chevron|keyboard)_\w+|copy|copied|view|manage|enabled|disabled|active|[\d\s.,%–—-]*)$/i;

/** Splits a text into the parts that may say something: the cells of a line, the lines of a list. */
const piecesOf = (text: string): string[] =>
  withoutIds(text)
    .split(separators)
    .map((piece) => piece.trim())
    .filter((piece) => /[\p{L}\d]/u.test(piece) && !buttonTexts.test(piece));

type Said = Omit<UnitInText, 'id'>;

/** Reads the ad units of a text with one or more lines. */
function* unitsOfLines(text: string, all: readonly IdInText[]): Generator<UnitInText> {
  const ids = withoutLinks(text, all);
  const gaps = gapsBetween(text, ids);
  // Only lists need them: in a table, the line of each id says its format.
  const read: string[][] = [];
  const piecesAt = (index: number) => (read[index] ??= piecesOf(gaps[index] ?? ''));
  const order = orderOf(gaps, piecesAt);
  let last: Format | null = null;
  for (const [index, { id }] of ids.entries()) {
    const [before = '', after = ''] = [gaps[index], gaps[index + 1]];
    const isAlone =
      (index === 0 || lineBreak.test(before)) &&
      (index === ids.length - 1 || lineBreak.test(after));
    const said =
      (isAlone && saidInLine(before, after)) ||
      saidAround(order, index, piecesAt(index), piecesAt(index + 1));
    // A list of ids after one word: "banner: [id, id]".
    const isListed = said.format === null && piecesAt(index).length === 0;
    last = isListed ? last : said.format;
    yield { id, format: last, name: said.name };
  }
}

/** The most ids beside themselves that are looked at: a frame of the form must stay short. */
const mostBeside = 200;

/**
 * Returns the ids of ad units. A page often has an id twice in a row, once as a text and once as a link: that is one ad unit. With
 * a format between the two, they are two rows with the same id. The second row is kept, so that people are told; further ones are not.
 */
function withoutLinks(text: string, all: readonly IdInText[]): IdInText[] {
  const inTwoRows = new Set<string>();
  let beside = 0;
  return all.filter(({ is, id, from }, index) => {
    const before = all[index - 1];
    if (is !== 'unit' || before?.id !== id) return is === 'unit';
    if (inTwoRows.has(id) || beside >= mostBeside) return false;
    beside += 1;
    if (first(piecesOf(text.slice(before.to, from)), formatOfCell) === null) return false;
    inTwoRows.add(id);
    return true;
  });
}

/** Returns the texts before the first id, between the ids, and after the last one. */
function gapsBetween(text: string, ids: readonly IdInText[]): string[] {
  const ends = [0, ...ids.map(({ to }) => to)];
  return ends.map((end, index) => text.slice(end, ids[index]?.from));
}

/** Returns the pieces of the line of an id, before the id and after it. */
function lineAround(before: string, after: string): { own: string[]; rest: string[] } {
  const own = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
  const [rest = ''] = after.split(lineBreak, 1);
  return { own: piecesOf(own), rest: piecesOf(rest) };
}

/** Returns what the line of an id says about it; null when it says no format, and is no row of a table either. */
function saidInLine(before: string, after: string): Said | null {
  const { own, rest } = lineAround(before, after);
  const pieces = [...own.toReversed(), ...rest];
  const format = first(pieces, formatOfCell) ?? first(pieces, formatInName);
  // The format of a row is in it, maybe in a language that is not known; that of another row is not its own.
  const isRow = own.length > 0 && rest.length > 0;
  return format || isRow ? { format, name: nameIn(pieces) } : null;
}

/** The place of the format when it is not in the line of the id. */
type Order = 'cell after' | 'word after' | 'before';

/** The most ids of a list that are looked at to tell its order. */
const looked = 20;

/**
 * Returns the order of a list. Where the format follows the id, as in AdMob's list, it follows the last id, too. If its word
 * there is not known, those before decide, provided that each id has a line of its own.
 */
function orderOf(gaps: readonly string[], piecesAt: (index: number) => readonly string[]): Order {
  const [start, end] = [piecesAt(0), piecesAt(gaps.length - 1)];
  if (first(end, formatOfCell)) return 'cell after';
  const [before, after] = [start.slice(-reach), end.slice(0, reach)];
  if (first(before, formatOfCell)) return 'before';
  if (end.length > 0 && isListOfCells(gaps.slice(0, looked), piecesAt)) return 'cell after';
  return first(after, formatInName) && !first(before, formatInName) ? 'word after' : 'before';
}

/** Tells whether ids with lines of their own have a cell with a format between them. */
function isListOfCells(
  gaps: readonly string[],
  piecesAt: (index: number) => readonly string[],
): boolean {
  const ids = gaps.slice(1).map((after, index) => lineAround(gaps[index] ?? '', after));
  const isBare = ids.every(({ own, rest }) => own.length + rest.length === 0);
  return isBare && gaps.some((_, index) => index > 0 && first(piecesAt(index), formatOfCell));
}

/** The most pieces from an id that may say its format: further ones are about something else. */
const reach = 3;

function saidAround(order: Order, index: number, before: string[], after: string[]): Said {
  if (order === 'before') {
    const near = before.slice(-reach).toReversed();
    return {
      format: first(near, formatOfCell) ?? first(near, formatInName),
      name: nameIn(near),
    };
  }
  // The first cell of a format is that of the ad unit before.
  const own = before.slice(index === 0 ? 0 : before.findIndex((piece) => formatOfCell(piece)) + 1);
  const name = nameIn(own.slice(-1));
  const format = first(after, order === 'cell after' ? formatOfCell : formatInName);
  return { format: format ?? formatInName(name), name };
}

/** Words of programs and of XML around a name, or in its place. */
const codeWords =
  /\b(?:(?:ad_?)?(?:unit_?)?id|const|final|let|name|private|public|return|static|string|val|var)\b/gi;
/** A tag of XML that says nothing about a name: one with attributes may have it in them. */
const plainTag = /<\/?[\w:.-]{1,60}>/g;
const longestName = 60;

/** Returns the first piece that is no format, without the signs of programs. */
function nameIn(pieces: readonly string[]): string {
  const piece = pieces.find((one) => formatOfCell(one) === null) ?? '';
  const name = piece.replace(plainTag, ' ');
  const isCode = /[<>="'{}[\]]/.test(name);
  const plain = name.replace(/[^\p{L}\p{M}\p{N} _.&’()/:+-]+/gu, ' ');
  return (isCode ? plain.replace(codeWords, ' ') : plain)
    .replace(/[ :]+/g, ' ')
    .trim()
    .slice(0, longestName);
}
