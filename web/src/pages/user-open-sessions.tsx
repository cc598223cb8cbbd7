import { OpenSessionList } from '../features/open-sessions/open-session-list.tsx';
import { timesInZone } from '../lib/dates.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /open-sessions: where this owner is signed in (ADR 135). */
export function UserOpenSessions() {
  usePanelTitle('user', 'Sessions');
  return (
    <>
      <PageTitle title="Sessions" hint={timesInZone()} />
      <OpenSessionList />
    </>
  );
}
