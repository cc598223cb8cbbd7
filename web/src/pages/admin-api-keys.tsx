import { scopesOpenTo } from '@adwarden/contract/people/abilities';
import { ApiKeyList } from '../features/api-keys/api-key-list.tsx';
import { useSession } from '../features/session/use-session.ts';
import { timesInZone } from '../lib/dates.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { may } from '../people/may.ts';
import { adminOf } from '../people/session-user.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /admin/api-keys: the keys with which programs act as this administrator, and those of everybody (ADR 129). */
export function AdminApiKeys() {
  usePanelTitle('admin', 'API keys');
  const admin = adminOf(useSession()?.user);
  if (!admin) return null;
  const scopes = scopesOpenTo({ kind: 'admin', access: admin.access });
  return (
    <>
      <PageTitle title="API keys" hint={timesInZone()} />
      <ApiKeyList scopes={scopes} seesAll={may('admin', 'manage-keys')} />
    </>
  );
}
