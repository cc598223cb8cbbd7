import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router';
import { BatchList } from '../features/bulk/batches/batch-list.tsx';
import { ChangeRequestList } from '../features/changes/requests/change-request-list.tsx';
import { waitingCountQuery } from '../features/changes/requests/change-requests.api.ts';
import { changeRequestTableShape } from '../features/changes/requests/change-requests.table-shape.ts';
import { FindingList } from '../features/findings/finding-list.tsx';
import { findingTableShapes } from '../features/findings/findings.table-shape.ts';
import { PauseList } from '../features/pauses/pause-list.tsx';
import { ListWithViews } from '../features/views/list-with-views.tsx';
import { timesInZone } from '../lib/dates.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import type { Role } from '../lib/role.ts';
import { type SafetyTab, safetyTabPath, safetyTabs } from '../lib/safety-tabs.ts';
import { may } from '../people/may.ts';
import { PageTabs } from '../shell/page-tabs.tsx';
import { PageTitle } from '../shell/page-title.tsx';

type Of = { of: Role };

const contents: Record<SafetyTab, ComponentType<Of>> = {
  findings: ({ of }) => (
    <ListWithViews list="findings" of={of} shape={findingTableShapes[of]}>
      {(viewMenu) => <FindingList of={of} viewMenu={viewMenu} />}
    </ListWithViews>
  ),
  pauses: PauseList,
  'change-requests': ({ of }) => (
    <ListWithViews list="change-requests" of={of} shape={changeRequestTableShape}>
      {(viewMenu) => <ChangeRequestList of={of} viewMenu={viewMenu} />}
    </ListWithViews>
  ),
  batches: BatchList,
};

/** /admin/safety, for all apps, and /safety, for an owner's own: what keeps a mistake from costing money. Each tab has its address. */
export function SafetyPage({ of: role }: Of) {
  usePanelTitle(role, 'Safety');
  const { tab } = useParams();
  const { data: waiting = 0 } = useQuery({
    ...waitingCountQuery,
    enabled: may(role, 'decide-changes'),
  });
  const shown = safetyTabs.find(({ id }) => id === tab);
  if (!shown) return <Navigate to={safetyTabPath(role, safetyTabs[0].id)} replace />;
  const Content = contents[shown.id];
  return (
    <>
      <PageTitle title="Safety" hint={timesInZone()} />
      <PageTabs
        label="Safety"
        tabs={safetyTabs.map(({ id, label }) => ({
          label,
          to: safetyTabPath(role, id),
          ...(id === 'change-requests' &&
            waiting > 0 && { count: { number: waiting, words: 'waiting for approval' } }),
        }))}
      />
      <Content of={role} />
    </>
  );
}
