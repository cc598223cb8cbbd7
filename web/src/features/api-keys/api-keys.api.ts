import { apiKeyCalls } from '@adwarden/contract/api-keys/api-keys';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../lib/after-write.ts';
import { type Query, request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormKey } from '../../lib/use-form-key.ts';
import type { NewKeyPayload } from './api-key-form-values.ts';

/** One page of API keys, the newest first: own ones, or with `all` those of everybody. */
export const apiKeysQuery = (query: Query<typeof apiKeyCalls.getApiKeys>) =>
  queryOptions({
    queryKey: [...queryKeys.apiKeys, query] as const,
    queryFn: ({ signal }) => request(apiKeyCalls.getApiKeys, { query, signal }),
    placeholderData: keepPreviousData,
  });

function useRefresh() {
  const client = useQueryClient();
  return () => askAgain(client, queryKeys.apiKeys);
}

/** Makes a key, once for each `opening` of the form. The form shows its errors. */
export function useMakeApiKey(opening: unknown) {
  const refresh = useRefresh();
  const key = useFormKey(opening);
  return useMutation({
    mutationFn: (body: NewKeyPayload) => request(apiKeyCalls.addApiKey, { body, key: key.now() }),
    onSuccess: () => {
      key.renew();
      return refresh();
    },
    meta: { errorToast: false },
  });
}

/** Turns a key on again. */
export function useTurnOnApiKey() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (id: string) => request(apiKeyCalls.updateApiKey, { id, body: { enabled: true } }),
    onSuccess,
  });
}

/** Ends a key. */
export function useEndApiKey() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (id: string) => request(apiKeyCalls.endApiKey, { id }),
    onSuccess,
  });
}
