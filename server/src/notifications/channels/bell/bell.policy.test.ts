import { expect, test } from 'vitest';
import { isDecision } from './bell.policy.ts';

const ada = { kind: 'user', id: 'u1' } as const;
const root = { kind: 'admin', id: 'a1' } as const;
const system = { kind: 'system', id: '' };

test.each([
  ['rejected', 'on', root, true],
  ['applied', 'on', root, true],
  ['scheduled', 'on', root, true],
  ['conflict', 'on', root, true],
  ['applied', 'on', system, false],
  ['applied', 'off', system, false],
  ['failed', 'off', system, true],
  ['conflict', 'off', system, true],
  ['missed', 'off', system, true],
  ['cancelled', 'on', root, false],
  ['cancelled', 'on', ada, false],
  ['applied', 'off', ada, false],
  ['conflict', 'off', ada, false],
])('a request that becomes %s (approval %s) by %j: %s', (state, approval, actor, isTold) => {
  expect(isDecision({ state, approval }, actor, ada)).toBe(isTold);
});
