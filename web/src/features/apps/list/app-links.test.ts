import { describe, expect, it } from 'vitest';
import { adsUrl, adsUrlPattern } from '../ads-url.ts';
import { firstLetter } from './first-letter.ts';
import { accountPage, storePage } from './store-links.ts';

describe('links to the store', () => {
  it('escapes what people typed', () => {
    expect(storePage('com.a&b=c d')).toBe(
      'https://play.google.com/store/apps/details?id=com.a%26b%3Dc%20d',
    );
  });

  it.each(['1234567890', 'id1234567890', 'ID1234567890'])('leads %s to the App Store', (number) => {
    expect(storePage(number)).toBe('https://apps.apple.com/app/id1234567890');
  });

  it.each(['com.harbour.tide-clock', 'com.2harbour.tide', 'tideclock'])(
    'leads %s nowhere, because only Apple takes it',
    (packageName) => {
      expect(storePage(packageName)).toBe('');
    },
  );

  it.each([
    ['5700313618786177705', 'https://play.google.com/store/apps/dev?id=5700313618786177705'],
    ['Harbour & Co', 'https://play.google.com/store/apps/developer?id=Harbour%20%26%20Co'],
    ['', ''],
  ])('leads the account %j to %j', (accountName, page) => {
    expect(accountPage({ accountName, packageName: 'com.harbour.tide' })).toBe(page);
  });

  it.each([
    ['284882218', 'https://apps.apple.com/developer/id284882218'],
    ['Harbour & Co', ''],
    ['', ''],
  ])('leads the account %j of an app of the App Store to %j', (accountName, page) => {
    for (const packageName of ['1234567890', 'com.harbour.tide-clock']) {
      expect(accountPage({ accountName, packageName })).toBe(page);
    }
  });
});

it('writes the ads URL with both parameters', () => {
  const url = adsUrl({ appID: 'q7m2', authToken: 'b8Zk' }, 'https://adwarden.example');
  expect(url).toBe('https://adwarden.example/api/getAds?appID=q7m2&authToken=b8Zk');
  expect(adsUrlPattern('https://adwarden.example')).toBe(
    'https://adwarden.example/api/getAds?appID={appID}&authToken={authToken}',
  );
});

it.each([
  ['tide Clock', 'T'],
  ['  éclair', 'É'],
  ['e\u0301clair', 'E\u0301'],
  ['👩‍🚀 Space', '👩‍🚀'],
  ['שעון', 'ש'],
  ['', '?'],
])('the first letter of %j is %s', (name, letter) => {
  expect(firstLetter(name)).toBe(letter);
});
