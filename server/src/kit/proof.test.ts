import { expect, test } from 'vitest';
import { answerTo, questionFor } from './proof.ts';

const [own, older, other] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [
  Buffer,
  Buffer,
  Buffer,
];
const queryOf = (path: string) => new URL(path, 'http://host').searchParams;

test('whoever has the key is answered, also with an older one, and knows the answer', () => {
  for (const key of [own, older]) {
    const question = questionFor(key);
    const answer = answerTo(queryOf(question.path), [own, older]);
    expect(question.isAnsweredBy(JSON.stringify({ proof: answer }))).toBe(true);
    expect(questionFor(key).isAnsweredBy(String(answer)), 'to another question').toBe(false);
  }
});

test('nobody else is answered', () => {
  const { path } = questionFor(other);
  expect(answerTo(queryOf(path), [own, older])).toBeNull();
  expect(answerTo(queryOf('/?number=aaaaaaaaaaaaaaaaaaaaaa&code='), [own])).toBeNull();
  expect(answerTo(queryOf('/'), [own])).toBeNull();
  expect(answerTo(queryOf(questionFor(own).path), [])).toBeNull();
});

test('a question does not answer itself: an echo is no proof', () => {
  const question = questionFor(own);
  expect(question.isAnsweredBy(question.path)).toBe(false);
});
