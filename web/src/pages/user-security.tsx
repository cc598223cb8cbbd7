import { FactorPanel } from '../features/factors/factor-panel.tsx';
import { timesInZone } from '../lib/dates.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /security: how this owner signs in (ADR 133). */
export function UserSecurity() {
  usePanelTitle('user', 'Sign-in and security');
  return (
    <>
      <PageTitle title="Sign-in and security" hint={timesInZone()} />
      <FactorPanel />
    </>
  );
}
