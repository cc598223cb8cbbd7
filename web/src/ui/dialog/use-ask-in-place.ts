import { useCallback, useRef, useState } from 'react';

/**
 * A question that replaces the button that was pressed. `cancel` shows the button again and focuses it; give the
 * button `trigger` as its ref. `atFirst`: the question is there from the beginning.
 */
export function useAskInPlace(atFirst = false) {
  const [asking, setAsking] = useState(atFirst);
  const returns = useRef(false);
  const trigger = useCallback((button: HTMLButtonElement | null) => {
    if (!button || !returns.current) return;
    returns.current = false;
    button.focus();
  }, []);
  return {
    asking,
    trigger,
    ask: () => setAsking(true),
    /** Ends the question; the caller must set the focus. */
    done: () => setAsking(false),
    cancel: () => {
      returns.current = true;
      setAsking(false);
    },
  };
}
