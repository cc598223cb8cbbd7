import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FactorPanel } from '../features/factors/factor-panel.tsx';
import { factorsQuery } from '../features/factors/factors.api.ts';
import { useEndOtherSessions } from '../features/open-sessions/open-sessions.api.ts';
import { SignOnPanel } from '../features/single-sign-on/sign-on-panel.tsx';
import { timesInZone } from '../lib/dates.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { paths } from '../lib/paths.ts';
import type { Role } from '../lib/role.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /admin/security and /security: how the person signs in (ADR 133). */
export function SecurityPage({ of }: { of: Role }) {
  usePanelTitle(of, 'Sign-in and security');
  const { mutateAsync: endOthers } = useEndOtherSessions();
  const isLinked = useQuery(factorsQuery).data?.singleSignOn;
  return (
    <>
      <PageTitle title="Sign-in and security" hint={timesInZone()} />
      <Stack gap="lg">
        <FactorPanel as={of} endOthers={endOthers} />
        <SignOnPanel as={of} isLinked={isLinked} path={paths[of].security} />
      </Stack>
    </>
  );
}
