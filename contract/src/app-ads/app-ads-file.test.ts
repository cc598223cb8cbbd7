import { describe, expect, it } from 'vitest';
import { fileComparison, fileOf, googleLine, readLine, unreadableLine } from './app-ads-file.ts';

const google = googleLine('1234567890123456');
const other = googleLine('6543210987654321');

describe('a line', () => {
  it.each([
    [
      'a record',
      google,
      ['record', 'google.com', 'pub-1234567890123456', 'DIRECT', 'f08c47fec0942fa0'],
    ],
    ['no authority', 'unity.com, 4711, RESELLER', ['record', 'unity.com', '4711', 'RESELLER', '']],
    ['other case', ' Google.COM ,Pub-1,direct', ['record', 'google.com', 'Pub-1', 'DIRECT', '']],
    ['no blanks', 'a.com,1,DIRECT,x', ['record', 'a.com', '1', 'DIRECT', 'x']],
    ['tabs', 'a.com,\t1,\tDIRECT', ['record', 'a.com', '1', 'DIRECT', '']],
    ['a comment after it', 'a.com, 1, DIRECT # us', ['record', 'a.com', '1', 'DIRECT', '']],
    ['an extension', 'a.com, 1, DIRECT; x=y', ['record', 'a.com', '1', 'DIRECT', '']],
    ['a variable', 'contact = ads@a.com', ['variable', 'contact', 'ads@a.com']],
    ['a comment', '# a.com, 1, DIRECT', ['blank']],
    ['blanks', ' \t', ['blank']],
    ['no id', 'a.com, , DIRECT', ['unreadable']],
    ['no relation', 'a.com, 1', ['unreadable']],
    ['another relation', 'a.com, 1, BOTH', ['unreadable']],
    ['no domain', 'google, 1, DIRECT', ['unreadable']],
    ['an empty variable', 'contact=', ['unreadable']],
    ['HTML', '<!doctype html>', ['unreadable']],
  ])('with %s', (_, text, parts) => {
    expect(Object.values(readLine(text))).toEqual(parts);
  });
});

describe('a file', () => {
  it('has the lines of the ad units, then the further ones, each once', () => {
    const more = `# ours\n${google.toUpperCase()}\ncontact=a@b.co\n\na.com, 1, RESELLER\n`;
    // The id is another one in capitals.
    expect(fileOf([google], more)).toBe(`${google}\n${more}`);
    const same = `GOOGLE.com,pub-1234567890123456,direct\na.com, 1, DIRECT`;
    expect(fileOf([google, other], same)).toBe(`${google}\n${other}\na.com, 1, DIRECT\n`);
    expect(fileOf([], same)).toBe(`${same}\n`);
    expect(fileOf([google], '')).toBe(`${google}\n`);
    expect(fileOf([], ' \n')).toBe('');
  });

  it('names its first line that cannot be read', () => {
    expect(unreadableLine(`${google}\n\n# x\ncontact=a`)).toBeNull();
    expect(unreadableLine(`${google}\r\ngoogle.com pub-1 DIRECT\nx`)).toBe(2);
  });
});

describe('the comparison', () => {
  const needed = [google, 'contact=a@b.co', '# ours', ''];
  const nothing = { missing: [], extra: [], unreadable: 0 };
  const compareFile = (text: string, wanted: string[], known: string[]) =>
    fileComparison(text, known)(wanted);

  it.each([
    ['the same', `${google}\ncontact=a@b.co`],
    ['a byte order mark and other ends of lines', `\ufeff${google}\r\ncontact=a@b.co\r`],
    ['other case and no authority', 'GOOGLE.COM,pub-1234567890123456,direct\nCONTACT=a@b.co'],
    ['comments', `# us\n${google} # Google\ncontact=a@b.co # mail`],
    ['variables that nobody needs', `${google}\ncontact=a@b.co\nownerdomain=b.co`],
  ])('finds nothing in a file with %s', (_, text) => {
    expect(compareFile(text, needed, [])).toEqual(nothing);
  });

  it.each([
    ['another id', 'google.com, pub-1, DIRECT', 'google.com, pub-1, DIRECT'],
    ['an id in another case', google.replace('pub', 'PUB'), google.replace('pub', 'PUB')],
    [
      'a reseller in its place',
      google.replace('DIRECT', 'Reseller'),
      google.replace('DIRECT', 'RESELLER'),
    ],
  ])('finds %s', (_, text, extra) => {
    expect(compareFile(text, [google], [])).toEqual({
      ...nothing,
      missing: [google],
      extra: [extra],
    });
  });

  it('names each line once, and counts what cannot be read', () => {
    const text = 'a.com, 1, DIRECT\na.com, 1, DIRECT, x\nb.com\n<html>';
    expect(compareFile(text, [google, `${google} # again`, other], [])).toEqual({
      missing: [`${google} # again`, other],
      extra: ['a.com, 1, DIRECT, x'],
      unreadable: 2,
    });
  });

  it('takes known lines for no extra ones', () => {
    expect(compareFile(`${google}\n${other}`, [google], [other])).toEqual(nothing);
  });

  it('is of each account by itself, however many share the file', () => {
    const compare = fileComparison(`${google}\na.com, 1, DIRECT`, [google]);
    expect(compare(['a.com, 1, DIRECT'])).toEqual(nothing);
    expect(compare([other])).toEqual({ ...nothing, missing: [other], extra: ['a.com, 1, DIRECT'] });
  });
});
