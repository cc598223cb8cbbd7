import type { AnswerOf } from '@adwarden/contract/call';
import { bellCalls } from '@adwarden/contract/notifications/bell';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Milliseconds between two questions while the tab is visible. */
const everyMs = 20_000;

type Bell = AnswerOf<typeof bellCalls.getBell>;

/** The news for the signed-in person, the newest first. */
export const bellQuery = queryOptions({
  queryKey: queryKeys.bell,
  queryFn: ({ signal }): Promise<Bell> =>
    request(bellCalls.getBell, { signal, isBackground: true }),
  refetchInterval: everyMs,
  meta: { errorToast: false },
});

/** Returns the bell after items are read; all items without `ids`. */
function withRead({ data, ...bell }: Bell, ids?: string[]): Bell {
  const items = data.map((item) =>
    !ids || ids.includes(item.id) ? { ...item, isRead: true } : item,
  );
  return { ...bell, data: items, unread: items.filter(({ isRead }) => !isRead).length };
}

/** Marks items as read, at once on the screen; all items without `ids`. */
export function useReadBell() {
  const client = useQueryClient();
  const { queryKey } = bellQuery;
  return useMutation({
    mutationFn: (ids?: string[]) => request(bellCalls.readBell, { body: { ids } }),
    async onMutate(ids) {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (bell) => bell && withRead(bell, ids));
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
