import type { App } from '@adwarden/contract/apps';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router';
import { formatDate } from '../../lib/dates.ts';
import classes from './app-traffic.module.css';
import { AppTraffic } from './app-traffic.tsx';
import { appUsageQuery, type Span, spans } from './usage.api.ts';
import { inFull } from './usage-words.ts';
import { sameWeekdays, weekdayOf } from './weekdays.ts';

/**
 * The traffic of an app on its page. The address has the number of days (`days`) and, from a finding about fewer requests,
 * the day on which they fell (`day`, in UTC).
 */
export function TrafficTab({ app }: { app: App }) {
  const [parameters, setParameters] = useSearchParams();
  const { state } = useLocation();
  const span = spans.find((days) => `${days}` === parameters.get('days')) ?? 30;
  const day = parameters.get('day');

  function setSpan(next: Span): void {
    setParameters(
      (now) => {
        if (next === 30) now.delete('days');
        else now.set('days', `${next}`);
        return now;
      },
      { replace: true, preventScrollReset: true, state },
    );
  }

  return (
    <>
      {day && <ComparedDay appID={app.appID} day={day} />}
      <AppTraffic app={app} span={span} onSpan={setSpan} />
    </>
  );
}

/** The weeks with which a finding compares a day. */
const weeks = 4;

/** The requests of a day beside those of the same weekday before. Empty for a day that is not counted any more. */
function ComparedDay({ appID, day }: { appID: string; day: string }) {
  const { data } = useQuery(appUsageQuery(appID, 90));
  const compared = data && sameWeekdays(data.days, day, weeks);
  if (!compared || compared.before.length === 0) return null;
  return (
    <section className={classes.compared} aria-label="The day of the finding">
      <p className={classes.comparedDay}>
        {weekdayOf(day)}, {formatDate(day)}: {inFull(compared.day.requests)} requests
      </p>
      <p className={classes.before}>
        {weekdayOf(day)}s before:{' '}
        {compared.before
          .map((before) => `${inFull(before.requests)} on ${formatDate(before.day)}`)
          .join(', ')}
      </p>
    </section>
  );
}
