import { expect, it } from 'vitest';
import { findUnsentMail } from './mail.ts';

const unsent = (name: string) => ({
  id: `id of ${name}`,
  email: `${name}@example.com`,
  lastError: 'mail:25 is gone',
});

it.each([
  ['nobody', [], undefined],
  ['one', ['a'], 'Not to a@example.com: mail:25 is gone.'],
  [
    'many',
    ['a', 'b', 'c', 'd', 'e'],
    'Not to a@example.com: mail:25 is gone. Not to b@example.com: mail:25 is gone. Not to c@example.com: mail:25 is gone. And not to 2 more.',
  ],
])('judges mails that do not reach %s', (_, names, detail) => {
  const [found, ...more] = findUnsentMail(names.map(unsent));
  expect([found?.detail, more]).toEqual([detail, []]);
});

it('somebody else who gets none is another finding', () => {
  const facts = (names: string[]) => findUnsentMail(names.map(unsent))[0]?.facts;
  expect(facts(['a'])).not.toBe(facts(['a', 'b']));
});
