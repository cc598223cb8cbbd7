import { useCallback, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** The parameters of what is shown, as in an address, and a function that changes some of them. null removes one. */
export type TrafficPlace = {
  params: URLSearchParams;
  change: (changes: Record<string, string | null>) => void;
};

function changed(params: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Keeps them in the address of the page, so that a link leads to what is shown. */
export function useTrafficAddress(): TrafficPlace {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const change = useCallback(
    (changes: Record<string, string | null>) =>
      setParams((now) => changed(now, changes), {
        preventScrollReset: true,
        state,
        // At once, because the next change starts from these parameters.
        flushSync: true,
        // Back returns to the last range. It skips the steps that were looked at.
        replace: 'at' in changes,
      }),
    [setParams, state],
  );
  return { params, change };
}

/** Keeps them in memory, for a dialog, which has no address. */
export function useTrafficMemory(): TrafficPlace {
  const [params, setParams] = useState(() => new URLSearchParams());
  const change = useCallback(
    (changes: Record<string, string | null>) => setParams((now) => changed(now, changes)),
    [],
  );
  return { params, change };
}
