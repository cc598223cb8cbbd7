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
 * fails, the list shows the error.
 */
export async function prefetchApps(
  client: QueryClient,
  scope: Scope,
  search: string,
  signedOut: AbortSignal,
): Promise<void> {
  if (signedOut.aborted) return;
  const shape = appTableShapes[scope.role];
  const views = isBare(search) ? await client.fetchQuery(viewsQuery('apps')) : [];
  if (signedOut.aborted) return;
  const opened = new URLSearchParams(defaultSearch(views, search, shape) ?? search);
  const pageSize = rememberedPageSize(shape.storageKey);
  const query = toTableQuery(parseTableState(opened, shape, pageSize), shape);
  return client.prefetchQuery({ ...appListQuery(scope, query), meta: { errorToast: false } });
}
