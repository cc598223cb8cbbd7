import type { QueryClient } from '@tanstack/react-query';
import { appListQuery } from '../features/apps/apps.api.ts';
import { appTableShapes } from '../features/apps/list/apps.table-shape.ts';
import { defaultSearch, isBare } from '../features/views/view-state.ts';
import { viewsQuery } from '../features/views/views.api.ts';
import type { Scope } from '../lib/role.ts';
import { parseTableState, toTableQuery } from '../ui/data-table/table-state.ts';
import { rememberedPageSize } from '../ui/data-table/use-page-size.ts';

/**
 * Fetches the rows that the application list will show at this address, unless the account signs out meanwhile. If that
 * fails, the list shows the error. When it is urgent, the rows do not wait for the views: few people have one that the list
 * opens with, and those ask twice.
 */
export async function prefetchApps(
  client: QueryClient,
  scope: Scope,
  search: string,
  { signedOut, isUrgent = false }: { signedOut: AbortSignal; isUrgent?: boolean },
): Promise<void> {
  if (signedOut.aborted) return;
  const shape = appTableShapes[scope.role];
  const fetchRows = (of: string) => {
    const pageSize = rememberedPageSize(shape.storageKey);
    const query = toTableQuery(parseTableState(new URLSearchParams(of), shape, pageSize), shape);
    return client.prefetchQuery({ ...appListQuery(scope, query), meta: { errorToast: false } });
  };
  if (!isBare(search)) return fetchRows(search);
  const [views] = await Promise.all([
    client.fetchQuery(viewsQuery('apps')),
    isUrgent && fetchRows(search),
  ]);
  const opened = defaultSearch(views, search, shape);
  if (signedOut.aborted || (isUrgent && opened === null)) return;
  await fetchRows(opened ?? search);
}
