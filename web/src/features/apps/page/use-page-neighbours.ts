import type { App } from '@adwarden/contract/apps';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Scope } from '../../../lib/role.ts';
import { parseTableState, toTableQuery } from '../../../ui/data-table/table-state.ts';
import { usePageSize } from '../../../ui/data-table/use-page-size.ts';
import type { Neighbours } from '../../../ui/form/form-neighbours.tsx';
import { type AppsQuestion, appListQuery } from '../apps.api.ts';
import { type CameFrom, cameFrom } from '../came-from.ts';
import { appTableShapes } from '../list/apps.table-shape.ts';
import { useNeighbours } from '../list/use-neighbours.ts';

type Options = {
  scope: Scope;
  app: App;
  /** Opens the page of another app, with its place in the same list. */
  onOpen: (app: App, from: CameFrom) => void;
};

/** Returns the place from which somebody opened the page of an app, and the apps before and after it there. */
export function usePageNeighbours({ scope, app, onOpen }: Options): {
  from: CameFrom;
  neighbours: Neighbours | undefined;
} {
  const { state } = useLocation();
  const from = useMemo(() => cameFrom(state), [state]);
  const shape = appTableShapes[scope.role];
  const [pageSize] = usePageSize(shape.storageKey);
  const { search = '', page = 0 } = from.list ?? {};
  const listed = parseTableState(new URLSearchParams(search), shape, pageSize);
  const queryOfPage = (page: number) => toTableQuery({ ...listed, page }, shape);
  const listQuery = (query: AppsQuestion) => appListQuery(scope, query);
  const result = useQuery({ ...listQuery(queryOfPage(page)), enabled: from.list !== null });
  const nextPage = useRef(page);
  nextPage.current = page;

  const neighbours = useNeighbours({
    app,
    among: from.among,
    control: {
      state: { page, pageSize },
      queryOfPage,
      setPage: (next) => {
        nextPage.current = next;
      },
    },
    result,
    listQuery,
    onOpen: (next) =>
      onOpen(next, { ...from, list: from.list && { ...from.list, page: nextPage.current } }),
  });
  return { from, neighbours };
}
