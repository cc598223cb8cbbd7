import type { ComparedCount } from '@adwarden/contract/traffic/comparison';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import classes from './requests-today.module.css';
import { comparedToday, comparedUntil, countedToday } from './today.ts';
import { trafficQuery } from './traffic.api.ts';
import { stepName } from './traffic-range.ts';
import { inFull, isSilent } from './traffic-words.ts';
import { comparedCount } from './week-before.ts';

type Props = {
  appID: string;
  /** The addresses of the tabs Traffic and Connect. */
  traffic: string;
  connect: string;
  /** The state of these links. */
  state: unknown;
};

/** The requests of an app today, so far, that got its ads, beside the same hours a week ago; then all requests. */
export function RequestsToday({ appID, traffic, connect, state }: Props) {
  const { data, error, isFetching, refetch } = useQuery(trafficQuery(appID, { step: 'hour' }));
  const requests = data && countedToday(data, 'requests');
  const { data: month } = useQuery({
    ...trafficQuery(appID, { step: 'day' }),
    enabled: requests === 0,
    // The query by hour above notices the first request.
    refetchInterval: false,
  });
  if (!data || requests === undefined) {
    return error ? (
      <NotLoaded retrying={isFetching} onRetry={refetch} />
    ) : (
      <div className={classes.waiting} data-still-loading />
    );
  }
  if (month && isSilent(month.total)) {
    return (
      <Link to={connect} state={state} className={classes.link}>
        No phone has asked in 30 days. Connect it
      </Link>
    );
  }
  const day = new URLSearchParams({ at: stepName('day', data.asOf) });
  const hasOutcomes = comparedCount(data) === 'on';
  const compared = (of: ComparedCount) => comparedToday(data, of);
  const until = comparedUntil(data);
  const first = compared(hasOutcomes ? 'on' : 'requests');
  const all = hasOutcomes ? compared('requests') : '';
  return (
    <>
      <Link
        to={`${traffic}?${day}`}
        state={state}
        className={classes.today}
        data-hint="Days are in UTC"
      >
        {hasOutcomes ? `${inFull(countedToday(data, 'on'))} with ads` : inFull(requests)}
      </Link>
      {first !== '' && <span className={classes.more}>{`${first}, until ${until}`}</span>}
      {hasOutcomes && requests > 0 && (
        <span className={classes.more}>
          {inFull(requests)} in all{all !== '' && `: ${all}`}
        </span>
      )}
    </>
  );
}
