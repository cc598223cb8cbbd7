import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { CountCard } from './count-card.tsx';
import { countCards, type ListPaths } from './count-cards.ts';
import { statsQuery } from './dashboard.api.ts';
import classes from './dashboard.module.css';
import { StatusShare } from './status-share.tsx';

/** Both dashboards (spec, section 2): the counts of what the person may see, and how many of the apps are live. */
export function Dashboard({ applications, users }: ListPaths) {
  const { data, error, isFetching, refetch } = useQuery(statsQuery);
  const cards = useMemo(() => countCards({ applications, users }), [applications, users]);
  return (
    <Stack gap="lg">
      {error && !data ? (
        <ErrorPanel message={messageOf(error)} onRetry={refetch} retrying={isFetching} />
      ) : (
        <>
          <div className={classes.frame}>
            <div className={classes.cards}>
              {cards.map((card) => (
                <CountCard key={card.label} card={card} count={data && card.countOf(data)} />
              ))}
            </div>
          </div>
          {data && <StatusShare stats={data} />}
        </>
      )}
    </Stack>
  );
}
