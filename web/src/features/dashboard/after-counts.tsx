import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Delayed } from '../../ui/feedback/delayed.tsx';
import { statsQuery } from './dashboard.api.ts';

/**
 * What is below the cards: a skeleton until the counts are loaded or failed. The counts decide how high "Needs
 * attention" is, so nothing below it moves later.
 */
export function AfterCounts({ children }: { children: ReactNode }) {
  const { isPending } = useQuery(statsQuery);
  if (!isPending) return children;
  return (
    <Delayed>
      <Skeleton height={380} radius="lg" role="status" aria-label="Loading" />
    </Delayed>
  );
}
