import { expect, test } from 'vitest';
import { allowsCrawler } from './robots.ts';

const path = '/app-ads.txt';
const allows = (robots: string, of = path) => allowsCrawler(robots, 'Google-adstxt', of);

test.each([
  ['an empty file', ''],
  ['no group', 'Disallow: /'],
  ['a group of another crawler', 'User-agent: Googlebot\nDisallow: /'],
  ['a crawler whose name only begins so', 'User-agent: Google-adstxt-images\nDisallow: /'],
  [
    'a path that is not forbidden',
    'User-agent: *\nDisallow: /app-ads.txt.bak\nDisallow: /App-ads.txt',
  ],
  ['an empty rule', 'User-agent: *\nDisallow:'],
  [
    'its own group, whatever * says',
    'User-agent: *\nDisallow: /\n\nUser-agent: Google-adstxt\nAllow: /',
  ],
  [
    'its own group without rules',
    'User-agent: *\nDisallow: /\n\nUser-agent: google-ADSTXT\nDisallow:',
  ],
  ['a longer permission', 'User-agent: *\nDisallow: /\nAllow: /app-ads.txt'],
  ['the same pattern twice', 'User-agent: *\nAllow: /app\nDisallow: /app'],
  ['the same, in the other order', 'User-agent: *\nDisallow: /app\nAllow: /app'],
  ['a longer permission with a star', 'User-agent: *\nDisallow: /app-ads\nAllow: /*ads.txt$'],
  ['an end that is elsewhere', 'User-agent: *\nDisallow: /app-ads.txt/$\nDisallow: /app$'],
  ['a web page', '<html>User-agent: *<br>Disallow: /</html>'],
  ['a rule without a slash', 'User-agent: *\nDisallow: app-ads.txt'],
  ['a comment', 'User-agent: *\n#Disallow: /\nDisallow: #/'],
  ['a pattern that is too long', `User-agent: *\nDisallow: /${'*'.repeat(3_000)}`],
])('%s lets the crawler in', (_, robots) => {
  expect(allows(robots)).toBe(true);
});

test.each([
  ['everything', 'User-agent: *\nDisallow: /'],
  ['lines of Windows and old Macs', 'User-agent: *\r\nDisallow: /x\rDisallow: /app-ads.txt'],
  ['a byte order mark', '\ufeffuser-agent:*\ndisallow:/'],
  ['its own group', 'User-agent: Google-AdsTxt/1.0\nDisallow: /\n\nUser-agent: *\nAllow: /'],
  [
    'several agents of one group',
    'User-agent: a\nUser-agent: Google-adstxt\nUser-agent: b\nDisallow: /',
  ],
  [
    'two groups of its own',
    'User-agent: google-adstxt\nDisallow: /x\n\nUser-agent: a\nAllow: /\n\nUser-agent: Google-adstxt\nDisallow: /app',
  ],
  [
    'lines of others between agents',
    'User-agent: google-adstxt\nCrawl-delay: 1\nSitemap: /s\nUser-agent: x\nDisallow: /',
  ],
  ['a star and an end', 'User-agent: *\nDisallow: *.txt$'],
  ['many stars', `User-agent: *\nDisallow: /${'*'.repeat(900)}t`],
  ['another encoding', 'User-agent: *\nDisallow: /%61pp%2dads.txt'],
  ['a comment after a rule', 'User-agent: * # all\nDisallow: / # all'],
  ['a shorter permission', 'User-agent: *\nAllow: /app\nDisallow: /app-ads'],
])('%s keeps the crawler out', (_, robots) => {
  expect(allows(robots)).toBe(false);
});

test('queries and letters of other scripts are compared as they are sent', () => {
  expect(allows('User-agent: *\nDisallow: /*?account=', '/app-ads.txt?account=a')).toBe(false);
  expect(allows('User-agent: *\nDisallow: /ваш', '/%D0%B2%D0%B0%D1%88/x')).toBe(false);
  expect(allows('User-agent: *\nDisallow: /%d0%b2', '/ваш')).toBe(false);
  expect(allows('User-agent: *\nDisallow: /\ud800')).toBe(true);
});

test.each([
  ['agents and rules', `${'User-agent: a\n'.repeat(17_000)}${'Disallow: /\n'.repeat(20_000)}`],
  ['stars', 'User-agent: *\n'.concat(`Disallow: ${'*a'.repeat(900)}\n`.repeat(280))],
  ['one line', `User-agent: ${'*'.repeat(500_000)}`],
  ['percent signs', `User-agent: *\nDisallow: /${'%'.repeat(500_000)}`],
  ['blanks', ' '.repeat(500_000)],
])('500 kB of %s take little time', (_, robots) => {
  const before = process.cpuUsage();
  allows(robots, `/${'a'.repeat(1_900)}`);
  // Processor time, in microseconds: a busy machine makes no difference.
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
