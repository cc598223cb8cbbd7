import type { Usage } from '@adwarden/contract/usage';
import { Paper, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import type { Role } from '../../lib/role.ts';
import { Delayed } from '../../ui/feedback/delayed.tsx';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { TopApps } from './top-apps.tsx';
import { usageQuery } from './usage.api.ts';
import { UsageDays } from './usage-days.tsx';
import classes from './usage-overview.module.css';
import sections from './usage-section.module.css';
import { inFull, isSilent, requestsIn } from './usage-words.ts';

/** The daily requests of all apps that the user may see, and the apps with most requests. Empty without requests. */
export function UsageOverview({ of: role }: { of: Role }) {
  const { data, error, isFetching, refetch } = useQuery(usageQuery);
  if (!data && error) {
    return (
      <Paper className={classes.panel}>
        <h2 className={sections.title}>Requests of the last 30 days</h2>
        <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={refetch} />
      </Paper>
    );
  }
  if (!data) {
    return (
      <Delayed>
        <Skeleton height={380} radius="lg" role="status" aria-label="Loading" />
      </Delayed>
    );
  }
  if (isSilent(data.total)) return null;
  return (
    <div className={classes.frame}>
      <div className={classes.panels}>
        <Paper className={classes.panel}>
          <UsageDays
            days={data.days}
            heading={<h2 className={sections.title}>Requests of the last 30 days</h2>}
          />
          <p className={classes.sum}>{sum(data)}</p>
        </Paper>
        <Paper className={classes.panel}>
          <TopApps usage={data} role={role} />
        </Paper>
      </div>
    </div>
  );
}

function sum({ total, unknownApps = 0 }: Usage): string {
  const parts = [
    `${inFull(requestsIn(total))} answered with ads`,
    ...(total.wrongToken > 0 ? [`${inFull(total.wrongToken)} refused for a wrong token`] : []),
    ...(unknownApps > 0 ? [`${inFull(unknownApps)} refused for an unknown app ID`] : []),
  ];
  return `${parts.join(', ')}. A few seconds behind.`;
}
