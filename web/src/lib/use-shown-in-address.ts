import { useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * What a drawer shows, by the id that the address has as `name`: so a link leads to it, and Back closes it. `shown` keeps the
 * id while the drawer fades out; null before the first opening.
 */
export function useShownInAddress(name: string) {
  const [params, setParams] = useSearchParams();
  const id = params.get(name);
  const [last, setLast] = useState(id);
  if (id !== null && id !== last) setLast(id);
  return {
    opened: id !== null,
    shown: id ?? last,
    open: (next: string) =>
      setParams((now) => {
        now.set(name, next);
        return now;
      }),
    close: () =>
      setParams(
        (now) => {
          now.delete(name);
          return now;
        },
        { replace: true },
      ),
  };
}
