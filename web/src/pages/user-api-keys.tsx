import { scopesOpenTo } from '@adwarden/contract/people/abilities';
import { ApiKeyList } from '../features/api-keys/api-key-list.tsx';
import { timesInZone } from '../lib/dates.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /api-keys: the keys with which programs act as this owner (ADR 129). */
export function UserApiKeys() {
  usePanelTitle('user', 'API keys');
  return (
    <>
      <PageTitle title="API keys" hint={timesInZone()} />
      <ApiKeyList scopes={scopesOpenTo({ kind: 'user' })} seesAll={false} />
    </>
  );
}
