import { expect, test } from 'vitest';
import { adUnitSlots, sampleAdUnits } from '../ad-units.ts';
import { oddPieces } from '../testing/odd-texts.ts';
import { type JudgedFields, judgeFields } from './judge-fields.ts';

const unit = (number: number, publisher = '1234567890123456') =>
  `ca-app-pub-${publisher}/${String(number).padStart(10, '0')}`;
const google = (number: string) => `ca-app-pub-3940256099942544/${number}`;

const fine: JudgedFields = {
  packageName: 'com.harbour.tideclock',
  adsStatus: 'on',
  appStatus: 'live',
  ipAddress: 'off',
  hasOwner: true,
  hasCountries: false,
  hasVpnKey: false,
  googleBanner1: unit(1),
};
const developed = { ...fine, appStatus: 'in-develop' };
const rulesOf = (app: JudgedFields) =>
  judgeFields(app)
    .map(({ rule, field }) => (field ? `${rule} ${field}` : rule))
    .sort();

test('a whole and correct app has no findings', () => {
  const units = Object.fromEntries(adUnitSlots.map(({ name }, index) => [name, unit(index + 1)]));
  expect(judgeFields({ ...fine, ...units })).toEqual([]);
});

test.each<[string, string, string[]]>([
  ['an app ID', 'ca-app-pub-1234567890123456~1234567890', ['app-id-in-slot']],
  ['Google’s sample app ID', 'ca-app-pub-3940256099942544~3347511713', ['app-id-in-slot']],
  ['an app ID that was cut', 'ca-app-pub-1234567890123456~', ['app-id-in-slot']],
  [
    'an app ID with a space',
    'ca-app-pub-1234567890123456~12 34',
    ['app-id-in-slot', 'unit-characters'],
  ],
  ['15 digits', 'ca-app-pub-123456789012345/1234567890', ['malformed-unit']],
  ['17 digits', 'ca-app-pub-12345678901234567/1234567890', ['malformed-unit']],
  ['9 digits after the slash', 'ca-app-pub-1234567890123456/123456789', ['malformed-unit']],
  ['11 digits after the slash', 'ca-app-pub-1234567890123456/12345678901', ['malformed-unit']],
  ['no number', 'ca-app-pub-1234567890123456/', ['malformed-unit']],
  ['no slash', 'ca-app-pub-12345678901234561234567890', ['malformed-unit']],
  ['only the beginning', 'ca-app-pub-', ['malformed-unit']],
  ['two ids', `${unit(1)},${unit(2)}`, ['malformed-unit']],
  ['capitals', 'CA-APP-PUB-1234567890123456/1234567890', ['malformed-unit']],
  ['dashes for hyphens', 'ca–app–pub–1234567890123456/1234567890', ['malformed-unit']],
  ['no “ca-app-”', 'pub-1234567890123456/1234567890', ['malformed-unit']],
  ['wide digits', 'ca-app-pub-１２３４５６７８９０１２３４５６/1234567890', ['malformed-unit']],
  ['a space inside', 'ca-app-pub-1234567890123456/ 1234567890', ['unit-characters']],
  ['a no-break space', 'ca-app-pub-1234567890123456\u00a0/1234567890', ['unit-characters']],
  ['quotes around', `"${unit(7)}"`, ['unit-characters']],
  ['typographic quotes', `“${unit(7)}”`, ['unit-characters']],
  ['an apostrophe', `'${unit(7)}`, ['unit-characters']],
  ['an escaped slash', 'ca-app-pub-1234567890123456%2F1234567890', ['unit-characters']],
  ['a small escaped slash', 'ca-app-pub-1234567890123456%2f1234567890', ['unit-characters']],
  ['a zero-width space', 'ca-app-pub-1234567890123456/\u200b1234567890', ['unit-characters']],
  ['a bidirectional control', `\u202e${unit(7)}`, ['unit-characters']],
  ['a space and a wrong number', 'ca-app-pub-123 /1', ['malformed-unit', 'unit-characters']],
  ['a space in another network’s id', 'Home Screen', ['unit-characters']],
])('reports %s in a slot', (_, text, expected) => {
  const rules = expected.map((rule) => `${rule} reward2`);
  expect(rulesOf({ ...fine, reward2: text })).toEqual(rules);
});

