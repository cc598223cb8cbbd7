import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { waitingCountQuery } from '../features/changes/requests/change-requests.api.ts';
import { WaitingLine } from '../features/changes/requests/waiting-line.tsx';
import { AfterCounts } from '../features/dashboard/after-counts.tsx';
import { Dashboard } from '../features/dashboard/dashboard.tsx';
import { FirstStepsCard } from '../features/dashboard/first-steps-card.tsx';
import { NeedsAttention } from '../features/dashboard/needs-attention.tsx';
import { DashboardTraffic } from '../features/traffic/dashboard-traffic.tsx';
import { useAnyRequests } from '../features/traffic/use-any-requests.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { paths } from '../lib/paths.ts';
import { mayWrite } from '../people/may.ts';
import { PageTitle } from '../shell/page-title.tsx';

const lists = { applications: paths.admin.applicationList, users: paths.admin.userList };

/** /admin/dashboard (spec, section 2): five counts, what waits and needs attention, first steps or the requests with the biggest decreases. */
export function AdminDashboard() {
  usePanelTitle('admin', 'Dashboard');
  const asked = useAnyRequests();
  const waiting = useQuery(waitingCountQuery);
  return (
    <>
      <PageTitle title="Dashboard" />
      <Stack gap="md">
        <Dashboard {...lists} />
        <AfterCounts isPending={waiting.isPending}>
          {(stats) => (
            <>
              <WaitingLine count={waiting.data ?? 0} />
              <NeedsAttention of="admin" stats={stats} />
              {mayWrite() && <FirstStepsCard {...lists} stats={stats} asked={asked} />}
              <DashboardTraffic of="admin" />
            </>
          )}
        </AfterCounts>
      </Stack>
    </>
  );
}
