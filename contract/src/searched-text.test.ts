import { expect, test } from 'vitest';
import { appInLink, searchedText } from './searched-text.ts';
import { oddPieces } from './testing/odd-texts.ts';

const unit = '3940256099942544/2247696110';

test.each([
  // Ad units.
  ['ca-app-pub-3940256099942544/2247696110', unit],
  ['CA-APP-PUB-3940256099942544/2247696110', unit],
  ['3940256099942544/2247696110', unit],
  ['pub-3940256099942544/2247696110', unit],
  ['ca‑app‑pub‑3940256099942544/2247696110', unit],
  ['"reward1": "ca-app-pub-3940256099942544/2247696110",', unit],
  ['<string name="banner">ca-app-pub-3940256099942544/2247696110</string>', unit],
  ['ca-app-pub-3940256099942544%2F2247696110', unit],
  ['ca-app-pub-3940256099942544%2f2247696110', unit],
  ['3940256099942544 / 2247696110', unit],
  ['https://example.com/?unit=ca-app-pub-3940256099942544/2247696110&x=1', unit],
  ['https://apps.admob.com/v2/apps/1458002511/adunits/2247696110/overview', '2247696110'],
  // Apps in the store.
  ['https://play.google.com/store/apps/details?id=com.harbour.tide', 'com.harbour.tide'],
  ['https://play.google.com/store/apps/details?hl=en&id=com.a.b&gl=US#reviews', 'com.a.b'],
  ['play.google.com/store/apps/details?id=com.a.b', 'com.a.b'],
  ['http://play.google.com/store/apps/details/?id=com.a.b', 'com.a.b'],
  ['market://details?id=com.a.b&referrer=x', 'com.a.b'],
  ['see https://play.google.com/store/apps/details?id=com.a.b please', 'com.a.b'],
  ['https://play.google.com/store/apps/details?id=com.a%2Eb', 'com.a.b'],
  // Accounts in the store.
  ['https://play.google.com/store/apps/dev?id=5700313618786177705', '5700313618786177705'],
  ['https://play.google.com/store/apps/developer?id=Harbour+%26+Co', 'Harbour & Co'],
  ['https://play.google.com/store/apps/developer?id=Caf%C3%A9%20One', 'Café One'],
  ['https://apps.apple.com/us/app/tide-clock/id1234567890?mt=8', '1234567890'],
  ['itms-apps://itunes.apple.com/app/id123456789', '123456789'],
  // Ads URLs.
  ['https://adwarden.example/api/getAds?appID=q7m2x5k3v4y6z7ab&authToken=b8Zk', 'q7m2x5k3v4y6z7ab'],
  ['https://adwarden.example/api/getAds?authToken=b8Zk&appID=q7m2', 'q7m2'],
  ['https://adwarden.example/api/getAds?authToken=b8Zk&amp;appID=q7m2', 'q7m2'],
  ['/api/getAds?appID=q7m2', 'q7m2'],
  ['adwarden.example/base/api/getads?APPID=q7m2', 'q7m2'],
])('%s means %s', (search, text) => {
  expect(searchedText(search)).toBe(text);
});

test.each([
  '',
  ' ',
  'Tide Clock',
  '100% Fun?',
  'why?id=1',
  'https://play.google.com/store/apps/details',
  'https://play.google.com/store/apps/details?hl=en',
  'https://play.google.com/store/apps/details?id=',
  'https://play.google.com/store/apps/details?id=%00',
  'https://adwarden.example/api/getAds?authToken=b8Zk',
  'https://other.example/?id=com.a.b',
  'ca-app-pub-3940256099942544',
  'ca-app-pub-3940256099942544~1458002511',
  '13940256099942544/2247696110',
  '3940256099942544/22476961101',
  '/21775744923,22/example/native',
  ...oddPieces,
])('%j means itself', (search) => {
  expect(searchedText(search)).toBe(search);
});

test.each([
  [
    'https://play.google.com/store/apps/details?id=com.harbour.tide',
    'Google Play',
    'com.harbour.tide',
  ],
  [' play.google.com/store/apps/details?hl=en&id=com.a.b&gl=US ', 'Google Play', 'com.a.b'],
  ['market://details?id=com.a.b', 'Google Play', 'com.a.b'],
  ['https://apps.apple.com/app/id1234567890', 'the App Store', '1234567890'],
  ['https://apps.apple.com/de/app/gezeiten/id123456789?l=en', 'the App Store', '123456789'],
])('%s names an app of a store', (link, store, app) => {
  expect(appInLink(link)).toEqual({ store, app });
});

test.each([
  'com.harbour.tide',
  'id1234567890',
  'https://play.google.com/store/apps/dev?id=5700313618786177705',
  'https://play.google.com/store/apps/details?hl=en',
  'https://adwarden.example/api/getAds?appID=q7m2&authToken=b8Zk',
  'https://other.example/details?id=',
  'https://apps.apple.com/us/developer/harbour/id1234567890',
  'https://apps.apple.com/us/app/tide/id1234567890123',
  'see https://apps.apple.com/app/id1234567890 please',
  ...oddPieces,
])('%j is no link to an app', (text) => {
  expect(appInLink(text)).toBeNull();
});

test('an address that was cut within an encoded character is taken as it is', () => {
  const cut = 'https://play.google.com/store/apps/developer?id=Caf%C3';
  expect(searchedText(cut)).toBe('Caf%C3');
});

test('no text takes long', () => {
  const began = performance.now();
  for (const piece of [
    ...oddPieces,
    '1',
    '?',
    '/adunits/',
    '0/',
    '3940256099942544/',
    '%2f',
    '&=',
  ]) {
    searchedText(piece.repeat(200 / piece.length));
  }
  expect(performance.now() - began).toBeLessThan(100);
});
