import {
  CheckAgain,
  CheckSummary,
  SystemCheckList,
} from '../features/system-check/system-check.tsx';
import { usePanelTitle } from '../lib/document-title.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /admin/system-check: what is wrong with the installation, why it matters and what to do. */
export function AdminSystemCheck() {
  usePanelTitle('admin', 'System Check');
  return (
    <>
      <PageTitle title="System Check" hint={<CheckSummary />}>
        <CheckAgain />
      </PageTitle>
      <SystemCheckList />
    </>
  );
}
