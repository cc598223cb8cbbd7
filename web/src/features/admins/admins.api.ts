import { type Admin, type AdminChanges, adminCalls } from '@adwarden/contract/admins/admins';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain, mergeRow } from '../../lib/after-write.ts';
import { type Query, request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormKey } from '../../lib/use-form-key.ts';
import type { NewAdminPayload } from './admin-form-values.ts';

/** One page of the administrators, the first one first. */
export const adminsQuery = (query: Query<typeof adminCalls.getAdmins>) =>
  queryOptions({
    queryKey: [...queryKeys.admins, query] as const,
    queryFn: ({ signal }) => request(adminCalls.getAdmins, { query, signal }),
    placeholderData: keepPreviousData,
  });

function useRefresh() {
  const client = useQueryClient();
  return () => askAgain(client, queryKeys.admins);
}

/** Adds an administrator, once for each `opening` of the form. The form shows its errors. */
export function useAddAdmin(opening: unknown) {
  const refresh = useRefresh();
  const key = useFormKey(opening);
  return useMutation({
    mutationFn: (body: NewAdminPayload) => request(adminCalls.addAdmin, { body, key: key.now() }),
    onSuccess: () => {
      key.renew();
      return refresh();
    },
    meta: { errorToast: false },
  });
}

/** Makes a newer link for somebody who has not accepted one. Whoever calls it shows its errors. */
export function useInviteAgain() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: ({ email, fullName, role }: Admin) =>
      request(adminCalls.addAdmin, { body: { email, fullName, role, invite: true } }),
    onSuccess,
    meta: { errorToast: false },
  });
}

/** Changes an administrator, disables one, or enables one again. */
export function useUpdateAdmin(meta: { errorToast?: false } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: AdminChanges }) =>
      request(adminCalls.updateAdmin, { id, body: changes }),
    onSuccess: ({ data: row }) =>
      mergeRow<Admin>(client, {
        lists: queryKeys.admins,
        row,
        isSame: ({ id }) => id === row.id,
        changed: [queryKeys.admins],
      }),
    meta,
  });
}

/** Removes an administrator. */
export function useRemoveAdmin() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (id: string) => request(adminCalls.removeAdmin, { id }),
    onSuccess,
  });
}
