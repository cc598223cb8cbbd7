import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryNames, parseCountries, unknownCountryMessage } from './countries.ts';

const codesOf = (text: string) => {
  const result = parseCountries(text);
  return result.ok ? result.countryCodes : unknownCountryMessage(result);
};

describe('parseCountries', () => {
  it.each([
    ['IN', ['IN']],
    ['in,us', ['IN', 'US']],
    ['IND,usa', ['IN', 'US']],
    ['India, United States ,UnitedStates,US', ['IN', 'US']],
    ["Côte d'Ivoire,coted’ivoire,IvoryCoast", ['CI']],
    ['ÅlandIslands', ['AX']],
    ['UK,EL,XK', ['GB', 'GR', 'XK']],
    ['Kosovo', ['XK']],
    ['KoreaRepublicof,RepublicofKorea,SouthKorea', ['KR']],
    ['FalklandIslands,Laos,Syria,Moldova', ['FK', 'LA', 'SY', 'MD']],
    ['Congo,DemocraticRepublicoftheCongo', ['CG', 'CD']],
    [',IN,, ,US,', ['IN', 'US']],
    ['U.S.,U.S.A.,Côte d’Ivoire,St. Kitts & Nevis', ['US', 'CI', 'KN']],
    ['Congo - Kinshasa, Myanmar (Burma), Timor-Leste', ['CD', 'MM', 'TL']],
  ])('reads %s', (text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });

  it('reads every name that the product shows', () => {
    for (const { code, name } of countryNames()) {
      if (!name.includes(',')) expect(codesOf(name), name).not.toContain('Unknown');
      expect(codesOf(code)).toEqual([code]);
    }
  });

  it('keeps what was typed, without white space and empty entries', () => {
    expect(parseCountries(' United\tStates ,, in\u00a0,')).toEqual({
      ok: true,
      country: 'UnitedStates,in',
      countryCodes: ['US', 'IN'],
    });
  });

  it.each([
    ['Gremany', 'Unknown country: Gremany. Did you mean Germany?'],
    ['IN, Unitd States', 'Unknown country: UnitdStates. Did you mean United States?'],
    ['Åland', 'Unknown country: Åland. Did you mean Åland Islands?'],
    ['Chxy', 'Unknown country: Chxy.'], // two wrong letters: another name than Chad
    ['XX', 'Unknown country: XX.'],
    ['🇮🇳', 'Unknown country: 🇮🇳.'],
    ['constructor', 'Unknown country: constructor.'],
    ['__proto__', 'Unknown country: __proto__.'],
    ['%,US', 'Unknown country: %.'],
    ['x'.repeat(4000), `Unknown country: ${'x'.repeat(59)}….`],
    // A sign could mean "not": it is never dropped.
    ['!RU', 'Unknown country: !RU.'],
    ['IN,-RU', 'Unknown country: -RU.'],
    ['^RU', 'Unknown country: ^RU.'],
    ['~RU', 'Unknown country: ~RU.'],
    ['RU!', 'Unknown country: RU!.'],
    ['R-U', 'Unknown country: R-U.'],
    ['−RU', 'Unknown country: −RU.'],
    ['！RU', 'Unknown country: ！RU.'],
    ['¬Russia', 'Unknown country: ¬Russia. Did you mean Russia?'],
    ['-Guinea-Bissau', 'Unknown country: -Guinea-Bissau. Did you mean Guinea-Bissau?'],
    ['(RU)', 'Unknown country: (RU).'],
    ['"IN"', 'Unknown country: "IN".'],
    ['*', 'Unknown country: *.'],
    ['R\u0336U\u0336', 'Unknown country: R\u0336U\u0336.'],
    ['', 'Please Enter Country Name'],
    [', ,', 'Please Enter Country Name'],
  ])('refuses %s by name', (text, message) => {
    expect(codesOf(text)).toBe(message);
  });

  it('proposes only names that it would read', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Germany', 'Brazil', 'New Zealand', 'Tanzania'),
        fc.nat(),
        (name, at) => {
          const mistyped = name.slice(0, at % name.length) + name.slice((at % name.length) + 1);
          const result = parseCountries(mistyped);
          if (!result.ok && result.nearest !== null)
            expect(parseCountries(result.nearest).ok).toBe(true);
        },
      ),
    );
  });

  it('reads its own output as the same codes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('IN', 'uk', 'Côte d’Ivoire', 'Laos', ' ', 'USA')),
        (entries) => {
          const first = parseCountries(entries.join(','));
          if (first.ok) expect(parseCountries(first.country)).toEqual(first);
        },
      ),
    );
  });
});
