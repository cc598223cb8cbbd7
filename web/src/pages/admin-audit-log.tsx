import { ChangeList } from '../features/changes/change-list.tsx';
import { changeTableShape } from '../features/changes/changes.table-shape.ts';
import { ListWithViews } from '../features/views/list-with-views.tsx';
import { timesInZone } from '../lib/dates.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /admin/audit-log: who changed what, when (ADR 21). */
export function AdminAuditLog() {
  usePanelTitle('admin', 'Audit Log');
  return (
    <>
      <PageTitle title="Audit Log" hint={timesInZone()} />
      <ListWithViews list="changes" of="admin" shape={changeTableShape}>
        {(viewMenu) => <ChangeList viewMenu={viewMenu} />}
      </ListWithViews>
    </>
  );
}
