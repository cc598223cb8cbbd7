import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { type CheckedApp, findingCalls } from '@adwarden/contract/findings/findings';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { checkLimit } from '../../../lib/delays.ts';
import { request } from '../../../lib/http-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** A request, by what it changes. */
export type CheckedRequest = Pick<ChangeRequest, 'appID' | 'appName' | 'diff' | 'createdAt'>;

/** The effect of all requests for one app together. */
export type CheckedChange = CheckedApp & Pick<ChangeRequest, 'appID' | 'diff'>;

/** The number of apps that are checked at a time. */
const atOnce = 4;

/** Returns the fields that the requests for each app set. If two requests set the same field, the later one counts. */
function changesByApp(requests: readonly CheckedRequest[]) {
  const inOrder = requests.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  return [...Map.groupBy(inOrder, ({ appID }) => appID)].map(([appID, ofApp]) => {
    const fields = ofApp.flatMap(({ diff }) => diff).map((one) => [one.field, one] as const);
    return { appID, diff: [...new Map(fields).values()] };
  });
}

type Changes = ReturnType<typeof changesByApp>[number];

async function checkOne({ appID, diff }: Changes, signal: AbortSignal): Promise<CheckedChange> {
  const after = Object.fromEntries(diff.map(({ field, after }) => [field, after]));
  const body = { ...after, appID };
  const { data } = await request(findingCalls.checkApp, { body, signal, isBackground: true });
  return { ...data, appID, diff };
}

/** Asks what these requests would do, app by app, as the form of an app does before a save. */
export const checkRequestsQuery = (requests: readonly CheckedRequest[]) => {
  const changes = changesByApp(requests);
  return queryOptions({
    queryKey: [...queryKeys.formChecks, 'requests', changes] as const,
    async queryFn({ signal }): Promise<CheckedChange[]> {
      const checked: CheckedChange[] = [];
      for (let start = 0; start < changes.length; start += atOnce) {
        const some = changes.slice(start, start + atOnce);
        checked.push(...(await Promise.all(some.map((one) => checkOne(one, signal)))));
      }
      return checked;
    },
    staleTime: 30_000,
    gcTime: 30_000,
    retry: false,
    meta: { errorToast: false },
  });
};

/** Returns the answer for an approval; null if it does not come in time: the approval then goes on without it. */
export const requestsCheckedInTime = (client: QueryClient, requests: readonly CheckedRequest[]) =>
  Promise.race([
    client.fetchQuery(checkRequestsQuery(requests)).catch(() => null),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), checkLimit)),
  ]);
