import { type Pause, pause } from '@adwarden/contract/pauses/pauses';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ownKey } from '../../lib/base-path.ts';
import { arePhonesBehind } from '../../lib/phones-store.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { nextFetch } from './pause-rules.ts';
import { fetchActivePauses } from './pauses.api.ts';

/** After this time all nodes of the server have the new pauses; the limit is 250 ms. */
const knownEverywhereMs = 400;

/** While phones do not get what is saved, somebody waits for the end of that. */
const whileBehindMs = 3_000;

const activePausesQuery = (account: string) =>
  queryOptions({
    queryKey: [...queryKeys.activePauses, account] as const,
    queryFn: async ({ signal }) => {
      const pauses = await fetchActivePauses(signal);
      // The account may have signed out meanwhile.
      signal.throwIfAborted();
      rememberPauses(account, pauses);
      return pauses;
    },
    initialData: () => rememberedPauses(account),
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state: { data } }) =>
      arePhonesBehind() ? whileBehindMs : nextFetch(data ?? [], Date.now()),
    refetchOnWindowFocus: 'always',
    // It is fetched again soon, and the pages show their own errors.
    meta: { errorToast: false },
  });

/**
 * The active pauses that the account may see: fetched every 30 s, when the window gets the focus, and after each own
 * pause or resume. When they change, the lists of pauses and, for their marks, of apps are fetched again.
 * `isKnown` is false until the first answer, or its failure.
 */
export function useActivePauses(account: string): { active: readonly Pause[]; isKnown: boolean } {
  const { data = none, isPending } = useQuery(activePausesQuery(account));
  const client = useQueryClient();
  const ids = data.map(({ id }) => id).join();
  const last = useRef(ids);
  useEffect(() => {
    if (last.current === ids) return;
    last.current = ids;
    const fetchApps = () => void client.invalidateQueries({ queryKey: queryKeys.appLists });
    fetchApps();
    void client.invalidateQueries({ queryKey: queryKeys.pauseLists });
    const timer = setTimeout(fetchApps, knownEverywhereMs);
    return () => clearTimeout(timer);
  }, [ids, client]);
  return { active: data, isKnown: !isPending };
}

const none: readonly Pause[] = [];

const key = ownKey('adwarden.pauses');

/**
 * The active pauses as this tab saw them last, for the account that is signed in. A reload shows the banner at once
 * with them, so that it does not push the page down when the answer comes.
 */
function rememberedPauses(account: string): Pause[] | undefined {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(key) ?? 'null');
    return stored.account === account ? pause.array().parse(stored.pauses) : undefined;
  } catch {
    return undefined;
  }
}

function rememberPauses(account: string, pauses: readonly Pause[]): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify({ account, pauses }));
  } catch {
    // The storage is full: the banner only comes a moment later.
  }
}
