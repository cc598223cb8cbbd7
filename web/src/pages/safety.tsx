import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router';
import { PauseList } from '../features/pauses/pause-list.tsx';
import type { Role } from '../lib/role.ts';
import { type SafetyTab, safetyTabPath, safetyTabs } from '../lib/safety-tabs.ts';
import { PageTabs } from '../shell/page-tabs.tsx';
import { PageTitle } from '../shell/page-title.tsx';

const contents: Record<SafetyTab, ComponentType<{ of: Role }>> = { pauses: PauseList };

/** The page Safety of a role: its tabs, each with its own address. */
export function Safety({ of: role }: { of: Role }) {
  const { tab } = useParams();
  const shown = safetyTabs.find(({ id }) => id === tab);
  if (!shown) return <Navigate to={safetyTabPath(role, safetyTabs[0].id)} replace />;
  const Content = contents[shown.id];
  return (
    <>
      <PageTitle title="Safety" />
      <PageTabs
        label="Safety"
        tabs={safetyTabs.map(({ id, label }) => ({ label, to: safetyTabPath(role, id) }))}
      />
      <Content of={role} />
    </>
  );
}
