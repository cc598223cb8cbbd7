import { forEachAdUnit } from '@adwarden/contract/ad-units';
import { parseCountries } from '@adwarden/contract/countries';
import { definedFields } from '../../kit/defined-fields.ts';
import type { JudgedApp } from './judging/apps.store.ts';

/** Values that somebody wants, by field; undefined: as they are. */
export type TypedValues = Record<string, string | undefined>;

/** A new app before anything is typed. */
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

/** The app as it would be. The rules only ask whether there is an owner, so any login id stands for one. */
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

/** The countries as typed; while the text is not a list of countries yet, those of the app. */
function countriesIn(text: string, { countryCodes }: JudgedApp) {
  const hasCountries = text.trim() !== '';
  const parsed = parseCountries(text);
  if (!hasCountries) return { hasCountries, countryCodes: [] };
  return { hasCountries, countryCodes: parsed.ok ? parsed.countryCodes : countryCodes };
}
