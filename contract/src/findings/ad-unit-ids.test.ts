import { expect, test } from 'vitest';
import { mendedAdUnit, wrongCharacters } from './ad-unit-ids.ts';

const unit = 'ca-app-pub-1234567890123456/1234567890';

test.each([
  ['quotes around', `"${unit}"`, unit],
  ['typographic quotes', `“${unit}”`, unit],
  ['an apostrophe', `'${unit}`, unit],
  ['a space inside', unit.replace('/', '/ '), unit],
  ['a no-break space', unit.replace('/', '\u00a0/'), unit],
  ['a line break', unit.replace('/', '\n/'), unit],
  ['an escaped slash', unit.replace('/', '%2F'), unit],
  ['a small escaped slash', unit.replace('/', '%2f'), unit],
  ['a zero-width space', unit.replace('/', '/\u200b'), unit],
  ['a bidirectional control', `\u202e${unit}`, unit],
  ['a filler without a glyph', `${unit}\u3164`, unit],
  ['a joiner of marks', `ca\u034f${unit.slice(2)}`, unit],
  ['all of them', ` "ca-app-pub-1234567890123456 %2F\u200b1234567890" `, unit],
  ['another network’s id in quotes', '"/1234567/harbour/banner"', '/1234567/harbour/banner'],
  ['an emoji that is joined, in quotes', '"👨‍👩‍👧"', '👨‍👩‍👧'],
])('mends %s', (_, text, mended) => {
  expect(mendedAdUnit(text)).toBe(mended);
  expect(wrongCharacters(mended)).toEqual([]);
});

test.each([
  ['a whole ad unit', unit],
  ['a whole ad unit with blanks around, which a save removes', ` ${unit} `],
  ['a joined emoji', '👨‍👩‍👧'],
  ['nothing', ''],
  ['only quotes', '""'],
  ['an app ID in quotes', '"ca-app-pub-1234567890123456~1234567890"'],
  ['a part of an ad unit', '"ca-app-pub-123456 /1"'],
  ['two ad units', `${unit} ${unit}`],
])('has nothing to offer for %s', (_, text) => {
  expect(mendedAdUnit(text)).toBeNull();
});
