import type { QueryClient } from '@tanstack/react-query';
import { appListQuery } from '../features/apps/apps.api.ts';
import { appTableShapes } from '../features/apps/list/apps.table-shape.ts';
import type { Scope } from '../lib/role.ts';
import { parseTableState, toTableQuery } from '../ui/data-table/table-state.ts';

/** Fetches the rows that the application list will show at this address; if that fails, the list shows the error. */
export function prefetchApps(client: QueryClient, scope: Scope, search: string): Promise<void> {
  const shape = appTableShapes[scope.role];
  const query = toTableQuery(parseTableState(new URLSearchParams(search), shape), shape);
  return client.prefetchQuery({ ...appListQuery(scope, query), meta: { errorToast: false } });
}
