import type { changeList } from '@adwarden/contract/changes';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import type { Restorable } from './changes.api.ts';

/** What happened to one app or user, newest first, ten entries at a time; administrators only. */
export function historyQuery(entity: Restorable, key: string) {
  return infiniteQueryOptions({
    queryKey: ['changes', 'history', entity, key] as const,
    queryFn: ({ pageParam: page, signal }) =>
      request<(typeof changeList)['_output']>('getChanges', {
        query: { entity, key, page },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ page, pageSize, total }) =>
      (page + 1) * pageSize < total ? page + 1 : undefined,
  });
}
