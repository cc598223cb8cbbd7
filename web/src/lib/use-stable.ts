import { useLayoutEffect, useRef, useState } from 'react';

type Functions = { [name: string]: ((...given: never[]) => void) | undefined };

/**
 * Returns an object that stays the same, with functions that call those of the last render: what gets it renders no more often
 * because of them. The functions that are there at first are there for good.
 */
export function useStable<T extends Functions>(functions: T): T {
  const latest = useRef<Functions>(functions);
  useLayoutEffect(() => {
    latest.current = functions;
  });
  const [stable] = useState(() => {
    const callOf =
      (name: string) =>
      (...given: never[]) =>
        latest.current[name]?.(...given);
    const there = Object.keys(functions).filter((name) => functions[name]);
    return Object.fromEntries(there.map((name) => [name, callOf(name)])) as T;
  });
  return stable;
}
