import { Stack } from '@mantine/core';
import { AfterCounts } from '../features/dashboard/after-counts.tsx';
import { Dashboard } from '../features/dashboard/dashboard.tsx';
import { FirstStepsCard } from '../features/dashboard/first-steps-card.tsx';
import { NeedsAttention } from '../features/dashboard/needs-attention.tsx';
import { DashboardTraffic } from '../features/traffic/dashboard-traffic.tsx';
import { useAnyRequests } from '../features/traffic/use-any-requests.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { paths } from '../lib/paths.ts';
import { PageTitle } from '../shell/page-title.tsx';

const { applicationList } = paths.user;

/** /dashboard (spec, section 2): four counts of their own apps, what needs attention, and the first steps or the requests with the biggest decreases. */
export function UserDashboard() {
  usePanelTitle('user', 'Dashboard');
  const asked = useAnyRequests();
  return (
    <>
      <PageTitle title="Dashboard" />
      <Stack gap="md">
        <Dashboard applications={applicationList} />
        <AfterCounts>
          {(stats) => (
            <>
              <NeedsAttention of="user" stats={stats} />
              <FirstStepsCard applications={applicationList} stats={stats} asked={asked} />
              <DashboardTraffic of="user" />
            </>
          )}
        </AfterCounts>
      </Stack>
    </>
  );
}
