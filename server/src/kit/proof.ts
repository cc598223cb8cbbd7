import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { constantTimeEqual } from './constant-time.ts';

/*
 * Lets the doctor ask an address whether this installation answers there (ADR 109). The question is a random number with a code
 * that only the key can make. The answer is another such code. Without the key there is no answer.
 */

export const proofPath = '/doctor/proof';

/** The purpose that derives a separate key: the seal has the same secret key, and this one opens nothing. */
const purpose = 'adwarden proof of the installation';
const numberForm = /^[\w-]{22}$/;

const codeOf = (key: Buffer, what: 'question' | 'answer', number: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', purpose, 32)))
    .update(`${what} ${number}`)
    .digest('base64url');

/** Builds a question, as a path with its query, and the check of the answer's text. */
export function questionFor(key: Buffer): { path: string; isAnsweredBy(text: string): boolean } {
  const number = randomBytes(16).toString('base64url');
  const query = new URLSearchParams({ number, code: codeOf(key, 'question', number) });
  const answer = codeOf(key, 'answer', number);
  return { path: `${proofPath}?${query}`, isAnsweredBy: (text) => text.includes(answer) };
}

/** Answers a question with the one of these keys that it was asked with; null when it was asked with none of them. */
export function answerTo(query: URLSearchParams, keys: readonly Buffer[]): string | null {
  const number = query.get('number') ?? '';
  const code = query.get('code') ?? '';
  if (!numberForm.test(number)) return null;
  const key = keys.find((one) => constantTimeEqual(code, codeOf(one, 'question', number)));
  return key ? codeOf(key, 'answer', number) : null;
}
