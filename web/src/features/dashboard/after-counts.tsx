import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Delayed } from '../../ui/feedback/delayed.tsx';
import { type Stats, statsQuery } from './dashboard.api.ts';

type Props = {
  children: (stats: Stats | undefined) => ReactNode;
  /** Whether what else decides about the height is still loading. */
  isPending?: boolean;
};

/**
 * What is below the cards: a skeleton until the counts are loaded or failed. The counts decide how high "Needs
 * attention" is, so nothing below it moves later. It gets the counts from here: a query of its own would fetch
 * again after each failure, for ever.
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
