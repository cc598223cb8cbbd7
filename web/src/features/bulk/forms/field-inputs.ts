import { type AdUnitName, adUnitSlots } from '@adwarden/contract/ad-units';
import { type AppFormField, appStatuses, onOff } from '@adwarden/contract/apps';
import { fieldNames } from '@adwarden/contract/field-names';
import { limits } from '@adwarden/contract/limits';
import { appValueWords } from '../../../lib/words/words.ts';

/* The fields of an app as single inputs outside the application form: lengths and options. */

const units: readonly string[] = adUnitSlots.map(({ name }) => name);

/** The fields that have options, or more than one line. */
type OtherField =
  | 'category'
  | 'appStatus'
  | 'adsStatus'
  | 'visibleExtra'
  | 'ipAddress'
  | 'note'
  | 'selectedUser';
/** The maximum length of each field of one line: a new field of an app is a type error until it has an input. */
const lineLengths: Record<Exclude<AppFormField, AdUnitName | OtherField>, number> = {
  appName: limits.text.appName,
  packageName: limits.text.packageName,
  accountName: limits.text.accountName,
};
/** Returns the maximum length of a field of one line, in UTF-16 code units. */
export const lengthOf = (field: string): number =>
  (lineLengths as Record<string, number>)[field] ?? limits.text.adUnit;
export const labelOf = (field: string) => (fieldNames as Record<string, string>)[field] ?? field;

export const isUnit = (field: string): boolean => units.includes(field);

const statuses: readonly string[] = appStatuses;
const switches: readonly string[] = onOff;

/** Returns the options of a field that has some; null for a text. */
export function optionsOf(field: string, categories: readonly string[]) {
  if (field === 'category') return categories.map((name) => ({ value: name, label: name }));
  const values =
    field === 'appStatus'
      ? statuses
      : ['adsStatus', 'visibleExtra', 'ipAddress'].includes(field)
        ? switches
        : null;
  return values?.map((value) => ({ value, label: appValueWords(field, value) }));
}
