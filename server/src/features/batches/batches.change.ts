import { adUnitSlots } from '@adwarden/contract/ad-units';
import { newAppForm } from '@adwarden/contract/apps';
import {
  type BatchChange,
  type CountriesPart,
  fieldsOfEach,
} from '@adwarden/contract/batches/batch-change';
import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import { fieldName } from '@adwarden/contract/changes/changes';
import { counted } from '@adwarden/contract/counted';
import { parseCountries } from '@adwarden/contract/countries';
import { type CountryRule, countriesInWords, ruleAsText } from '@adwarden/contract/country-rule';
import type { FieldError } from '@adwarden/contract/envelope';
import { limits } from '@adwarden/contract/limits';
import { stateWord } from '@adwarden/contract/state-words';
import type { Values } from '../../edits/edits.table.ts';
import { shownName } from '../../kit/shown-name.ts';

/** Tells whether a text passes the schema of an ad unit as it is, which takes 10 µs: a preview checks a million. */
const isPlain = (text: string) => text.length <= limits.text.adUnit && /^[!-~]*$/.test(text);

/** Works out what a change does to an app with these values: the fields that get another value, and those that cannot. */
export function changesOf(
  values: Record<RequestedField, string>,
  change: BatchChange,
): { changes: Values; errors: FieldError[] } {
  const wanted = { ...change.set } as Values;
  const errors: FieldError[] = [];
  const { replaceInAdUnits: replace, country, countries } = change;
  if (replace) {
    for (const { name, kind } of adUnitSlots) {
      const before = wanted[name] ?? values[name];
      const isMeant = replace.kinds === undefined || replace.kinds.includes(kind);
      if (!isMeant || !before.includes(replace.find)) continue;
      const text = before.split(replace.find).join(replace.with);
      if (isPlain(text)) {
        wanted[name] = text;
        continue;
      }
      const after = newAppForm.shape[name].safeParse(text);
      if (after.success) wanted[name] = after.data ?? '';
      else errors.push({ field: name, message: after.error.issues[0]?.message ?? '' });
    }
  }
  if (country !== undefined) wanted.country = country ?? '';
  if (countries && values.country !== '') {
    const list = listAfter(values.country, countries);
    const message = list === null ? nowhere : faultOf(list);
    if (message) errors.push({ field: 'country', message });
    else wanted.country = list ?? '';
  }
  const changed = (Object.entries(wanted) as [RequestedField, string][]).filter(
    ([field, value]) => value !== values[field],
  );
  return { changes: Object.fromEntries(changed), errors };
}

/** Returns the rule of a list of countries; a refused list names no countries. */
function ruleIn(text: string): CountryRule {
  const parsed = parseCountries(text);
  return parsed.ok ? parsed.rule : { except: false, codes: [] };
}

/**
 * Returns a list of countries after some were added or removed; the others stay as they were written. Where a list says
 * "everywhere but these", adding a country takes it off the list. '' is everywhere; null when no country would be left.
 */
function listAfter(text: string, { add = '', remove = '' }: CountriesPart): string | null {
  const { except, codes } = ruleIn(text);
  const gone = new Set(ruleIn(except ? add : remove).codes);
  const put = ruleIn(except ? remove : add).codes.filter((code) => !codes.includes(code));
  const kept = text
    .split(',')
    .filter((entry) => !ruleIn(entry).codes.some((code) => gone.has(code)));
  const list = [...kept, ruleAsText({ except, codes: put })].filter(Boolean).join(',');
  if (list === '') return except ? '' : null;
  return except && !parseCountries(list).ok ? null : list;
}

/** Says why a list of countries cannot be stored; null when it can. */
function faultOf(list: string): string | null {
  const { country: most } = limits.text;
  return list.length > most ? `Country must be at most ${most} characters` : null;
}

const nowhere = 'No country would be left. Remove the configuration instead';

/** Says in sentences why a change leaves an app with these values as it is. */
export function whyUnchanged(
  { country: list }: Pick<Values, 'country'>,
  { set, setEach, replaceInAdUnits, country, countries }: BatchChange,
): string {
  const { add } = countries ?? {};
  return [
    ...(setEach ? ['It has the values already that it would get.'] : []),
    ...(set && !setEach ? ['It has these values already.'] : []),
    ...(replaceInAdUnits ? ['No ad unit has this text.'] : []),
    ...(country ? ['It has these countries already.'] : []),
    ...(country === null ? ['It has no countries: its ads are everywhere already.'] : []),
    ...(countries && list === '' ? ['It has no list of countries: its ads are everywhere.'] : []),
    ...(countries && list !== ''
      ? [`Its ads are ${add ? 'shown' : 'not shown'} in these countries already.`]
      : []),
  ].join(' ');
}

/** Says in words what a change does, for lists and the audit log. */
export function titleOf({ set = {}, ...change }: BatchChange): string {
  const { replaceInAdUnits: replace, country, countries, rotateTokens } = change;
  const fields = (Object.entries(set) as [RequestedField, string][]).map(
    ([field, value]) =>
      `${fieldName('app', field)}: ${value === '' ? 'empty' : shownName(stateWord(field, value) ?? value)}`,
  );
  return [
    ...fields,
    ...fieldsOfEach(change).map((field) => `${fieldName('app', field)}: one value for each`),
    ...(replace ? [`Replace “${shownName(replace.find)}” with “${shownName(replace.with)}”`] : []),
    ...(country === undefined ? [] : [`Country: ${shownName(countriesInWords(country ?? ''))}`]),
    ...(countries?.add ? [`Add countries: ${shownName(countries.add)}`] : []),
    ...(countries?.remove ? [`Remove countries: ${shownName(countries.remove)}`] : []),
    ...(rotateTokens
      ? [`New tokens, the old ones stay valid for ${counted(rotateTokens.keepOldForDays, 'day')}`]
      : []),
    ...(change.delete ? ['Delete applications'] : []),
  ].join('; ');
}
