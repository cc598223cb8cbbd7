import { Dashboard } from '../features/dashboard/dashboard.tsx';
import { usePanelTitle } from '../lib/document-title.ts';
import { paths } from '../lib/paths.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /dashboard (spec, section 2): four counts of the owner's own apps. */
export function UserDashboard() {
  usePanelTitle('user', 'Dashboard');
  return (
    <>
      <PageTitle title="Dashboard" />
      <Dashboard applications={paths.user.applicationList} />
    </>
  );
}
