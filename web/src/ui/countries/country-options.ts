import { countryNames } from '@adwarden/contract/country-codes';

/** All countries as the options of a select, sorted by name: 'Germany (DE)'. */
export const countryOptions = countryNames().map(({ code, name }) => ({
  value: code,
  label: `${name} (${code})`,
}));
