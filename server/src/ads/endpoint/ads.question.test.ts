import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from '../../../test/samples/any-text.ts';
import { adsPath, readExactly, readPlain, readQuestion } from './ads.question.ts';

const appID = 'abcdefghijklmnop';
const authToken = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

it('reads the shape that clients send without the exact way, in both orders', () => {
  const question = { appID, authToken };
  expect(readPlain(`${adsPath}?appID=${appID}&authToken=${authToken}`)).toEqual(question);
  expect(readPlain(`${adsPath}?authToken=${authToken}&appID=${appID}`)).toEqual(question);
});

it('the fast way never says anything else than the exact one', () => {
  // Texts of exactly the two lengths; some contain characters that can be read in two ways.
  const plain = fc.constantFrom(...'abyz09AZ');
  const odd = fc.constantFrom('&', '=', '%', '%41', '+', '?', '#', ';', ' ', 'é');
  const unit = fc.oneof({ weight: 60, arbitrary: plain }, { weight: 1, arbitrary: odd });
  const part = (length: number) =>
    fc
      .array(unit, { minLength: length, maxLength: length })
      .map((all) => all.join('').slice(0, length));
  const joined = fc.constantFrom('&authToken=', '&appID=', '&authTokem=', '&&uthToken=');
  const start = fc.constantFrom('?appID=', '?authToken=', '?appid=', '&appID=');
  const url = fc
    .tuple(start, joined, fc.boolean())
    .chain(([first, second, swapped]) =>
      fc
        .tuple(part(swapped ? 32 : 16), part(swapped ? 16 : 32))
        .map(([one, other]) => adsPath + first + one + second + other),
    );
  let fast = 0;
  fc.assert(
    fc.property(url, (given) => {
      const read = readPlain(given);
      if (!read) return;
      fast += 1;
      expect(read).toEqual(readExactly(given));
    }),
    { numRuns: 5000 },
  );
  expect(fast).toBeGreaterThan(100);
});

it('gives back whatever a client encodes', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(text, text, fc.boolean(), (one, other, asForm) => {
      const query = asForm
        ? String(new URLSearchParams({ authToken: other, appID: one }))
        : `appID=${encodeURIComponent(one)}&authToken=${encodeURIComponent(other)}`;
      const question = readQuestion(`${adsPath}?${query}`);
      if (query.length + adsPath.length + 1 > 1024) expect(question).toHaveProperty('errors');
      else expect(question).toEqual({ appID: one, authToken: other });
    }),
  );
});

it('never throws, and what it refuses it names within bounds', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom('appID', 'authToken', '=', '&', '%', '%E0', '%00', '+', '?', '#', '%61ppID='),
      anyText(),
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const question = readQuestion(`${adsPath}?${parts.join('')}`);
      if ('errors' in question) {
        expect(question.errors.length).toBeGreaterThan(0);
        expect(JSON.stringify(question.errors).length).toBeLessThan(10_000);
      } else {
        expect(question.appID && question.authToken).toBeTruthy();
      }
    }),
    { numRuns: 500 },
  );
});

it.each([
  [`appID=${appID}&%61ppID=${appID}&authToken=${authToken}`, ['appID']],
  [`appID=&authToken=`, ['appID', 'authToken']],
  [`appID&authToken=x`, ['appID']],
  [`appID[]=x&authToken=x`, ['appID']],
  [Array.from({ length: 100 }, (_, n) => `p${n}=1`).join('&'), ['appID', 'authToken']],
])('%.40s is refused with its fields', (query, fields) => {
  const question = readQuestion(`${adsPath}?${query}`);
  const named = 'errors' in question ? question.errors.map(({ field }) => field) : [];
  expect(named).toEqual(fields);
});

it.each([
  `appID=${appID}&authToken=${authToken}&_=1795532128620`,
  `v=2&appID=${appID}&utm=a%20b&authToken=${authToken}&`,
  `appid=other&appID=${appID}&authToken=${authToken}&authtoken=x`,
  `authToken=${authToken}&appID=${appID}&flag`,
])('ignores the other parameters of %s', (query) => {
  expect(readQuestion(`${adsPath}?${query}`)).toEqual({ appID, authToken });
});
