import { Dashboard } from '../features/dashboard/dashboard.tsx';
import { usePanelTitle } from '../lib/document-title.ts';
import { paths } from '../lib/paths.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /admin/dashboard (spec, section 2): five counts. */
export function AdminDashboard() {
  usePanelTitle('admin', 'Dashboard');
  return (
    <>
      <PageTitle title="Dashboard" />
      <Dashboard applications={paths.admin.applicationList} users={paths.admin.userList} />
    </>
  );
}
