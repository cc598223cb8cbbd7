import { ChangeList } from '../features/changes/change-list.tsx';
import { usePanelTitle } from '../lib/document-title.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /admin/audit-log: who changed what, when (ADR 21). */
export function AdminAuditLog() {
  usePanelTitle('admin', 'Audit Log');
  return (
    <>
      <PageTitle title="Audit Log" />
      <ChangeList />
    </>
  );
}
