import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import classes from './requests-today.module.css';
import { comparedToday, today } from './today.ts';
import { trafficQuery } from './traffic.api.ts';
import { inFull, isSilent } from './traffic-words.ts';

type Props = {
  appID: string;
  /** The addresses of the tabs Traffic and Connect. */
  traffic: string;
  connect: string;
  /** The state of these links. */
  state: unknown;
};

/** The requests of an app today, so far, how many of them had ads, and the same hours a week ago. */
export function RequestsToday({ appID, traffic, connect, state }: Props) {
  const { data, error, isFetching, refetch } = useQuery(trafficQuery(appID, { step: 'hour' }));
  const counts = data && today(data);
  const { data: month } = useQuery({
    ...trafficQuery(appID, { step: 'day' }),
    enabled: counts?.requests === 0,
    // The query by hour above notices the first request.
    refetchInterval: false,
  });
  if (!data && error) return <NotLoaded retrying={isFetching} onRetry={refetch} />;
  if (!counts) return null;
  if (month && isSilent(month.total)) {
    return (
      <Link to={connect} state={state} className={classes.link}>
        No phone has asked in 30 days. Connect it
      </Link>
    );
  }
  const { requests, on, off } = counts;
  return (
    <>
      <Link to={traffic} state={state} className={classes.today} data-hint="Days are in UTC">
        {inFull(requests)}
      </Link>
      {requests > 0 && (
        <span className={classes.more}>
          {inFull(on)} with ads, {inFull(off)} without
        </span>
      )}
      <span className={classes.more}>{comparedToday(data)}</span>
    </>
  );
}
