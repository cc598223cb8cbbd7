import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FactorPanel } from '../features/factors/factor-panel.tsx';
import { factorsQuery } from '../features/factors/factors.api.ts';
import { useEndOtherSessions } from '../features/open-sessions/open-sessions.api.ts';
import { SignOnPanel } from '../features/single-sign-on/sign-on-panel.tsx';
import { timesInZone } from '../lib/dates.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { paths } from '../lib/paths.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /admin/security: how this administrator signs in (ADR 133). */
export function AdminSecurity() {
  usePanelTitle('admin', 'Sign-in and security');
  const { mutateAsync: endOthers } = useEndOtherSessions();
  const isLinked = useQuery(factorsQuery).data?.singleSignOn;
  return (
    <>
      <PageTitle title="Sign-in and security" hint={timesInZone()} />
      <Stack gap="lg">
        <FactorPanel as="admin" endOthers={endOthers} />
        <SignOnPanel as="admin" isLinked={isLinked} path={paths.admin.security} />
      </Stack>
    </>
  );
}
