import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optionalText, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { oddPieces } from './testing/odd-texts.ts';

const field = optionalText({ label: 'Text', max: 200 });
const messageOf = (text: string) => field.safeParse(text).error?.issues[0]?.message;

const pieces = fc.array(fc.oneof(fc.constantFrom(...oddPieces), fc.string({ unit: 'grapheme' })), {
  maxLength: 40,
});

describe('a text', () => {
  it('is trimmed and in NFC before its length is checked', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        const result = field.safeParse(text);
        if (result.success) {
          expect(result.data).toBe(text.normalize('NFC').trim());
          expect(result.data.length).toBeLessThanOrEqual(200);
        }
      }),
    );
  });

  it.each([
    ['Vietnamese', 'Nguyễn Thị Hương '.repeat(11)],
    ['Korean', '한글'.repeat(100)],
    ['Greek with every accent', 'ᾂ'.repeat(200)],
    ['Zalgo of 30 marks', `a${'\u0316\u0301'.repeat(15)}`],
    ['with white space around', `${' '.repeat(5000)}x${'\n'.repeat(5000)}`],
  ])('is accepted in NFC and in NFD: %s', (_, text) => {
    for (const form of ['NFC', 'NFD'] as const) {
      const result = field.safeParse(text.normalize(form));
      expect(result.data).toBe(text.normalize('NFC').trim());
    }
  });

  it.each([
    ['201 characters', 'x'.repeat(201), 'Text must be at most 200 characters'],
    ['201 decomposed Hangul syllables', '한'.repeat(201).normalize('NFD'), /at most 200/],
    ['marks in two blocks', `a${'\u0300'.repeat(300)}${'\u0316'.repeat(300)}`, /marks in a row$/],
    ['31 marks in a row', `a${'\u0300'.repeat(31)}`, /marks in a row$/],
    ['130,000 marks', `a${'\u0300'.repeat(65_000)}${'\u0316'.repeat(65_000)}`, /at most 200/],
  ])('is refused with its own message: %s', (_, text, message) => {
    expect(messageOf(text)).toMatch(message);
  });

  it('has room for every character before NFC', () => {
    for (let point = 0xa0; point < 0x30000; point += 1) {
      if (point === 0xd800) point = 0xe000;
      const character = String.fromCodePoint(point).normalize('NFC');
      const units = character.normalize('NFD').length;
      if (units > limits.mostUnitsPerCharacter * character.length) expect.fail(character);
    }
  });
});

describe('a name', () => {
  const name = requiredText('missing', { label: 'Name', max: 200, name: true });

  it.each([
    ['Arabic', 'حارس الإعلانات'],
    ['Hebrew beside Latin', 'שלום Adwarden 7'],
    ['Persian with a non-joiner', 'می\u200cخواهم'],
    ['Sinhala with a joiner', 'ශ්\u200dරී'],
    ['Hindi with a joiner', 'क्\u200dष'],
    ['Malayalam with a joiner at the end', 'അവന്\u200d'],
    ['a family', 'Pics 👩‍👩‍👧 & 👩🏽‍🚀'],
    ['a flag made of joined emoji', '🏳️‍🌈 and ❤️‍🔥'],
    ['a flag made of tags', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['an ideograph’s variant', '葛\u{e0100}城'],
  ])('may contain %s', (_, text) => {
    expect(name.safeParse(text).data).toBe(text);
  });

  it.each([
    ['a zero-width space', 'ad\u200bmin'],
    ['a joiner between Latin letters', 'ad\u200dmin'],
    ['a non-joiner at the end', 'admin\u200c'],
    ['a right-to-left override', '\u202enimda'],
    ['an isolate', '\u2066admin\u2069'],
    ['a right-to-left mark', 'admin\u200f'],
    ['a soft hyphen', 'ad\u00admin'],
    ['a word joiner', 'ad\u2060min'],
    ['a byte order mark', 'ad\ufeffmin'],
    ['tags after a letter', 'admin\u{e0067}\u{e0062}\u{e007f}'],
    ['too many tags after a flag', `🏴${'\u{e0061}'.repeat(20)}\u{e007f}`],
    ['a Hangul filler', 'admin\u3164'],
    ['a joiner between an emoji and a letter', '👩\u200da'],
  ])('must not contain %s', (_, text) => {
    const [issue] = name.safeParse(text).error?.issues ?? [];
    expect(issue?.message).toBe('Name must not contain invisible characters');
  });

  it('refuses invisible characters, which other texts may contain', () => {
    const note = optionalText({ label: 'Note', max: 200, lines: true });
    expect(note.safeParse('\u202eabc').data).toBe('\u202eabc');
  });
});
