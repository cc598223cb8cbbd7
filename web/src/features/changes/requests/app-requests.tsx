import { useQuery } from '@tanstack/react-query';
import type { Role } from '../../../lib/role.ts';
import { may } from '../../../people/may.ts';
import { openRequestsQuery } from './change-requests.api.ts';
import { AllRequestsLink, OpenRequests, RequestsFailed } from './open-requests.tsx';
import { openInWords } from './request-words.ts';

/**
 * Above the form of an app: what its owner has sent for approval, with the difference and Withdraw, and how many other
 * requests are open. Administrators decide on the page Safety.
 */
export function AppRequests({ of: role, appID }: { of: Role; appID: string }) {
  const { data, error, isFetching, refetch } = useQuery(openRequestsQuery(appID));
  if (!data) return error && <RequestsFailed retrying={isFetching} onRetry={() => refetch()} />;
  const shown = may(role, 'decide-changes')
    ? []
    : data.filter(({ state }) => state === 'in-review');
  const others = openInWords(data.filter((request) => !shown.includes(request)));
  return (
    <OpenRequests requests={shown} role={role}>
      {others !== '' && (
        <AllRequestsLink role={role} appID={appID}>
          Open change requests: {others}
        </AllRequestsLink>
      )}
    </OpenRequests>
  );
}
