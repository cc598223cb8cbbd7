import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { CountCard } from './count-card.tsx';
import { countCards, type ListPaths } from './count-cards.ts';
import { statsQuery } from './dashboard.api.ts';
import classes from './dashboard.module.css';

/** The counts of both dashboards (spec, section 2), within what the user may see. */
export function Dashboard({ applications, users }: ListPaths) {
  const { data, error, isFetching, refetch } = useQuery(statsQuery);
  const cards = useMemo(() => countCards({ applications, users }), [applications, users]);
  if (error && !data) {
    return <ErrorPanel message={messageOf(error)} onRetry={refetch} retrying={isFetching} />;
  }
  return (
    <div className={classes.frame}>
      <div className={classes.cards}>
        {cards.map((card) => (
          <CountCard key={card.label} card={card} count={data && card.countOf(data)} />
        ))}
      </div>
    </div>
  );
}
