import { expect, test } from 'vitest';
import { sampleApp } from '../testing/sample-app.ts';
import { languages } from './connect-code.ts';
import { askedInWords } from './connection-words.ts';
import { mailTo, textForDeveloper } from './developer-text.ts';

const app = sampleApp({ appName: 'Tide & Clock' });
const of = {
  address: 'https://adwarden.example.org',
  appID: 'a'.repeat(16),
  authToken: 'T'.repeat(32),
};

test.each(languages.map((language) => [language.label, language] as const))(
  'the text for a developer of %s has the address, the code, a sample answer and what to do',
  (_, language) => {
    const text = textForDeveloper(app, of, language);
    const parts = [of.address, of.appID, of.authToken, language.code(of), '"success": true'];
    for (const part of [...parts, 'Start the app on a phone', language.install?.code(of) ?? '']) {
      expect(text).toContain(part);
    }
    for (const { href } of language.files) expect(text).toContain(`${of.address}${href}`);
    expect(text.match(/^\d\./gm)).toHaveLength(language.install ? 3 : 2);
    const mail = new URL(mailTo('Ads of Tide & Clock', text) ?? '');
    expect(mail.protocol).toBe('mailto:');
    const query = new URLSearchParams(mail.search.replaceAll('+', '%2B'));
    expect(query.get('subject')).toBe('Ads of Tide & Clock');
    expect(query.get('body')?.replaceAll('\r\n', '\n')).toBe(text);
  },
);

test('a text that no mail program would take is only copied', () => {
  expect(mailTo('Ads', 'x'.repeat(9_000))).toBeNull();
});

test.each([
  [[], ''],
  [[{ days: [{ day: '2026-11-28', requests: 0 }] }], ''],
  [
    [{ days: [{ day: '2026-11-28', requests: 3 }] }],
    'Phones ask: 0 requests yesterday, 3 today (UTC).',
  ],
  [
    [
      { days: [{ day: '2026-11-28', requests: 300 }] },
      {
        days: [
          { day: '2026-11-27', requests: 1_482 },
          { day: '2026-11-28', requests: 20 },
        ],
      },
    ],
    'Phones ask: 1,482 requests yesterday, 320 today (UTC).',
  ],
])('requests of tokens %j are said so: %j', (tokens, words) => {
  expect(askedInWords(tokens)).toBe(words);
});
