import { useLocation, useParams } from 'react-router';
import { OpenSessionList } from '../features/open-sessions/open-session-list.tsx';
import { timesInZone } from '../lib/dates.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import type { Role } from '../lib/role.ts';
import { PageTitle } from '../shell/page-title.tsx';

/**
 * /admin/open-sessions and /open-sessions: where the person is signed in. For administrators also below it, with an id: where
 * somebody else is (ADR 135). The link there says the name.
 */
export function OpenSessionsPage({ of }: { of: Role }) {
  const { account } = useParams();
  const { state } = useLocation();
  const name = (state as { name?: string } | null)?.name ?? 'another person';
  const title = account ? `Sessions of ${name}` : 'Sessions';
  usePanelTitle(of, 'Sessions');
  return (
    <>
      <PageTitle title={title} hint={timesInZone()} />
      <OpenSessionList key={account} account={account} />
    </>
  );
}