test.each([
  ['AdMob', unit(9)],
  ['AdMob, with space around, which the server trims', `  ${unit(9)} `],
  ['AppLovin MAX', '0a1b2c3d4e5f6789'],
  ['Ad Manager', '/1234567/harbour/tide_clock-banner'],
  ['Ad Manager for a partner', '/1234567,7654321/harbour.tide:clock'],
  ['Meta', '1234567890_0987654321'],
  ['LevelPlay', 'DefaultRewardedVideo'],
  ['Unity', 'Rewarded_Android'],
  ['Mintegral', '328917'],
  ['an emoji', '👨‍👩‍👧'],
  ['right-to-left text', 'وحدة'],
  ['a percent sign', '100%off'],
  ['nothing', ''],
  ['blank', '   '],
])('finds nothing wrong with an id of %s', (_, text) => {
  expect(rulesOf({ ...fine, googleNative3: text })).toEqual([]);
});

const ofAdManager = (name: string) => [`/21775744923/example/${name}`, `/6499/example/${name}`];
test('takes each of Google’s samples for what it is', () => {
  const samples = {
    googleNative1: [
      ...['2247696110', '3986624511', '1044960115', '2521693316'].map(google),
      ...['native', 'native-video'].flatMap(ofAdManager),
    ],
    googleBanner1: [
      ...['6300978111', '2934735716', '9214589741', '2435281174', '2014213617', '8388050270'].map(
        google,
      ),
      ...['banner', 'adaptive-banner', 'fixed-size-banner', 'api-demo/ad-sizes'].flatMap(
        ofAdManager,
      ),
      '/6499/example/APIDemo/AdSizes',
    ],
    googleInterstitial1: [
      ...['1033173712', '4411468910', '8691691433', '5135589807'].map(google),
      ...ofAdManager('interstitial'),
    ],
    appOpen1: [...['9257395921', '5575463023'].map(google), ...ofAdManager('app-open')],
    reward1: [
      ...['5224354917', '1712485313'].map(google),
      ...['rewarded', 'rewarded-video'].flatMap(ofAdManager),
    ],
  };
  for (const [slot, ids] of Object.entries(samples)) {
    for (const id of ids) {
      const units = { googleBanner1: '', [slot]: id };
      expect(rulesOf({ ...developed, ...units })).toEqual([]);
      expect(rulesOf({ ...fine, adsStatus: 'off', ...units })).toEqual([]);
      expect(rulesOf({ ...fine, ...units })).toEqual([`sample-in-live-app ${slot}`]);
      const other = slot === 'reward1' ? 'googleBanner1' : 'reward1';
      expect(rulesOf({ ...developed, googleBanner1: '', [other]: id })).toEqual([
        `sample-of-other-format ${other}`,
      ]);
    }
  }
});

