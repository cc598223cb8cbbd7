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
  ['a word before it', `Home ${unit}`, unit],
  ['a word that sticks to it', `Home${unit}`, unit],
  ['words around it', `Banner: "${unit}" (home, Android)`, unit],
  ['a word in Arabic before it', `الصفحة ${unit}`, unit],
  ['an emoji before it', `🏠${unit}`, unit],
  ['a line of code', `val banner = "${unit}"; // TODO`, unit],
  ['a link', `https://admob.example/?unit=${unit.replace('/', '%2F')}&x=1`, unit],
  ['its app ID before it', `ca-app-pub-1234567890123456~1234567891, ${unit}`, unit],
  ['the same id twice', `${unit} ${unit}`, unit],
  ['capitals', unit.toUpperCase(), unit],
  ['dashes', unit.replaceAll('-', '–'), unit],
  ['no “ca-app-”', unit.slice('ca-app-'.length), unit],
  ['another network’s id after a word', 'Home: /1234567/harbour/banner', '/1234567/harbour/banner'],
  ['AppLovin’s id after a word', 'Home 0a1b2c3d4e5f6789', '0a1b2c3d4e5f6789'],
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
  ['two ad units', `${unit} ${unit.replace('/1', '/2')}`],
  ['words', 'Home Screen'],
  ['a word and an app ID', 'Home ca-app-pub-1234567890123456~1234567890'],
  ['a word and a part of an ad unit', 'Home ca-app-pub-1234567890123456/12345'],
  ['a word and too many digits', `Home ${unit}1`],
  ['a word and an id with unusual characters', 'Home /1234567/harbour.tide:clock'],
  ['a placeholder in quotes', '"YOUR_UNIT_ID"'],
])('has nothing to offer for %s', (_, text) => {
  expect(mendedAdUnit(text)).toBeNull();
});
