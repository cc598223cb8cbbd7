import { expect, test } from 'vitest';
import { bodyBytesOf, type Call } from './call.ts';
import { calls } from './calls.ts';
import { limits } from './limits.ts';
import { bodies } from './testing/body-fields.ts';

/** Bytes of one code unit, escaped. */
const escaped = '\\u0000'.length;
/** Bytes of one character before NFC, escaped. NFC does not shorten ASCII, and lines of app-ads.txt are hardly more. */
const bytesPerCharacter = ({ holds }: Call) =>
  holds === 'lines' ? escaped : limits.mostUnitsPerCharacter * escaped;

test.each([...bodies])(
  'the body limit of $name has room for its longest body',
  ({ name, fields }) => {
    const longest = fields
      .map(
        ({ name: key, maxLength = 20 }) =>
          key.length + 6 + maxLength * bytesPerCharacter(calls[name]),
      )
      .reduce((sum, bytes) => sum + bytes, 2);
    expect(longest).toBeLessThanOrEqual(bodyBytesOf(calls[name]));
  },
);

test('the maximum length of a text is found in its schema', () => {
  const fields = bodies.flatMap(({ fields: of }) => of);
  const lengths = new Map(fields.map(({ name, maxLength }) => [name, maxLength]));
  expect(lengths.get('email')).toBe(limits.text.email);
  expect(lengths.get('note')).toBe(limits.text.note);
  expect(lengths.get('googleNative1')).toBe(limits.text.adUnit);
});
