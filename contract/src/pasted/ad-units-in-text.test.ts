import { expect, test } from 'vitest';
import { oddPieces } from '../testing/odd-texts.ts';
import { adUnitsIn, readAdUnits } from './ad-units-in-text.ts';

const publisher = 'ca-app-pub-7315520018462791';
const unit = (number: number) => `${publisher}/${String(number).padStart(10, '0')}`;
const [one, two, three, four] = [unit(1), unit(2), unit(3), unit(4)];

/** Returns the last digit of each ad unit that was found, its format and its name. */
const read = (text: string) =>
  adUnitsIn(text).units.map(({ id, format, name }) =>
    [id.slice(-1), format ?? '?', name].filter(Boolean).join(' '),
  );

test.each<[string, string, string[]]>([
  [
    'AdMob’s list as its page copies it',
    `Ad unit\nAd format\nMediation groups\nHome\n${one}\ncontent_copy\nBanner\n2 active\nmore_vert\nAfter a level\n${two}\ncontent_copy\nInterstitial\nmore_vert\nCoins\n${three}\ncontent_copy\nRewarded\nmore_vert\nFeed\n${four}\ncontent_copy\nNative advanced\nmore_vert\nShow rows:\n30`,
    ['1 banner Home', '2 interstitial After a level', '3 reward Coins', '4 native Feed'],
  ],
  [
    'AdMob’s list, whose names say another format',
    `My banner\n${one}\nInterstitial\nBanner\n${two}\nApp open\nInterstitial\n${three}\nBanner\n`,
    ['1 interstitial My banner', '2 app-open', '3 banner'],
  ],
  [
    'AdMob’s list with a format that has no field',
    `Coins\n${one}\nRewarded interstitial\nHome\n${two}\nBanner`,
    ['1 other Coins', '2 banner Home'],
  ],
  [
    'lines of AdMob’s list with tabs',
    `Home\t${one}\tBanner\t$0.20\nStart\t${two}\tApp open\t–\n`,
    ['1 banner Home', '2 app-open Start'],
  ],
  [
    'a CSV with quotes',
    `"Ad unit","Ad unit ID","Ad format"\r\n"Home, top","${one}","Banner"\r\n"Feed","${two}","Native"\r\n`,
    ['1 banner top', '2 native Feed'],
  ],
  [
    'a table with semicolons and the format first',
    `Banner;${one};Home\nRewarded;${two};Coins\n`,
    ['1 banner Home', '2 reward Coins'],
  ],
  [
    'a table whose format is one line of a row',
    `Home\nBanner\n${one}\nFeed\nNative\n${two}`,
    ['1 banner Home', '2 native Feed'],
  ],
  ['bare ids', `${one}\n${two}\r\n${three}`, ['1 ?', '2 ?', '3 ?']],
  ['bare ids in a line', `${one}, ${two} ${three}`, ['1 ?', '2 ?', '3 ?']],
  [
    'bare ids under headings',
    `Banners:\n${one}\n${two}\n\nInterstitials\n- ${three}\n- ${four}`,
    ['1 banner', '2 banner', '3 interstitial', '4 interstitial'],
  ],
  [
    'names before ids, without formats',
    `home_banner: ${one}\nexit inter: ${two}\nrewardedVideo = ${three}\nInternal: ${four}`,
    ['1 banner home_banner', '2 interstitial exit inter', '3 reward', '4 ? Internal'],
  ],
  [
    'Kotlin',
    `object Ads {\n  const val BANNER_HOME = "${one}"\n  private const val interstitialId = "${two}"\n  const val APP_OPEN = "${three}"\n}`,
    ['1 banner BANNER_HOME', '2 interstitial interstitialId', '3 app-open APP_OPEN'],
  ],
  [
    'Swift',
    `enum AdUnit {\n  static let nativeFeed = "${one}"\n  static let rewarded = "${two}"\n}`,
    ['1 native nativeFeed', '2 reward rewarded'],
  ],
  [
    'XML of Android',
    `<resources>\n  <string name="admob_app_id">${publisher}~1234567890</string>\n  <string name="admob_banner">${one}</string>\n  <string name="admob_native_list">${two}</string>\n</resources>`,
    ['1 banner admob_banner', '2 native admob_native_list'],
  ],
  [
    'Dart, where the name stands lines before',
    `static String get bannerAdUnitId {\n  if (Platform.isAndroid) {\n    return '${one}';\n  }\n}\nstatic String get rewardedAdUnitId {\n  if (Platform.isAndroid) {\n    return '${two}';\n  }\n}`,
    ['1 banner', '2 reward'],
  ],
  [
    'JavaScript with the format after the id',
    `units = [{ id: '${one}', type: 'banner' }, { id: '${two}', type: 'native' }]`,
    ['1 banner units', '2 native'],
  ],
  [
    'objects over several lines, which are no JSON',
    `{\n  adUnitId: '${one}',\n  format: 'BANNER',\n},\n{\n  adUnitId: '${two}',\n  format: 'NATIVE',\n},`,
    ['1 banner', '2 native'],
  ],
  [
    'JSON of AdMob’s API',
    JSON.stringify({
      adUnits: [
        {
          adUnitId: one,
          appId: `${publisher}~1234567890`,
          displayName: 'Home banner',
          adFormat: 'INTERSTITIAL',
        },
        { adUnitId: two, displayName: 'Start', adFormat: 'APP_OPEN' },
        { adUnitId: three, displayName: 'Both', adFormat: 'REWARDED_INTERSTITIAL' },
      ],
    }),
    ['1 interstitial Home banner', '2 app-open Start', '3 other Both'],
  ],
  [
    'JSON with the format as key',
    JSON.stringify({ banner: [one, two], native: { feed: three }, googleInterstitial1: four }),
    ['1 banner banner', '2 banner banner', '3 native', '4 interstitial googleInterstitial1'],
  ],
  [
    'JSON with ids as keys',
    JSON.stringify({ [one]: 'Banner', [two]: 'Native' }),
    ['1 banner', '2 native'],
  ],
  [
    'JSON that ends too early',
    `{"banner": "${one}",\n"native": "${two}",`,
    ['1 banner', '2 native'],
  ],
  [
    'HTML in one line',
    `<table><tr><td>Home</td><td><a href="#">${one}</a></td><td>Banner</td></tr><tr><td>Feed</td><td>${two}</td><td>Native&nbsp;advanced</td></tr></table>`,
    ['1 banner Home', '2 native Feed'],
  ],
  [
    'HTML with an id twice in a row',
    `<div>Home</div><div><span title="copy">${one}</span> <b>${one}</b></div><div>Banner</div><div>Feed</div><div>${two}</div><div>Native</div>`,
    ['1 banner Home', '2 native Feed'],
  ],
  [
    'Spanish',
    `Inicio\n${one}\nBanner\nNivel\n${two}\nIntersticial\nMonedas\n${three}\nBonificado\nLista\n${four}\nNativo avanzado`,
    ['1 banner Inicio', '2 interstitial Nivel', '3 reward Monedas', '4 native Lista'],
  ],
  [
    'Chinese',
    `${one}\n横幅广告\n${two}\n插页式广告\n${three}\n插页式激励广告\n${four}\n开屏广告`,
    ['1 banner', '2 interstitial', '3 other', '4 app-open'],
  ],
  [
    'Vietnamese, Russian and Portuguese',
    `a\t${one}\tCó tặng thưởng\nb\t${two}\tС вознаграждением\nc\t${three}\tIntersticial premiado\nd\t${four}\tKhi mở ứng dụng`,
    ['1 reward a', '2 reward b', '3 other c', '4 app-open d'],
  ],
  [
    'French',
    `Accueil\n${one}\nBannière\nNiveau\n${two}\nInterstitiel\nPièces\n${three}\nAvec récompense\nDébut\n${four}\nAnnonce à l’ouverture d’une application`,
    ['1 banner Accueil', '2 interstitial Niveau', '3 reward Pièces', '4 app-open Début'],
  ],
  [
    'German',
    `a\t${one}\tNativ\nb\t${two}\tMit Prämie\nc\t${three}\tInterstitial mit Prämie\nd\t${four}\tApp-Start-Anzeige`,
    ['1 native a', '2 reward b', '3 other c', '4 app-open d'],
  ],
  [
    'a list with words that are not known: no ad unit gets the format of another one',
    `Ana\n${one}\nBanner\nSeviye\n${two}\nGeçiş reklamı\nPara\n${three}\nInterstitial\nÖdül\n${four}\nÖdüllü`,
    ['1 banner Ana', '2 ? Seviye', '3 interstitial Para', '4 ? Ödül'],
  ],
  [
    'rows with words that are not known',
    `Ana\t${one}\tBanner\nSeviye\t${two}\tGeçiş reklamı\nÖdül\t${three}\tÖdüllü`,
    ['1 banner Ana', '2 ? Seviye', '3 ? Ödül'],
  ],
  [
    'formats above ids, of which the first has none, in code that goes on',
    `val a = "${one}"\n// Banner\nval b = "${two}"\n// Native\nval c = "${three}"\nfun load() {}`,
    ['1 ? a', '2 banner b', '3 native c'],
  ],
  [
    'a table whose cells have blanks between them',
    `Home   ${one}   Banner   Level end   ${two}   Interstitial   Coins   ${three}   Rewarded`,
    ['1 banner Home', '2 interstitial Level end', '3 reward Coins'],
  ],
  [
    'XML of Apple',
    `<dict><key>HomeBanner</key><string>${one}</string><key>RewardedID</key><string>${two}</string></dict>`,
    ['1 banner HomeBanner', '2 reward RewardedID'],
  ],
  [
    'AppLovin’s API, with a format that has no field',
    JSON.stringify([
      { id: one, name: 'Level', ad_format: 'RINTER' },
      { id: two, name: 'Coins', ad_format: 'REWARD' },
    ]),
    ['1 other Level', '2 reward Coins'],
  ],
  [
    'ids that an office program has changed',
    `Banner ca‑app‑pub‑7315520018462791/0000000001\nNative CA-APP-PUB-7315520018462791/0000000002\nInter 7315520018462791 / 0000000003\nReward ca-app-pub-7315520018462791%2F0000000004`,
    ['1 banner', '2 native', '3 interstitial', '4 reward'],
  ],
  [
    'ids with invisible characters',
    `ca-app-pub-73155200\u200b18462791/0000000001\tBanner\n\ufeff${two}\tNative`,
    ['1 banner', '2 native'],
  ],
])('reads %s', (_, text, units) => {
  expect(read(text)).toEqual(units);
});

