import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codesNamed, codesNow, parseCountries } from './countries.ts';
import { countryNames, ruleOf } from './country-codes.ts';
import { otherNames } from './country-other-names.ts';
import { countriesInWords, ruleAsText } from './country-rule.ts';

const codesOf = (text: string) => {
  const result = parseCountries(text);
  return result.ok ? result.countryCodes : result.message;
};

const mixed = 'in one list: write ! before every country (everywhere but these), or before none';

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
    ['DR Congo,Congo (DRC),D.R. Congo', ['CD']],
    ['Congo, The Democratic Republic of the, Congo', ['CD', 'CG']],
    ['Swaziland,Eswatini', ['SZ']],
    ['Holland,the Netherlands', ['NL']],
    ['America,The US,U.S.A.', ['US']],
    ['Burma,Macedonia,FYROM,East Timor,Ceylon', ['MM', 'MK', 'TL', 'LK']],
    ['Vatican,Holy See,Macau,Hong Kong', ['VA', 'MO', 'HK']],
    ['England,Scotland,Great Britain,the UK', ['GB']],
    ['Korea, Republic of,India', ['KR', 'IN']],
    ['India, Korea, South, Gambia, The', ['IN', 'KR', 'GM']],
    ["Korea, Democratic People's Republic of", ['KP']],
    ['Iran (Islamic Republic of),Tanzania, United Republic of', ['IR', 'TZ']],
    ['Virgin Islands, U.S.,Virgin Islands, British', ['VI', 'VG']],
    ['Federal Republic of Germany,Kingdom of Spain,Republic of India', ['DE', 'ES', 'IN']],
    ['Saint Kitts and Nevis,St Vincent & the Grenadines,Saint Lucia', ['KN', 'VC', 'LC']],
    // Browsers in other regions, and of other years, use these names.
    ['Falkland Islands (Islas Malvinas),Turkey,Türkiye,Cape Verde', ['FK', 'TR', 'CV']],
    ['Hong Kong, China', ['HK', 'CN']],
  ])('reads %s', (text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });

  it('reads every name that the product shows', () => {
    for (const { code, name } of countryNames()) {
      expect(codesOf(name), name).toEqual([code]);
      expect(codesOf(`${code},${name}, ${name.toUpperCase()}`), name).toEqual([code]);
      expect(codesOf(code)).toEqual([code]);
    }
  });

  it('keeps a name with a comma as one entry without it', () => {
    const read = parseCountries('Korea, Republic of , IN');
    expect(read).toMatchObject({ ok: true, country: 'RepublicofKorea,IN' });
    const except = parseCountries('!Korea, !Republic of,!Gambia, The');
    expect(except).toMatchObject({ ok: true, country: '!RepublicofKorea,!TheGambia' });
  });

  it('reads each other name, which is a name of one country', () => {
    for (const [code, names] of Object.entries(otherNames)) {
      for (const name of names) expect(codesOf(name), name).toEqual([code]);
    }
  });

  it('keeps what was typed, without white space and empty entries', () => {
    expect(parseCountries(' United\tStates ,, in\u00a0,')).toEqual({
      ok: true,
      country: 'UnitedStates,in',
      rule: { except: false, codes: ['US', 'IN'] },
      countryCodes: ['US', 'IN'],
    });
  });

  it.each([
    ['Gremany', 'Unknown country: Gremany. Did you mean Germany?'],
    ['IN, Unitd States', 'Unknown country: UnitdStates. Did you mean United States?'],
    ['Åland', 'Unknown country: Åland. Did you mean Åland Islands?'],
    ['Chxy', 'Unknown country: Chxy.'], // two wrong letters: another name than Chad
    ['XX', 'Unknown country: XX.'],
    // Each entry is close to a name of another country, or to those of several, or contains the name of another.
    ['Siberia', 'Unknown country: Siberia.'],
    ['Nigera', 'Unknown country: Nigera.'],
    ['French Guinea', 'Unknown country: FrenchGuinea.'],
    ['Korea', 'Unknown country: Korea.'],
    ['Virgin Islands', 'Unknown country: VirginIslands.'],
    ['United', 'Unknown country: United.'],
    ['NI,GER', 'Unknown country: GER.'],
    ['Swazland', 'Unknown country: Swazland. Did you mean Swaziland?'],
    ['Papua Guinea', 'Unknown country: PapuaGuinea. Did you mean Papua New Guinea?'],
    ['BRASIL', 'Unknown country: BRASIL. Did you mean Brazil?'],
    ['IN US', 'A comma is missing in IN US: write IN,US'],
    ['in;us', 'A comma is missing in in;us: write in,us'],
    ['INUS', 'A comma is missing in INUS: write IN,US'],
    ['DE,USA  IND', 'A comma is missing in USA IND: write USA,IND'],
    ['!IN/US', 'A comma is missing in !IN/US: write !IN,!US'],
    ['!RU !CN', 'A comma is missing in !RU !CN: write !RU,!CN'],
    ['!RU; !China', 'A comma is missing in !RU; !China: write !RU,!China'],
    [
      'United States New Zealand',
      'A comma is missing in United States New Zealand: write UnitedStates,NewZealand',
    ],
    ['India and Chad', 'A comma is missing in India and Chad: write India,Chad'],
    ['GermanyFrance', 'A comma is missing in GermanyFrance: write Germany,France'],
    ['IN XY', 'Unknown country: INXY.'],
    ['🇮🇳', 'Unknown country: 🇮🇳.'],
    ['constructor', 'Unknown country: constructor.'],
    ['__proto__', 'Unknown country: __proto__.'],
    ['%,US', 'Unknown country: %.'],
    ['x'.repeat(4000), `Unknown country: ${'x'.repeat(59)}….`],
    // A sign could mean "not": it is never dropped, and no country is proposed without it.
    ['IN,-RU', 'Unknown country: -RU. For everywhere except RU, write !RU'],
    ['^RU', 'Unknown country: ^RU. For everywhere except RU, write !RU'],
    ['~ RU', 'Unknown country: ~RU. For everywhere except RU, write !RU'],
    ['RU!', 'Unknown country: RU!. For everywhere except RU, write !RU'],
    ['R-U', 'Unknown country: R-U.'],
    ['−RU', 'Unknown country: −RU. For everywhere except RU, write !RU'],
    ['！RU', 'Unknown country: ！RU. For everywhere except RU, write !RU'],
    ['¬Russia', 'Unknown country: ¬Russia. For everywhere except Russia, write !Russia'],
    ['- Rusia', 'Unknown country: -Rusia.'],
    [
      '-Guinea-Bissau',
      'Unknown country: -Guinea-Bissau. For everywhere except Guinea-Bissau, write !Guinea-Bissau',
    ],
    ['"Rusia"', 'Unknown country: "Rusia". Did you mean Russia?'],
    // Words that are codes of countries.
    ['no RU', 'Unknown country: noRU.'],
    ['NORU', 'Unknown country: NORU.'],
    ['Russia no', 'Unknown country: Russiano.'],
    ['IN;US;', 'A comma is missing in IN;US;: write IN,US'],
    ['no Russia', 'Unknown country: noRussia.'],
    ['In Germany', 'Unknown country: InGermany.'],
    ['NO SE DK', 'A comma is missing in NO SE DK: write NO,SE,DK'],
    ['(RU)', 'Unknown country: (RU).'],
    ['"IN"', 'Unknown country: "IN".'],
    ['*', 'Unknown country: *.'],
    ['!', 'Unknown country: !.'],
    ['RU,!', 'Unknown country: !.'],
    ['!!RU', 'Unknown country: !!RU. For everywhere except RU, write !RU'],
    ['!XX', 'Unknown country: !XX.'],
    ['!RU!', 'Unknown country: !RU!. For everywhere except RU, write !RU'],
    ['!-RU', 'Unknown country: !-RU. For everywhere except RU, write !RU'],
    ['!Gremany', 'Unknown country: !Gremany. Did you mean !Germany?'],
    ['!RU,IN', `!RU and IN ${mixed}`],
    ['in,Germany,! ru', `in and !ru ${mixed}`],
    [`!${'x'.repeat(4000)}`, `Unknown country: !${'x'.repeat(58)}….`],
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
          const proposal = result.ok ? undefined : /mean (.*)\?$/.exec(result.message)?.[1];
          if (proposal !== undefined) expect(parseCountries(proposal).ok).toBe(true);
        },
      ),
    );
  });

  it('reads its own output as the same codes', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('IN', 'uk', 'Côte d’Ivoire', 'Laos', ' ', 'USA', 'Korea, Republic of'),
        ),
        fc.constantFrom('', '!'),
        (entries, sign) => {
          const first = parseCountries(entries.map((entry) => sign + entry).join(','));
          if (first.ok) expect(parseCountries(first.country)).toEqual(first);
        },
      ),
    );
  });

  it.each(['!RU,!CN', '!russia,!China', ' ! RU , !CHN,!ru,', '!CN,!RU'])(
    'reads %j as everywhere but Russia and China',
    (text) => {
      const codes = codesOf(text);
      expect(codes).toHaveLength(countryNames().length - 2);
      expect(codes).toEqual(expect.arrayContaining(['IN', 'US', 'XK']));
      expect(codes).not.toContain('RU');
      expect(codes).not.toContain('CN');
    },
  );

  it('refuses exceptions that leave no country, and takes all but one', () => {
    const all = countryNames().map(({ code }) => code);
    expect(codesOf(ruleAsText({ except: true, codes: all }))).toBe(
      'No country would be left: all countries are excepted',
    );
    const allButIndia = all.filter((code) => code !== 'IN');
    expect(codesOf(ruleAsText({ except: true, codes: allButIndia }))).toEqual(['IN']);
  });
});

