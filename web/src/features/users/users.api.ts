import { formOf } from '@adwarden/contract/form-of';
import { type User, userCalls } from '@adwarden/contract/users';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { askAgain, mergeRow } from '../../lib/after-write.ts';
import { type Query, request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormKey } from '../../lib/use-form-key.ts';
import type { UserPayload } from './user-form-values.ts';

export type UserPage = { data: User[]; total: number };

/** One page of the app owners; the previous page stays while the next one loads. */
export const usersQuery = (query: Query<typeof userCalls.getUser>) =>
  queryOptions({
    queryKey: [...queryKeys.userLists, query] as const,
    queryFn: async ({ signal }): Promise<UserPage> => {
      const { data, total = data.length } = await request(userCalls.getUser, { query, signal });
      return { data, total };
    },
    placeholderData: keepPreviousData,
  });

/** The password of one user; who asks for it is noted in the log. */
export const fetchPassword = async (id: string): Promise<Pick<User, 'password'>> =>
  (await request(userCalls.getUserPassword, { id })).data;

/** The lists of apps show owners' names too, and the dashboard their number. */
const changed = [queryKeys.users, queryKeys.apps];

function useRefresh() {
  const client = useQueryClient();
  return () => askAgain(client, ...changed);
}

/**
 * Updates a changed user in every cached list that contains it, at its place (spec, section 4). The row keeps its readable
 * password until the list is fetched again, because the answer to a write has none (ADR 78).
 */
export function mergeUser(client: QueryClient, { password: _, ...user }: User): Promise<void> {
  return mergeRow<User>(client, {
    lists: queryKeys.userLists,
    row: user,
    isSame: ({ id }) => id === user.id,
    changed,
  });
}

/** Creates an app owner, once for each `opening` of the form. */
export function useCreateUser(opening: unknown) {
  const refresh = useRefresh();
  const key = useFormKey(opening);
  return useMutation({
    mutationFn: (payload: UserPayload) =>
      request(userCalls.createNewUser, { body: formOf(payload), key: key.now() }),
    onSuccess: () => {
      key.renew();
      return refresh();
    },
    meta: { errorToast: false },
  });
}

/** Changes an app owner, and updates it in the cached lists. A stale edit throws `ApiError` 409. */
export function useUpdateUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, payload }: { id: string; payload: UserPayload }) =>
      request(userCalls.updateUser, { id, body: formOf({ id, ...payload }) }),
    onSuccess: ({ data: user }) => mergeUser(client, user),
    meta: { errorToast: false },
  });
}

/** Makes a link with which an app owner chooses a password. Whoever calls it shows its errors. */
export function useInviteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(userCalls.inviteUser, { id }),
    onSuccess: ({ data: user }) => mergeUser(client, user),
    meta: { errorToast: false },
  });
}

/** Deletes an app owner; the apps stay, unassigned. */
export function useDeleteUser() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (id: string) => request(userCalls.deleteUser, { id }),
    onSuccess,
  });
}
