import { useCallback, useRef, useState } from 'react';

/**
 * A question that takes the place of the button that asks it. `cancel` brings the button back, and
 * the focus with it: give the button `trigger` as its ref.
 */
export function useAskInPlace() {
  const [asking, setAsking] = useState(false);
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
    /** The question is answered: the caller says where the focus goes. */
    done: () => setAsking(false),
    cancel: () => {
      returns.current = true;
      setAsking(false);
    },
  };
}
