import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/**
 * Holds what a drawer shows, by the id that the address has as `name`: so a link leads to it, and Back closes it. `shown`
 * keeps the id while the drawer fades out; null before the first opening.
 */
export function useShownInAddress(name: string) {
  const [params, setParams] = useSearchParams();
  // The state is kept, because a list notes in it what it did to the address itself.
  const { state } = useLocation();
  const id = params.get(name);
  const [last, setLast] = useState(id);
  if (id !== null && id !== last) setLast(id);
  const set = (next: string | null) =>
    setParams(
      (now) => {
        now.delete(name);
        if (next !== null) now.set(name, next);
        return now;
      },
      { state, replace: next === null },
    );
  return {
    opened: id !== null,
    shown: id ?? last,
    open: (next: string) => set(next),
    close: () => set(null),
  };
}
