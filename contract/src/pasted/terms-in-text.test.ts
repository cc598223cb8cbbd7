import { describe, expect, it } from 'vitest';
import { termsIn } from './terms-in-text.ts';

const unit = (last: number) => `ca-app-pub-1234567890123456/123456789${last}`;

describe('a pasted list', () => {
  it.each<[string, string, string[]]>([
    [
      'lines of package names',
      'com.a.tide\ncom.b.kelp\r\n\n com.c.reef ',
      ['com.a.tide', 'com.b.kelp', 'com.c.reef'],
    ],
    [
      'package names on one line',
      'com.a.tide, com.b.kelp;com.c.reef',
      ['com.a.tide', 'com.b.kelp', 'com.c.reef'],
    ],
    [
      'a column of a spreadsheet in quotes',
      '"com.a.tide",\n"com.b.kelp"',
      ['com.a.tide', 'com.b.kelp'],
    ],
    ['a list in code', "['com.a.tide', 'com.b.kelp']", ['com.a.tide', 'com.b.kelp']],
    ['each once', 'com.a.tide\ncom.a.tide\ncom.b.kelp', ['com.a.tide', 'com.b.kelp']],
    ['ad units', `${unit(1)}\n${unit(2)}`, [unit(1), unit(2)]],
    [
      'ad units without their beginning',
      '1234567890123456/1234567891 1234567890123456/1234567892',
      [unit(1), unit(2)],
    ],
    [
      'rows of a table, with names around',
      `Banner home\t${unit(1)}\tBanner\nVideo\t${unit(2)}\tRewarded`,
      [unit(1), unit(2)],
    ],
    ['names of apps', 'Tide Clock\nKelp, the Game', ['Tide Clock', 'Kelp, the Game']],
    ['names in other scripts', 'Пазл Мастер\nلعبة الكلمات', ['Пазл Мастер', 'لعبة الكلمات']],
    ['names and package names', 'Tide Clock\ncom.b.kelp', ['Tide Clock', 'com.b.kelp']],
    ['bundle ids of Apple', 'com.a.tide-clock com.2b.kelp', ['com.a.tide-clock', 'com.2b.kelp']],
    ['app IDs', 'q7m2x5k3v4y6z7ab p4x5k3v7m2y6q7ab', ['q7m2x5k3v4y6z7ab', 'p4x5k3v7m2y6q7ab']],
    [
      'links to stores',
      'https://play.google.com/store/apps/details?id=com.a.tide&hl=en\nhttps://apps.apple.com/us/app/kelp/id1234567890',
      ['com.a.tide', '1234567890'],
    ],
  ])('is %s', (_, text, terms) => {
    expect(termsIn(text)).toEqual(terms);
  });

  it.each([
    ['nothing', ''],
    ['signs only', ' \n--\n'],
    ['one word', 'photo'],
    ['one package name', 'com.a.tide\n'],
    ['a name with commas and dots', 'Tide Clock, Inc. and com.a.tide'],
    ['two words', 'tide clock'],
    ['one ad unit in code', `adUnitId = "${unit(1)}"`],
    ['a row of a table', 'Tide Clock\tcom.a.tide\tHarbour Apps'],
  ])('is not %s', (_, text) => {
    expect(termsIn(text)).toBeNull();
  });

  it('is no text that is longer than any list', () => {
    expect(termsIn('com.a.tide\n'.repeat(50_000))).toBeNull();
  });

  it('is read in time, whatever it is', () => {
    const texts = ['a.', 'com.a.b ', 'https://', 'https://a?id=', '\n"', `${'x'.repeat(499)} `].map(
      (part) => part.repeat(199_999 / part.length),
    );
    for (const text of texts) {
      const before = process.cpuUsage();
      termsIn(text);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1e6).toBeLessThan(5);
    }
  });
});