test('reads ids of AppLovin, Ad Manager and Meta', () => {
  const text = `Inter\t3f2a9c0d1e4b5a67\tINTER\nReward\ta1b2c3d4e5f60718\tREWARD\nTop\t/21775744923,22/own/top\tBanner\nList\t1234567890123456_2345678901234567\tNative banner\n`;
  expect(adUnitsIn(text).units.map(({ id, format }) => [id, format])).toEqual([
    ['3f2a9c0d1e4b5a67', 'interstitial'],
    ['a1b2c3d4e5f60718', 'reward'],
    ['/21775744923,22/own/top', 'banner'],
    ['1234567890123456_2345678901234567', 'native'],
  ]);
});

test('an ad unit that comes again is one, and app IDs are told apart', () => {
  const text = `${publisher}~1234567890\n${one}\n${two}\tBanner\n${one}\tNative`;
  expect(adUnitsIn(text)).toEqual({
    units: [
      { id: one, format: 'native', name: '' },
      { id: two, format: 'banner', name: '' },
    ],
    repeated: [one],
    appIDs: [`${publisher}~1234567890`],
  });
});

test.each([
  ['a table', `Home\t${one}\tBanner\nCoins\t${two}\tRewarded\nGems\t${two}\tRewarded`],
  [
    'AdMob’s list',
    `Home\n${one}\ncontent_copy\nBanner\nCoins\n${two}\nRewarded\nGems\n${two}\nRewarded`,
  ],
])('two rows with one id, one below the other, are said: %s', (_, text) => {
  const { units, repeated } = adUnitsIn(text);
  expect(units.map(({ id, format, name }) => [id, format, name])).toEqual([
    [one, 'banner', 'Home'],
    [two, 'reward', 'Coins'],
  ]);
  expect(repeated).toEqual([two]);
});

