import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { DiscardQuestion } from './discard-question.tsx';
import { hasUnsavedWork } from './unsaved.ts';

/**
 * Asks before another page, or the browser's closing the tab, loses what any form of the page holds.
 * There is one for the whole app: React Router follows one blocker at a time.
 */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasUnsavedWork(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => hasUnsavedWork() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <DiscardQuestion
      opened={blocker.state === 'blocked'}
      onStay={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  );
}
