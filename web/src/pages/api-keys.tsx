import { scopesOpenTo } from '@adwarden/contract/people/abilities';
import { ApiKeyList } from '../features/api-keys/api-key-list.tsx';
import { timesInZone } from '../lib/dates.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import type { Role } from '../lib/role.ts';
import { may, personOf } from '../people/may.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /admin/api-keys and /api-keys: the keys with which programs act as the person; for administrators those of everybody, too (ADR 129). */
export function ApiKeysPage({ of }: { of: Role }) {
  usePanelTitle(of, 'API keys');
  return (
    <>
      <PageTitle title="API keys" hint={timesInZone()} />
      <ApiKeyList scopes={scopesOpenTo(personOf(of))} seesAll={may(of, 'manage-keys')} />
    </>
  );
}
