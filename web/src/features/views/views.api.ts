import {
  type NewView,
  type View,
  type ViewChanges,
  type ViewList,
  viewCalls,
} from '@adwarden/contract/views/views';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../lib/after-write.ts';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormKey } from '../../lib/use-form-key.ts';

/** The views of a list that the person may use, by name. A list without them works, so nothing says that it failed. */
export const viewsQuery = (list: ViewList) =>
  queryOptions({
    queryKey: [...queryKeys.views, list] as const,
    queryFn: async ({ signal }) =>
      (await request(viewCalls.getViews, { query: { list }, signal })).data,
    meta: { errorToast: false },
  });

/** Puts a saved view into the cached list at once, so that its name is there when its address is opened. */
async function keep(client: QueryClient, view: View): Promise<void> {
  await client.cancelQueries({ queryKey: queryKeys.views });
  client.setQueryData(viewsQuery(view.list).queryKey, (views = []) => [
    ...views
      .filter(({ id }) => id !== view.id)
      .map((other) => (view.isDefault ? { ...other, isDefault: false } : other)),
    view,
  ]);
  await askAgain(client, queryKeys.views);
}

/** Saves a new view. The dialog shows its errors. */
export function useAddView() {
  const client = useQueryClient();
  const key = useFormKey();
  return useMutation({
    mutationFn: (body: NewView) => request(viewCalls.addView, { body, key: key.now() }),
    onSuccess: ({ data }) => {
      key.renew();
      return keep(client, data);
    },
    meta: { errorToast: false },
  });
}

/** Changes a view; `isQuiet`: a dialog shows the errors. */
export function useUpdateView({ isQuiet = false } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: ViewChanges }) =>
      request(viewCalls.updateView, { id, body: changes }),
    onSuccess: ({ data }) => keep(client, data),
    ...(isQuiet && { meta: { errorToast: false } }),
  });
}

/** Deletes a view. */
export function useDeleteView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(viewCalls.deleteView, { id }),
    onSuccess: () => askAgain(client, queryKeys.views),
  });
}
