import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import classes from './requests-today.module.css';
import { appUsageQuery } from './usage.api.ts';
import { inFull, isSilent } from './usage-words.ts';
import { sameWeekdays, weekdayOf } from './weekdays.ts';

/** Milliseconds after which the requests of today are counted anew. */
const everyMs = 60_000;

type Props = {
  appID: string;
  /** The address of the app's traffic, and of the way to connect it. */
  traffic: string;
  connect: string;
  /** The state of these links. */
  state: unknown;
};

/** The requests of an app today, so far, and those of the whole same weekday a week ago. */
export function RequestsToday({ appID, traffic, connect, state }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    ...appUsageQuery(appID, 30),
    refetchInterval: everyMs,
  });
  if (!data && error) return <NotLoaded retrying={isFetching} onRetry={refetch} />;
  if (!data) return null;
  const compared = sameWeekdays(data.days, data.days.at(-1)?.day ?? '', 1);
  if (isSilent(data.total) || !compared) {
    return (
      <Link to={connect} state={state} className={classes.link}>
        No phone has asked in 30 days. Connect it
      </Link>
    );
  }
  const { day, before } = compared;
  const [weekAgo] = before;
  return (
    <>
      <Link to={traffic} state={state} className={classes.today} data-hint="Days are in UTC">
        {inFull(day.requests)}
      </Link>
      {weekAgo && (
        <span className={classes.before}>
          {inFull(weekAgo.requests)} on the whole {weekdayOf(weekAgo.day)} a week ago
        </span>
      )}
    </>
  );
}
