import { expect, test } from 'vitest';
import { appStoreNumber, storeOf } from './app-rules.ts';
import { judgeFields } from './judge-fields.ts';
import { findingTextsFor } from './texts.ts';

test.each([
  ['com.harbour.tideclock', null],
  ['com.Harbour.Tide_Clock2', null],
  ['a.b', null],
  [' com.harbour.tideclock ', null],
  ['com.examples.tide', null],
  ['org.example.tide', null],
  ['1234567890', null],
  ['id123456789', null],
  ['12345', null],
  ['', null],
  ['com.example', 'example-package'],
  ['com.example.tideclock', 'example-package'],
  ['Com.Example.tideclock', 'example-package'],
  ['tideclock', null],
  ['com..tideclock', 'malformed-package'],
  ['com.harbour.', 'malformed-package'],
  ['.com.harbour', 'malformed-package'],
  ['com.2harbour.tide', null],
  ['com._harbour.tide', 'malformed-package'],
  ['com.harbour.tide-clock', null],
  ['2harbour.tide', null],
  ['ID1234567890', null],
  ['com.harbour.tide_-clock', 'malformed-package'],
  ['com.harbour.tide clock', 'malformed-package'],
  ['com.harbour/tide', 'malformed-package'],
  ["com.o'harbour.tide", 'malformed-package'],
  ['com.harbour.100%', 'malformed-package'],
  ['com.häfen.tide', 'malformed-package'],
  ['ком.гавань.часы', 'malformed-package'],
  ['com.harbour.🕰', 'malformed-package'],
  ['https://play.google.com/store/apps/details?id=com.harbour', 'malformed-package'],
])('judges the package name %j: %s', (packageName, rule) => {
  expect(judgeFields({ packageName }).map(({ rule, field }) => `${rule} ${field}`)).toEqual(
    rule ? [`${rule} packageName`] : [],
  );
});

test.each([
  ['com.harbour.tide', 'play', ''],
  ['com.Harbour.Tide_Clock2', 'play', ''],
  ['idle.harbour', 'play', ''],
  ['1234567890', 'app-store-number', '1234567890'],
  ['id284882215', 'app-store-number', '284882215'],
  ['com.harbour.tide-clock', 'apple', ''],
  ['com.2harbour.tide', 'apple', ''],
  ['idle', 'apple', ''],
  ['com.harbour.tide clock', null, ''],
  ['com.häfen', null, ''],
  ['', null, ''],
])('says which store takes %j: %s', (packageName, store, number) => {
  expect(storeOf(packageName)).toBe(store);
  expect(appStoreNumber(packageName)).toBe(number);
});

test('no text about a package name speaks of Android', () => {
  const [found] = judgeFields({ packageName: 'com.harbour/tide' });
  expect(found?.detail).not.toMatch(/android/i);
  for (const role of ['admin', 'user'] as const) {
    expect(Object.values(findingTextsFor(role, 'malformed-package')).join()).not.toMatch(
      /android/i,
    );
  }
});
