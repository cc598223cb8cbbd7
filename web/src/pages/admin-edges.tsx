import { EdgeList } from '../features/edges/edge-list.tsx';
import { timesInZone } from '../lib/dates.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /admin/edges: the machines that answer ads elsewhere, and which of them are silent (ADR 49). */
export function AdminEdges() {
  usePanelTitle('admin', 'Edges');
  return (
    <>
      <PageTitle title="Edges" hint={timesInZone()} />
      <EdgeList />
    </>
  );
}
