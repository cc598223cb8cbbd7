import type { ViewList } from '@adwarden/contract/views/views';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { TableShape } from '../../ui/data-table/table-state.ts';
import { isInPage } from '../../ui/data-table/use-table-state.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { defaultSearch, isBare } from './view-state.ts';
import { viewsQuery } from './views.api.ts';

type Props = { list: ViewList; shape: TableShape; children: ReactNode };

/** Milliseconds that a list waits for its views at most. */
const longestWait = 1_000;

/**
 * Opens a list with the person's default view, if its address says nothing else (ADR 39). The list waits for its views
 * only before it is first shown, and at most a second. Then it stays mounted, because it may hold an open form.
 */
export function OpenDefaultView({ list, shape, children }: Props) {
  const { search, state, key } = useLocation();
  const { data: views, failureCount } = useQuery(viewsQuery(list));
  const isLate = useIsLate(longestWait);
  /** The visit whose state of the list is settled: views that come later change nothing. Null before the first. */
  const [settled, setSettled] = useState<string | null>(null);

  const mayOpen = isBare(search) && !isInPage(state);
  const isWaiting = mayOpen && !views && failureCount === 0 && !isLate;
  const opened = mayOpen && settled !== key ? defaultSearch(views, search, shape) : null;
  if (!isWaiting && opened === null && settled !== key) setSettled(key);

  if (settled === null && isWaiting) return <Loading />;
  const navigation = opened !== null && <Navigate to={{ search: opened }} replace />;
  if (settled === null) return navigation;
  return (
    <>
      {children}
      {navigation}
    </>
  );
}

/** Whether so many milliseconds have passed since the component was mounted. */
function useIsLate(time: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), time);
    return () => clearTimeout(timer);
  }, [time]);
  return isLate;
}
