import { expect, test } from 'vitest';
import { judgeFields } from './judge-fields.ts';

test.each([
  ['com.harbour.tideclock', null],
  ['com.Harbour.Tide_Clock2', null],
  ['a.b', null],
  [' com.harbour.tideclock ', null],
  ['com.examples.tide', null],
  ['org.example.tide', null],
  ['1234567890', null],
  ['id123456789', null],
  ['12345', 'malformed-package'],
  ['', null],
  ['com.example', 'example-package'],
  ['com.example.tideclock', 'example-package'],
  ['Com.Example.tideclock', 'example-package'],
  ['tideclock', 'malformed-package'],
  ['com..tideclock', 'malformed-package'],
  ['com.harbour.', 'malformed-package'],
  ['.com.harbour', 'malformed-package'],
  ['com.2harbour.tide', 'malformed-package'],
  ['com._harbour.tide', 'malformed-package'],
  ['com.harbour.tide-clock', 'malformed-package'],
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

test('a hyphen is said to be allowed on iOS', () => {
  const [found] = judgeFields({ packageName: 'com.harbour.tide-clock' });
  expect(found?.detail).toContain('iOS');
});
