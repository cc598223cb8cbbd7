import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';

const secret = 'ebb&Flow "7"';
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a secret is cut out', () => {
  it.each([
    ['as it is', `No: ${secret}!`, 'No: …!'],
    ['in capitals', `NO: ${secret.toUpperCase()}`, 'NO: …'],
    ['percent-encoded', `smtp://ada:${encodeURIComponent(secret)}@host`, 'smtp://ada:…@host'],
    ['in JSON', JSON.stringify({ pass: secret }), '{"pass":"…"}'],
    ['in hex', Buffer.from(secret).toString('hex').toUpperCase(), '…'],
    ['in base64', `AUTH LOGIN ${base64(secret)} refused`, 'AUTH LOGIN … refused'],
    ['in AUTH PLAIN', `535 ${base64(`\0ada\0${secret}`)}`, '535 …'],
    ['after a dash', `535-${base64(`\0ada\0${secret}`)}`, '…'],
    ['in base64 for URLs', Buffer.from(`?>?${secret}`).toString('base64url'), '…'],
    ['twice', `${secret}, ${secret}`, '…, …'],
  ])('%s', (_, text, expected) => {
    expect(redact(text, ['', secret])).toBe(expected);
  });

  it('wherever it stands in what is encoded', () => {
    const texts = fc.string({ maxLength: 40 });
    const password = fc
      .string({ minLength: 6, maxLength: 40 })
      .filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(texts, password, texts, fc.constantFrom('base64', 'base64url'), (...args) => {
        const [before, own, after, encoding] = args;
        const run = Buffer.from(before + own + after).toString(encoding);
        const safe = redact(`PLAIN ${run} refused`, [own]);
        expect(safe).not.toContain(run);
      }),
    );
  });
});

it('other texts stay', () => {
  const text = '550 5.7.1 Message-ID AAECAwQFBgcICQ== of relay4/us-east is refused';
  expect(redact(text, [secret, '', ' '])).toBe(text);
});