test.each([
  '',
  'Tide Clock',
  'com.harbour.tide',
  '7315520018462791',
  '17315520018462791/0000000001',
  `${publisher}/00000000011`,
  'https://example.com/12345/index',
  'deadbeefdeadbeef',
  '1234567812345678',
  '0123456789abcdef0123456789abcdef',
  '123e4567-e89b-12d3-a456-426614174000',
  ...oddPieces,
])('finds nothing in %j', (text) => {
  expect(adUnitsIn(text)).toEqual({ units: [], repeated: [], appIDs: [] });
});

test.each([
  ['bare ids', (id: string) => id, '\n'],
  ['a table', (id: string, index: number) => `Level ${index}\t${id}\tBanner`, '\n'],
  ['JSON', (id: string, index: number) => JSON.stringify({ name: `Level ${index}`, id }), ','],
])('10,000 ad units are read in small parts: %s', (kind, lineOf, between) => {
  const ids = Array.from(
    { length: 10_000 },
    (_, index) => `ca-app-pub-7315520018462791/${String(index).padStart(10, '0')}`,
  );
  const lines = ids.map(lineOf).join(between);
  const text = kind === 'JSON' ? `[${lines}]` : lines;
  const reading = readAdUnits(text);
  let pauses = 0;
  let read = reading.next();
  for (; !read.done; read = reading.next()) pauses += 1;
  expect(read.value.units.map(({ id }) => id)).toEqual(ids);
  expect(read.value).toEqual(adUnitsIn(text));
  // The ids are found in ten parts, and their formats and names are read in ten more.
  expect(pauses).toBe(20);
});

test('no text takes long', () => {
  for (const piece of [
    ...oddPieces,
    `${one}\n`,
    `Home\n${one}\ncontent_copy\nBanner\n`,
    '0',
    'a0',
    '/1234',
    '/1234/a',
    '<td>',
    '<script ',
    '[',
    '{"a":',
    'ca-app-pub-',
    '1234567890123_',
    'reward inter ',
    ' \n',
  ]) {
    const text = piece.repeat(600_000 / piece.length);
    const began = process.threadCpuUsage();
    adUnitsIn(text);
    const { user } = process.threadCpuUsage(began);
    // Quadratic time would be minutes.
    expect(user / 1000, `milliseconds for ${JSON.stringify(piece)}`).toBeLessThan(3000);
  }
});