test.each([
  ...['5354046379', '6978759866'].map(google),
  ...['rewarded-interstitial', 'rewarded_interstitial'].flatMap(ofAdManager),
])('the sample %s of a rewarded interstitial fits no slot', (id) => {
  for (const { name } of adUnitSlots) {
    expect(rulesOf({ ...developed, googleBanner1: '', [name]: id })).toEqual([
      `sample-of-other-format ${name}`,
    ]);
  }
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: a placeholder looks like that
// The placeholders of tutorials, templates, resources and constants.
test.each([
  'YOUR_BANNER_UNIT',
  'your-unit',
  'Your ad unit here',
  'yourRewardId',
  '<YOUR ID>',
  'ca-app-pub-YOUR_PUBLISHER/YOUR_UNIT',
  'ca-app-pub-xxxxxxxxxxxxxxxx/yyyyyyyyyy',
  'ca-app-pub-0000000000000000/0000000000',
  'ca-app-pub-1234567890123456/0000000000',
  'ca-app-pub-9999999999999999/1111111111',
  'ca-app-pub-################/##########',
  '0000000000',
  '0000000000000000',
  '00000000-0000-0000-0000-000000000000',
  '"0000"',
  '{{banner}}',
  '${REWARD}',
  '{reward}',
  '[unit]',
  '%UNIT%',
  '%1$s',
  '$BANNER',
  '<unit>',
  '@string/reward_unit',
  '@+id/x',
  'R.string.reward',
  'BuildConfig.REWARD',
  '__UNIT__',
  'TODO',
  'todo',
  'TODO: ask Mia',
  'FIXME_reward',
  'tbd',
  'xxxx',
  'XXX',
  'xxx-xxx',
  '----',
  'AD_UNIT_ID',
  'rewardId',
  'REWARD_ID_2',
  'CHANGE_ME',
  'replace-this',
  'INSERT ID HERE',
  'null',
  'undefined',
  'None',
  'n/a',
  '...',
  '…',
  '?',
  'Lorem ipsum',
])('takes %j for a placeholder', (reward1) => {
  expect(rulesOf({ ...fine, reward1 })).toEqual(['placeholder-in-live-app reward1']);
  expect(rulesOf({ ...fine, adsStatus: 'off', reward1 })).toEqual(['unlike-any-unit reward1']);
  expect(rulesOf({ ...developed, reward1 })).toEqual(['unlike-any-unit reward1']);
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: a placeholder looks like that

test('an id with one digit again and again in one half may be real', () => {
  for (const id of ['ca-app-pub-7777777777777777/1234567890', unit(9_999_999_999)]) {
    expect(rulesOf({ ...fine, googleBanner1: '', reward1: id })).toEqual([]);
  }
});

test('a placeholder may be in many slots, and has no publisher', () => {
  const reward = 'ca-app-pub-0000000000000000/0000000000';
  expect(rulesOf({ ...fine, reward1: reward, googleNative1: reward })).toEqual([
    'placeholder-in-live-app googleNative1',
    'placeholder-in-live-app reward1',
  ]);
});

test.each([
  ['a word before it', `Home ${unit(7)}`, ['malformed-unit', 'unit-characters']],
  ['a word that sticks to it', `Home${unit(7)}`, ['malformed-unit']],
  ['a sign and the id', `=${unit(7)}`, ['malformed-unit']],
])('an ad unit with %s is not taken for another network’s', (_, reward1, rules) => {
  expect(rulesOf({ ...fine, reward1 })).toEqual(rules.map((rule) => `${rule} reward1`));
});

test('the samples of the form’s buttons are of their formats', () => {
  for (const { name, kind } of adUnitSlots) {
    expect(rulesOf({ ...developed, googleBanner1: '', [name]: sampleAdUnits[kind] })).toEqual([]);
  }
});

test.each<[string, JudgedFields, string[]]>([
  [
    'a retired sample',
    { ...developed, appOpen1: google('3419835294') },
    ['retired-sample appOpen1'],
  ],
  [
    'a retired sample of iOS',
    { ...developed, appOpen2: google('5662855259') },
    ['retired-sample appOpen2'],
  ],
  [
    'a retired sample in a live app',
    { ...fine, appOpen1: google('3419835294') },
    ['retired-sample appOpen1', 'sample-in-live-app appOpen1'],
  ],
  [
    'an unknown sample in a live app',
    { ...fine, reward1: google('5354046370') },
    ['sample-in-live-app reward1'],
  ],
  [
    'a sample in quotes in a live app',
    { ...fine, reward1: `"${google('5224354917')}"` },
    ['sample-in-live-app reward1', 'unit-characters reward1'],
  ],
  [
    'a sample of Ad Manager in a live app',
    { ...fine, reward1: '/21775744923/example/rewarded' },
    ['sample-in-live-app reward1'],
  ],
  [
    'the same sample in two slots',
    {
      ...developed,
      googleNative1: sampleAdUnits.native,
      googleNative2: sampleAdUnits.native,
    },
    [],
  ],
  [
    'a unit in two slots of one format',
    { ...fine, googleBanner3: unit(1) },
    ['unit-twice googleBanner3'],
  ],
  ['a unit in two formats', { ...fine, reward1: unit(1) }, ['unit-twice-other-format reward1']],
  [
    'a unit in three slots',
    { ...fine, googleBanner2: unit(1), appOpen1: unit(1) },
    ['unit-twice googleBanner2', 'unit-twice-other-format appOpen1'],
  ],
  [
    'another network’s unit in two slots',
    { ...fine, reward1: '/1/a', reward2: '/1/a' },
    ['unit-twice reward2'],
  ],
  ['units that differ in case', { ...fine, reward1: 'Home', reward2: 'home' }, []],
  [
    'two publishers',
    { ...fine, googleBanner2: unit(2), reward1: unit(3, '6543210987654321') },
    ['two-publishers reward1'],
  ],
  [
    'the odd publisher first',
    {
      ...fine,
      googleNative1: unit(3, '6543210987654321'),
      googleBanner2: unit(2),
    },
    ['two-publishers googleNative1'],
  ],
  ['a sample beside own units', { ...developed, reward1: sampleAdUnits.reward }, []],
  ['a live app without units', { ...fine, googleBanner1: ' ' }, ['no-ad-unit']],
  ['the same with ads off', { ...fine, adsStatus: 'off', googleBanner1: '' }, []],
  ['the same in development', { ...developed, googleBanner1: '' }, []],
  ['the same suspended', { ...fine, appStatus: 'suspend', googleBanner1: '' }, []],
  [
    'a live app without an owner',
    { ...fine, hasOwner: false },
    ['live-without-owner selectedUser'],
  ],
  ['an app in development without an owner', { ...developed, hasOwner: false }, []],
  ['a form that does not know the owner', { ...fine, hasOwner: undefined }, []],
])('judges %s', (_, app, expected) => {
  expect(rulesOf(app)).toEqual(expected);
});

test.each<[Partial<JudgedFields>, string[]]>([
  [{ ipAddress: 'on' }, ['ip-rules-without-effect ipAddress']],
  [{ ipAddress: 'on', hasCountries: true }, []],
  [{ ipAddress: 'on', hasVpnKey: true }, []],
  [{ ipAddress: 'off', hasCountries: true }, ['countries-without-effect ipAddress']],
  [{ ipAddress: '', hasCountries: true }, ['countries-without-effect ipAddress']],
  [{ ipAddress: 'off', hasVpnKey: true }, []],
  [{ ipAddress: 'on', hasVpnKey: undefined }, []],
  [{ ipAddress: 'off', hasCountries: undefined }, []],
])('judges IP rules of %j', (over, expected) => {
  expect(rulesOf({ ...fine, ...over })).toEqual(expected);
});

test('an empty form has no findings, and no text breaks a rule', () => {
  expect(judgeFields({})).toEqual([]);
  for (const text of [...oddPieces, 'x'.repeat(200), '/'.repeat(200), '-pub-'.repeat(40)]) {
    const all = Object.fromEntries(adUnitSlots.map(({ name }) => [name, text]));
    for (const { rule, detail, facts } of judgeFields({ ...fine, ...all, packageName: text })) {
      expect(rule).not.toBe('');
      expect(detail.length).toBeLessThan(300);
      expect(facts.length).toBeLessThan(300);
    }
  }
});

test.each(['garbage', 'todo', 'none', 'xyz', '12', 'n/a', 'Lorem'])(
  'notices that %j is like no ad unit',
  (reward1) => {
    expect(judgeFields({ reward1 }).map(({ rule }) => rule)).toContain('unlike-any-unit');
  },
);

test.each([
  'max-1',
  'Rewarded_Android',
  'DefaultInterstitial',
  'rewardedVideo',
  '/6499/example/banner',
  'vz1fd5a8b2c3',
  '952345678',
  'R-M-98-1',
  'todo_list_home',
  'RewardHere2',
  'video_grid',
  '1000000000',
  '0000a1b2c3d4e5f6',
  'level_end',
  '4a5b6c7d8e9f0a1b',
])('takes %j for an ad unit of another network', (reward1) => {
  expect(judgeFields({ reward1 }).map(({ rule }) => rule)).not.toContain('unlike-any-unit');
});
