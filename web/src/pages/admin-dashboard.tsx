import { Stack } from '@mantine/core';
import { Dashboard } from '../features/dashboard/dashboard.tsx';
import { FirstStepsCard } from '../features/dashboard/first-steps-card.tsx';
import { UsageOverview } from '../features/usage/usage-overview.tsx';
import { useAnyRequests } from '../features/usage/use-any-requests.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { paths } from '../lib/paths.ts';
import { PageTitle } from '../shell/page-title.tsx';

const lists = { applications: paths.admin.applicationList, users: paths.admin.userList };

/** /admin/dashboard (spec, section 2): five counts, then the first steps or the requests. */
export function AdminDashboard() {
  usePanelTitle('admin', 'Dashboard');
  const asked = useAnyRequests();
  return (
    <>
      <PageTitle title="Dashboard" />
      <Stack gap="md">
        <Dashboard {...lists} />
        <FirstStepsCard {...lists} asked={asked} />
        <UsageOverview applications={lists.applications} />
      </Stack>
    </>
  );
}
