import type { Traffic } from '@adwarden/contract/traffic/traffic';
import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { messageOf } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import type { Role } from '../../lib/role.ts';
import { Delayed } from '../../ui/feedback/delayed.tsx';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  comparedDays,
  comparedWords,
  comparisonPath,
  nothingCompared,
} from './comparison-words.ts';
import classes from './dashboard-traffic.module.css';
import { Differences } from './difference-list.tsx';
import { outcomesIn } from './outcomes.ts';
import { StepReadout } from './step-readout.tsx';
import { lastDaysQuery, useComparison } from './traffic.api.ts';
import { TrafficChart } from './traffic-chart.tsx';
import panels from './traffic-panels.module.css';
import { stepName } from './traffic-range.ts';
import { isSilent, zoneInWords } from './traffic-words.ts';

const yesterday = { days: 1, by: 'app', of: null, day: '', owner: '', account: '' } as const;
/** The number of decreases that a dashboard lists. */
const listed = 5;

/** Shows on a dashboard the requests of 30 days with the changes, and the biggest decreases. Renders nothing without requests. */
export function DashboardTraffic({ of }: { of: Role }) {
  const { data, error, isFetching, refetch } = useQuery(lastDaysQuery);
  if (!data && error) {
    return (
      <Panel title="Requests of the last 30 days">
        <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={refetch} />
      </Panel>
    );
  }
  if (!data) {
    return (
      <div className={classes.waiting}>
        <Delayed>
          <Skeleton height="100%" radius="lg" role="status" aria-label="Loading" />
        </Delayed>
      </div>
    );
  }
  if (isSilent(data.total)) return null;
  const more = <More to={paths[of].traffic}>All traffic</More>;
  return (
    <div className={classes.frame}>
      <div className={classes.panels}>
        <Panel title="Requests of the last 30 days" hint={zoneInWords(data)} actions={more}>
          <Requests of={of} traffic={data} />
        </Panel>
        <Decreases of={of} />
      </div>
    </div>
  );
}

const More = ({ to, children }: { to: string; children: string }) => (
  <Anchor component={Link} to={to} className={classes.more}>
    {children}
  </Anchor>
);

/** The chart; a click on a day leads to it on the page Traffic. */
function Requests({ of, traffic }: { of: Role; traffic: Traffic }) {
  const navigate = useNavigate();
  const [at, setAt] = useState<number | null>(null);
  const outcomes = outcomesIn(traffic);
  const show = (place: number) => {
    const query = new URLSearchParams({ at: stepName('day', traffic.steps[place]?.at ?? 0) });
    void navigate(`${paths[of].traffic}?${query}`);
  };
  return (
    <div className={panels.parts}>
      <StepReadout traffic={traffic} outcomes={outcomes} at={at} range="Sum of all days" isShort />
      <TrafficChart
        traffic={traffic}
        outcomes={outcomes}
        at={at}
        onLook={setAt}
        onKeep={show}
        of={of}
      />
    </div>
  );
}

/** The biggest decreases of yesterday, with a link to all of them. */
function Decreases({ of }: { of: Role }) {
  const { data, error, isFetching, refetch } = useComparison(yesterday);
  const nothing = data && nothingCompared(data);
  const decreases = data?.decreases.slice(0, listed) ?? [];
  return (
    <Panel
      title="Biggest decreases"
      hint={data ? `${comparedWords[data.of]}, ${comparedDays(data)}` : ''}
      actions={data && <More to={comparisonPath(of, data)}>All differences</More>}
    >
      {error && !data ? (
        <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={refetch} />
      ) : !data ? (
        <Loading />
      ) : decreases.length > 0 ? (
        <Differences of={of} label="Biggest decreases" compared={data} listed={decreases} />
      ) : (
        <p className={panels.none}>{nothing || 'No app has fewer than usual.'}</p>
      )}
    </Panel>
  );
}
