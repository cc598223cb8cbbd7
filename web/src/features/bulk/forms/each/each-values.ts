import { type EachField, eachFields } from '@adwarden/contract/batches/batch-change';
import { requestedChanges } from '@adwarden/contract/change-requests/change-requests';
import { type LeftLine, type NamedApp, valuesIn } from '@adwarden/contract/pasted/values-in-text';
import { isChoice, meaningOfWord } from '@adwarden/contract/spreadsheets/words';
import { isUnit, labelOf, optionsOf } from '../field-inputs.ts';

/** An application of a field that has one value for each. */
export type EachApp = NamedApp & {
  /** What the field has now. */
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

export const noEachValues: EachValues = { values: {}, left: [], pasted: null };

/** What is wrong with a value. `isError`: it cannot be saved so. */
export type EachProblem = { message: string; isError: boolean };

/** Whether a field can have one value for each. A note has several lines, and so has a column. */
export const canBeEach = (field: string): field is EachField =>
  field !== 'note' && eachFields.some((one) => one === field);

/** The value of a word that spreadsheets and store consoles use, such as `on` of TRUE; null for other words. */
function wordIn(field: EachField, text: string): string | null {
  const word = isChoice(field) ? meaningOfWord(field, text) : null;
  return word?.isSure ? word.value : null;
}

/** The values of a pasted text for each application; without names it goes on from the application `from`. */
export function readPasted(
  text: string,
  of: { field: EachField; apps: readonly EachApp[]; from: number; categories: readonly string[] },
): Pick<EachValues, 'values' | 'left'> {
  const { values, left } = valuesIn(text, of);
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

/** Fills in what was read of a pasted text. */
export const withPasted = (
  { values }: EachValues,
  read: Pick<EachValues, 'values' | 'left'>,
): EachValues => ({ values: { ...values, ...read.values }, left: read.left, pasted: null });

/** The values that are filled in, by app ID. */
export const filledValues = ({ values }: EachValues): [appID: string, value: string][] =>
  Object.entries(values).filter(([, value]) => value.trim() !== '');

/** What is wrong with a value of a field, by the contract; null when nothing is. */
export function faultOf(field: EachField, value: string): string | null {
  const read = requestedChanges.shape[field].safeParse(value);
  return read.success ? null : (read.error.issues[0]?.message ?? 'Not valid');
}

/** What is wrong with the values, by app ID. Two applications should share neither an ad unit nor a package. */
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
