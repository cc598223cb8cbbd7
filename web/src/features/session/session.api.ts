import type { AnswerOf } from '@adwarden/contract/call';
import { type SetUp, sessionCalls } from '@adwarden/contract/sessions';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { askedFactorOf } from '../../lib/asked-factor.ts';
import { request } from '../../lib/http-client.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { idOf } from '../../people/session-user.ts';
import { tokenHashes } from './renewed-token.ts';
import type { Session } from './session.ts';
import { tellSignedOut } from './session-tabs.ts';
import { sessionStore } from './use-session.ts';

export type AdminCredentials = { email: string; password: string };
export type OwnerCredentials = { userID: string; password: string };

/** The answer to a sign-in. */
export type SignedIn = AnswerOf<typeof sessionCalls.adminSignIn | typeof sessionCalls.userSignIn>;

/** Begins the session that a sign-in, or an accepted invitation, has answered. */
export function beginSession({
  message,
  token,
  user,
  mustSetUp,
}: Pick<SignedIn, 'message' | 'token' | 'user' | 'mustSetUp'>): void {
  sessionStore.set({ token, user, ...(mustSetUp && { mustSetUp }) } as Session);
  toastSuccess(message || 'Fail');
}

/** Removes a finished set-up from the session. When none is left, the session opens all pages. */
export function noteSetUp(done: SetUp): void {
  const session = sessionStore.get();
  if (!session) return;
  const { mustSetUp = [], ...rest } = session;
  const left = mustSetUp.filter((one) => one !== done);
  sessionStore.set({ ...rest, ...(left.length > 0 && { mustSetUp: left }) } as Session);
}

/**
 * Every failure is a toast; the form shows a refusal as well (spec, section 8). A right password whose account has a second factor is
 * no failure: the second step follows.
 */
const tellFailure = (error: Error) => {
  if (!askedFactorOf(error)) toastError(messageOf(error));
};

const handlers = {
  onSuccess: beginSession,
  onError: tellFailure,
  meta: { errorToast: false as const },
};

/*
 * A sign-in is sent without the session that the tab has: the server would end it if it is of the same account, and other tabs have
 * it. Whoever signs in again sends the one that has ended.
 */

/** Signs an administrator in; on success the session is stored and the owner's entry gone. */
export function useAdminSignIn() {
  return useMutation({
    mutationFn: (body: AdminCredentials) =>
      request(sessionCalls.adminSignIn, { body, token: null }),
    ...handlers,
  });
}

/** Signs an app owner in; on success the session is stored and the administrator's entry gone. */
export function useOwnerSignIn() {
  return useMutation({
    mutationFn: (body: OwnerCredentials) => request(sessionCalls.userSignIn, { body, token: null }),
    ...handlers,
  });
}

/** Signs the account of an ended session in again, with its password; the new session replaces the old one. */
export function useSignInAgain({ user, token }: Session) {
  return useMutation({
    mutationFn: (password: string) =>
      'email' in user
        ? request(sessionCalls.adminSignIn, { body: { email: user.email, password }, token })
        : request(sessionCalls.userSignIn, { body: { userID: user.userID, password }, token }),
    ...handlers,
  });
}

/**
 * Ends the session here at once, and tells the server. If the server cannot be reached, a toast says so, and the session
 * expires there. `isWanted`: somebody signs out, in all tabs of the session. A session that has ended by itself ends in each
 * tab when it notices, so that what is typed there can still be saved (ADR 22).
 */
export async function signOut({ isWanted }: { isWanted: boolean }): Promise<void> {
  const session = sessionStore.get();
  if (!session) return;
  const adminId = idOf(session.user);
  const call = request(sessionCalls.signOut, { body: { adminId } });
  const hashes = tokenHashes();
  sessionStore.set(null);
  if (isWanted) tellSignedOut(hashes);
  await call.catch((error) => toastError(messageOf(error)));
}
