import { forEachAdUnit } from '@adwarden/contract/ad-units';
import { parseCountries } from '@adwarden/contract/countries';
import { definedFields } from '../../kit/defined-fields.ts';
import type { JudgedApp } from './judging/apps.store.ts';

/** The wanted values by field; undefined keeps the present value. */
export type TypedValues = Record<string, string | undefined>;

/** A new app before any field is filled in. */
export const newApp = {
  ...forEachAdUnit(() => ''),
  appID: '',
  packageName: '',
  accountName: '',
  adsStatus: '',
  appStatus: '',
  ipAddress: 'off',
  ownerId: null,
  hasCountries: false,
  countryCodes: [],
  oldTokenUntil: null,
  endedTokenAt: null,
};

/** Returns the app as it would be. The rules only ask whether there is an owner, so any login id stands for one. */
export function changedApp(
  before: JudgedApp,
  { selectedUser, country, ...fields }: TypedValues,
): JudgedApp {
  return {
    ...before,
    ...definedFields(fields),
    ...(selectedUser !== undefined && { ownerId: selectedUser || null }),
    ...(country !== undefined && countriesIn(country, before)),
  };
}

/** Returns the typed countries; while the text is not yet a list of countries, the app's countries. */
function countriesIn(text: string, { countryCodes }: JudgedApp) {
  const hasCountries = text.trim() !== '';
  const parsed = parseCountries(text);
  if (!hasCountries) return { hasCountries, countryCodes: [] };
  return { hasCountries, countryCodes: parsed.ok ? parsed.countryCodes : countryCodes };
}
