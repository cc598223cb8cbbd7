import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { type CountryRule, nameOfCode } from './country-rule.ts';

/** The alpha-2 and the alpha-3 code of each country (ISO 3166-1, and XK). */
export const alphaCodes = codes.map(([alpha2 = '', alpha3 = '']) => [alpha2, alpha3] as const);

const alpha2Codes = new Set(alphaCodes.map(([alpha2]) => alpha2).sort());

/** Tells whether a text is the alpha-2 code of a country in capitals. */
export function isCountryCode(text: string): boolean {
  return alpha2Codes.has(text);
}

/** Returns the alpha-2 codes of all countries but these, in alphabetical order. */
export function allExcept(excepted: readonly string[]): string[] {
  const left = new Set(alpha2Codes);
  for (const code of excepted) left.delete(code);
  return [...left];
}

/** Returns the shorter rule for showing ads in exactly these countries. */
export function ruleOf(shown: readonly string[]): CountryRule {
  const others = allExcept(shown);
  return others.length < shown.length
    ? { except: true, codes: others }
    : { except: false, codes: [...shown] };
}

/** Returns all countries with their everyday English names, sorted by name. */
export function countryNames(): { code: string; name: string }[] {
  return [...alpha2Codes]
    .map((code) => ({ code, name: nameOfCode(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
