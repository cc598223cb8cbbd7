import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Opens a list's dialog when a link asks for it, with `?add=1` for its form, once: the parameter is taken out of the address.
 */
export function useAskedTo(what: 'add' | 'import' | 'export', open: () => void): void {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get(what) === '1';
  // Only a link that asks opens it, not a new render with another `open`.
  const onAsked = useEffectEvent(() => {
    open();
    setParameters(
      (now) => {
        now.delete(what);
        return now;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (asked) onAsked();
  }, [asked]);
}
