import type { ViewList } from '@adwarden/contract/views/views';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { TableShape } from '../../ui/data-table/table-state.ts';
import { isInPage } from '../../ui/data-table/use-table-state.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { defaultSearch, isBare } from './view-state.ts';
import { viewsQuery } from './views.api.ts';

type Props = { list: ViewList; shape: TableShape; children: ReactNode };

/** Opens a list with the person's default view, if its address says nothing else (ADR 39). */
export function OpenDefaultView({ list, shape, children }: Props) {
  const { search, state } = useLocation();
  const { data: views, failureCount } = useQuery(viewsQuery(list));
  if (!isBare(search) || isInPage(state)) return children;
  // If the views cannot be loaded, the list can still be used.
  if (!views && failureCount === 0) return <Loading />;
  const opened = defaultSearch(views, search, shape);
  return opened === null ? children : <Navigate to={{ search: opened }} replace />;
}
