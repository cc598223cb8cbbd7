import { type CheckAppForm, findingCalls } from '@adwarden/contract/findings/findings';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { checkLimit } from '../../../../lib/delays.ts';
import { request } from '../../../../lib/http-client.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import type { Checked } from './findings-of-form.ts';

/** Milliseconds for which the answer to the same values is good. */
const fresh = 30_000;

/**
 * The findings and the impact of a form, from the server. A failed call shows no error and is not repeated, because
 * typing and saving do not depend on it. The call is cancelled when the form has changed meanwhile.
 */
export const checkQuery = (asked: CheckAppForm) =>
  queryOptions({
    queryKey: [...queryKeys.formChecks, asked] as const,
    queryFn: async ({ signal }): Promise<Checked> => {
      const { data } = await request(findingCalls.checkApp, {
        body: asked,
        signal,
        isBackground: true,
      });
      return { ...data, asked };
    },
    staleTime: fresh,
    gcTime: fresh,
    retry: false,
    meta: { errorToast: false },
  });

/** The answer for a save: null when there is none in time, and the save goes on without it. */
export function checkInTime(client: QueryClient, asked: CheckAppForm): Promise<Checked | null> {
  return Promise.race([
    client.fetchQuery(checkQuery(asked)).catch(() => null),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), checkLimit)),
  ]);
}
