import { describe, expect, it } from 'vitest';
import type { Actor } from '../../http/actor.ts';
import { isOwnLogin } from './passwords.policy.ts';

const actor: Actor = { kind: 'user', id: 'x', fullName: 'Ada', login: 'Zoë', address: '' };

describe('isOwnLogin', () => {
  it.each([
    [undefined, true],
    ['', true],
    ['Zoë', true],
    ['zoë', true],
    ['ZOE\u0308', true],
    ['Zoe', false],
    ['grace', false],
  ])('%j → %s', (login, isOwn) => {
    expect(isOwnLogin(actor, login)).toBe(isOwn);
  });
});
