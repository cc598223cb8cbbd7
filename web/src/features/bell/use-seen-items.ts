import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { saidBatchesQuery } from '../../lib/said-batches.ts';
import { bellQuery, useReadBell } from './bell.api.ts';

/**
 * Marks as read what this person sees anyway: items that lead to the page that is open, and batches whose end this tab has
 * said. Returns how many others are unread.
 */
export function useSeenItems(): number {
  const { data: bell } = useQuery(bellQuery);
  const { data: said = [] } = useQuery(saidBatchesQuery);
  const { pathname, search } = useLocation();
  const { mutate } = useReadBell();
  const unread = bell?.data.filter(({ isRead }) => !isRead) ?? [];
  const seen = unread.filter(
    ({ path }) => path === pathname + search || said.some((id) => path.endsWith(`batch=${id}`)),
  );
  const ids = seen.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (ids !== '' && document.visibilityState === 'visible') mutate(ids.split(' '));
  }, [ids, mutate]);
  return unread.length - seen.length;
}
