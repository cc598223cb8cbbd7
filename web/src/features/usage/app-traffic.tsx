import type { App } from '@adwarden/contract/apps';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import classes from './app-traffic.module.css';
import { appUsageQuery, type Span, spans } from './usage.api.ts';
import { UsageCountries } from './usage-countries.tsx';
import { UsageDays } from './usage-days.tsx';
import { UsageFigures } from './usage-figures.tsx';
import sections from './usage-section.module.css';
import { isSilent } from './usage-words.ts';

const choices = spans.map((span) => ({ value: `${span}`, label: `${span} days` }));

type Props = {
  app: Pick<App, 'appID' | 'createdAt'>;
  span: Span;
  onSpan: (span: Span) => void;
};

/** How often phones ask for an app, day by day, by outcome and by country (ADR 8). */
export function AppTraffic({ app, span, onSpan }: Props) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    appUsageQuery(app.appID, span),
  );
  if (!data && error) {
    return <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={refetch} />;
  }
  if (!data) return <Loading />;
  return (
    <div className={classes.content} data-stale={isPlaceholderData || undefined}>
      <div className={classes.head}>
        <SegmentedControl
          size="xs"
          aria-label="Days"
          data={choices}
          value={`${span}`}
          onChange={(value) => onSpan(Number(value) as Span)}
        />
        <p className={classes.hint}>
          Counted by the servers, a few seconds behind. What a cache in front answers by itself is
          not counted.
        </p>
      </div>
      {isSilent(data.total) ? (
        <Silence
          isNew={Date.parse(app.createdAt) >= Date.parse(data.days[0]?.day ?? '')}
          span={span}
        />
      ) : (
        <>
          <UsageFigures total={data.total} />
          <UsageDays
            days={data.days}
            heading={<h3 className={sections.title}>Requests per day</h3>}
          />
          <UsageCountries usage={data} />
        </>
      )}
    </div>
  );
}

function Silence({ isNew, span }: { isNew: boolean; span: Span }) {
  return isNew ? (
    <EmptyState kind="nothing-yet" title="No phone has asked yet">
      Its requests show here some ten seconds after the first copy of the app asks for its ads.
    </EmptyState>
  ) : (
    <EmptyState kind="no-match" title={`No phone has asked in the last ${span} days`} />
  );
}
