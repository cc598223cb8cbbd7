import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Delayed } from '../../ui/feedback/delayed.tsx';
import { type Stats, statsQuery } from './dashboard.api.ts';

type Props = {
  children: (stats: Stats | undefined) => ReactNode;
  /** Whether something else that decides the height is still loading. */
  isPending?: boolean;
};

/**
 * Shows the part below the cards: a skeleton until the counts are loaded or failed. The counts decide how high "Needs
 * attention" is, so nothing below it moves later. The part gets the counts from here: a query of its own would refetch
 * after each failure, for ever.
 */
export function AfterCounts({ children, isPending = false }: Props) {
  const counts = useQuery(statsQuery);
  if (!counts.isPending && !isPending) return children(counts.data);
  return (
    <Delayed>
      <Skeleton height={380} radius="lg" role="status" aria-label="Loading" />
    </Delayed>
  );
}
