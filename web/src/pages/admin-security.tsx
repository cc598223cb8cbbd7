import { FactorPanel } from '../features/factors/factor-panel.tsx';
import { timesInZone } from '../lib/dates.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /admin/security: how this administrator signs in (ADR 133). */
export function AdminSecurity() {
  usePanelTitle('admin', 'Sign-in and security');
  return (
    <>
      <PageTitle title="Sign-in and security" hint={timesInZone()} />
      <FactorPanel />
    </>
  );
}
