import type { AnswerOf } from '@adwarden/contract/call';
import { type SetUp, sessionCalls } from '@adwarden/contract/sessions';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { askedFactorOf } from '../../lib/asked-factor.ts';
import { request } from '../../lib/http-client.ts';
import type { Role } from '../../lib/role.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { idOf, loginOf } from '../../people/session-user.ts';
import { tokenHashes } from './renewed-token.ts';
import type { Session } from './session.ts';
import { tellSignedOut } from './session-tabs.ts';
import { sessionStore } from './use-session.ts';

/** The login is the e-mail of an administrator, or the user id of an owner. */
export type Credentials = { login: string; password: string };

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

type Call = (credentials: Credentials, token: string | null) => Promise<SignedIn>;

/** The calls by which each role signs in. */
const signIns: Record<Role, Call> = {
  admin: ({ login, password }, token) =>
    request(sessionCalls.adminSignIn, { body: { email: login, password }, token }),
  user: ({ login, password }, token) =>
    request(sessionCalls.userSignIn, { body: { userID: login, password }, token }),
};

/*
 * A sign-in is sent without the session that the tab has: the server would end it if it is of the same account, and other tabs have
 * it. Whoever signs in again sends the one that has ended.
 */

/** Signs somebody in; on success the session is stored, and the entry of the other role is gone. */
export function useSignIn(role: Role) {
  return useMutation({
    mutationFn: (credentials: Credentials) => signIns[role](credentials, null),
    ...handlers,
  });
}

/** Signs the account of an ended session in again, with its password; the new session replaces the old one. */
export function useSignInAgain({ user, token }: Session) {
  return useMutation({
    mutationFn: (password: string) => signIns[user.role]({ login: loginOf(user), password }, token),
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
  const answer = await call.catch((error) => {
    toastError(messageOf(error));
    return null;
  });
  // Somebody who signs out may sign out at the provider of single sign-on, too.
  if (isWanted && answer?.leaveTo && !sessionStore.get()) window.location.assign(answer.leaveTo);
}
