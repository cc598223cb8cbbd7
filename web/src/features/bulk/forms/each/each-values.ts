import { type EachField, eachFields } from '@adwarden/contract/batches/batch-change';
import { requestedChanges } from '@adwarden/contract/change-requests/change-requests';
import { atOnce, type Parts } from '@adwarden/contract/pasted/parts';
import { type LeftLine, type NamedApp, readValues } from '@adwarden/contract/pasted/values-in-text';
import { isChoice, meaningOfWord } from '@adwarden/contract/spreadsheets/words';
import { isUnit, labelOf, optionsOf } from '../field-inputs.ts';

/** A selected application, for a field that has one value for each. */
export type EachApp = NamedApp & {
  /** The value that the field has now. */
  now: string;
};

/**
 * One value for each application, by app ID; a blank one leaves the application as it is. `left`: lines of a paste that go
 * nowhere. `pasted`: a text that waits for the applications.
 */
export type EachValues = {
  values: Readonly<Record<string, string>>;
  left: readonly LeftLine[];
  pasted: string | null;
};

/** The fields that a paste fills in, and its lines that fill in none. */
type FromPaste = Pick<EachValues, 'values' | 'left'>;

export const noEachValues: EachValues = { values: {}, left: [], pasted: null };

/** A problem of a value. `isError`: the value cannot be saved. */
export type EachProblem = { message: string; isError: boolean };

/**
 * Tells whether a field can have one value for each application. A note cannot: it has several lines, and a pasted column
 * has, too.
 */
export const canBeEach = (field: string): field is EachField =>
  field !== 'note' && eachFields.some((one) => one === field);

/** Returns the value for a word that spreadsheets and store consoles use, such as `on` for TRUE; null for other words. */
function wordIn(field: EachField, text: string): string | null {
  const word = isChoice(field) ? meaningOfWord(field, text) : null;
  return word?.isSure ? word.value : null;
}

type PastedFor = {
  field: EachField;
  apps: readonly EachApp[];
  from: number;
  categories: readonly string[];
};

/** Reads a pasted text as values for the applications. Lines without names fill the applications from `from` on. */
export const valuesOfPaste = (text: string, of: PastedFor): FromPaste =>
  atOnce(readPaste(text, of));

/** Reads the same in parts, so that a long text does not hold up the page. */
export function* readPaste(text: string, of: PastedFor): Parts<FromPaste> {
  const { values, left } = yield* readValues(text, of);
  const options = optionsOf(of.field, of.categories);
  const meant = (value: string) => {
    const word = value.toLowerCase();
    const option = options?.find(
      (one) => one.value.toLowerCase() === word || one.label.toLowerCase() === word,
    );
    return option?.value ?? wordIn(of.field, value) ?? value;
  };
  const filled = Object.fromEntries([...values].map(([appID, value]) => [appID, meant(value)]));
  return { values: filled, left };
}

/** Fills in the values that were read from a pasted text. */
export const withPasted = ({ values }: EachValues, read: FromPaste): EachValues => ({
  values: { ...values, ...read.values },
  left: read.left,
  pasted: null,
});

/** Returns the values that are filled in, by app ID. */
export const filledValues = ({ values }: EachValues): [appID: string, value: string][] =>
  Object.entries(values).filter(([, value]) => value.trim() !== '');

/** Returns what is wrong with a value of a field by the contract; null if nothing is. */
export function faultOf(field: EachField, value: string): string | null {
  const read = requestedChanges.shape[field].safeParse(value);
  return read.success ? null : (read.error.issues[0]?.message ?? 'Not valid');
}

/** Returns the problems of the values, by app ID. Two applications should share neither an ad unit nor a package. */
export function problemsOf(
  each: EachValues,
  of: { field: EachField; apps: readonly EachApp[]; categories: readonly string[] },
): Map<string, EachProblem> {
  const { field, apps, categories } = of;
  const options = optionsOf(field, categories);
  const filled = filledValues(each).map(([appID, value]) => ({ appID, value: value.trim() }));
  const problems = new Map<string, EachProblem>();
  for (const { appID, value } of filled) {
    const isOption = options === undefined || options.some((option) => option.value === value);
    const message = isOption ? faultOf(field, value) : `“${value}” is no ${labelOf(field)}`;
    if (message !== null) problems.set(appID, { message, isError: true });
  }
  if (!isUnit(field) && field !== 'packageName') return problems;
  const names = new Map(apps.map(({ appID, appName }) => [appID, appName]));
  for (const same of Map.groupBy(filled, ({ value }) => value).values()) {
    for (const { appID } of same) {
      const other = same.find((one) => one.appID !== appID);
      if (!other || problems.has(appID)) continue;
      const message = `The same as ${names.get(other.appID) ?? other.appID}`;
      problems.set(appID, { message, isError: false });
    }
  }
  return problems;
}
