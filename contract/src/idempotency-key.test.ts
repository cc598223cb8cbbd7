import { expect, test } from 'vitest';
import { type Call, isBudgeted } from './call.ts';
import { type CallName, calls } from './calls.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { openApiDocument } from './openapi/document.ts';

/** Calls with POST that write something, and why each makes nothing that a second one would make again. */
const withoutKey: Partial<Record<CallName, string>> = {
  adminSignIn: 'a session: the answer with its token is shown once',
  userSignIn: 'a session: the answer with its token is shown once',
  signOut: 'ends something',
  acceptInvitation: 'a link works once',
  inviteUser: 'a newer link ends the one before it',
  adminChangePassword: 'the old password is wrong the second time',
  userChangePassword: 'the old password is wrong the second time',
  revokeOldTokens: 'ends something',
  endOldToken: 'ends something',
  addPastedList: 'a person has each list once',
  acceptTime: 'says something that is so',
  connectApp: 'an app is watched once',
  muteFinding: 'a finding is muted once',
  unmuteFinding: 'ends something',
  restoreChange: 'it is there already the second time',
  undoChange: 'it is taken back already the second time',
  endPause: 'ends something',
  approveChangeRequest: 'a request is decided once',
  rejectChangeRequest: 'a request is decided once',
  applyChangeRequest: 'a request is decided once',
  previewBatch: 'changes nothing, and goes by itself after minutes',
  importApps: 'changes nothing, and goes by itself after minutes',
  cancelBatch: 'ends something',
  testWebhook: 'somebody wants to see what becomes of it now',
  sendAgain: 'has the id of the event, which receivers know',
  readBell: 'says something that is so',
  testMail: 'somebody wants to see what becomes of it now',
  checkAppAds: 'asks a site again',
  signInWithFactor: 'a ticket and a code are used once',
  confirmAgain: 'a ticket is used once',
  beginSingleSignOn: 'each sign-in has secrets of its own',
  finishSingleSignOn: 'a sign-in is finished once',
  addTotp: 'a set-up replaces the one before',
  confirmTotp: 'a set-up is confirmed once',
  signInWithPasskey: 'each sign-in has a ticket of its own',
  addPasskey: 'a set-up replaces the one before',
  confirmPasskey: 'a set-up is confirmed once',
  renewRecoveryCodes: 'codes replace the ones before',
};

const all = Object.entries<Call>(calls) as [CallName, Call][];

test('every call with POST takes an Idempotency-Key, reads only, or makes nothing new', () => {
  const posts = all.filter(([, call]) => call.method === 'POST' && !call.readsOnly);
  const decided = posts.filter(([name, { creates }]) => Boolean(creates) !== name in withoutKey);
  expect(posts.map(([name]) => name).sort()).toEqual(decided.map(([name]) => name).sort());
  const known = new Set(posts.map(([name]) => name));
  expect(Object.keys(withoutKey).filter((name) => !known.has(name as CallName))).toEqual([]);
});

test('sign-ins, sessions and edges take no key, and who takes one is signed in and writes', () => {
  const taking = all.filter(([, { creates }]) => creates);
  expect(taking.length).toBeGreaterThan(5);
  for (const [name, call] of taking) {
    expect(call.path, name).not.toMatch(/^\/(admin|sessions|edges)\b|login/i);
    expect(isBudgeted(call), name).toBe(true);
  }
});

test('the OpenAPI document has the header of these calls, and of no others', () => {
  const { paths } = openApiDocument('1.0.0') as {
    paths: Record<string, Record<string, { operationId: string; parameters?: { name: string }[] }>>;
  };
  const withHeader = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'Idempotency-Key'));
  const creating = all.filter(([, { creates }]) => creates).map(([name]) => name);
  expect(withHeader.map(({ operationId }) => operationId).sort()).toEqual(creating.sort());
});

test.each([
  ['one character', '!', true],
  ['64 characters', '~'.repeat(64), true],
  ['quotes and signs', `'"%;--\\`, true],
  ['nothing', '', false],
  ['65 characters', 'a'.repeat(65), false],
  ['a space', 'a b', false],
  ['a letter that is not ASCII', 'schlüssel', false],
  ['a control character', 'a\u007f', false],
])('a key of %s', (_, key, isOne) => {
  expect(idempotencyKey.safeParse(key).success).toBe(isOne);
});
