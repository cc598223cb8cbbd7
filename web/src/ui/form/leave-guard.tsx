import { useWindowEvent } from '@mantine/hooks';
import { useBlocker } from 'react-router';
import { hasUnsavedWork } from '../unsaved.ts';
import { DiscardQuestion } from './discard-question.tsx';

/**
 * Asks before unsaved changes of any form are lost by going to another page or closing the tab. There is only one in
 * the app, because React Router supports one blocker at a time.
 */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasUnsavedWork(),
  );
  useWindowEvent('beforeunload', (event) => hasUnsavedWork() && event.preventDefault());
  return (
    <DiscardQuestion
      opened={blocker.state === 'blocked'}
      onStay={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  );
}