describe('codesNow', () => {
  it.each([
    ['India,US', 'IN,US', ['IN', 'US']],
    ['India', '', []],
    // A node of an earlier release has read this as Russia, and its phones there have ads.
    ['!RU', 'RU', ['RU']],
    [null, null, []],
  ])('of %j with the codes %j are %j', (country, countryCodes, codes) => {
    expect(codesNow({ country, countryCodes })).toEqual(codes);
  });

  it('has a country that there was not when the exceptions were saved', () => {
    const codes = codesNow({ country: '!RU,!CN', countryCodes: 'IN,US' });
    expect(codes).toHaveLength(countryNames().length - 2);
    expect(codes).toContain('XK');
  });
});

it.each([
  ['', 'Everywhere'],
  ['IN', 'Only in India'],
  ['in,UnitedStates,DE', 'Only in India, UnitedStates, and Germany'],
  ['!RU,!CN', 'Everywhere except Russia and China'],
  ['!Russia', 'Everywhere except Russia'],
  ['-RU', 'Only in -RU'],
])('the countries %j are %j in words', (text, words) => {
  expect(countriesInWords(text)).toBe(words);
});

it('says the shorter of two lists', () => {
  const read = parseCountries('!RU,!CN');
  expect(read.ok && ruleOf(read.countryCodes)).toEqual({ except: true, codes: ['CN', 'RU'] });
  expect(ruleOf(['DE', 'IN'])).toEqual({ except: false, codes: ['DE', 'IN'] });
});

it.each([
  ['russia', ['RU']],
  ['  Côte d', ['CI']],
  ['ru', []],
  ['korea', ['KR', 'KP']],
  ['%', []],
])('a search for %j finds the countries %j', (text, codes) => {
  expect(codesNamed(text).sort()).toEqual([...codes].sort());
});
