import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useBlocker } from 'react-router';
import { closeTopmost, isDialogOpen, takeOwnStep } from '../dialog/dialog-stack.ts';
import { hasUnsavedWork, onFormClosed } from '../unsaved.ts';
import { DiscardQuestion } from './discard-question.tsx';

/**
 * Asks before unsaved changes of any form are lost by going to another page or closing the tab. While a dialog is open,
 * the browser's Back closes that dialog and stays on the page. There is only one in the app, because React Router
 * supports one blocker at a time.
 */
export function LeaveGuard() {
  const isForDialog = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    isForDialog.current = historyAction === 'POP' && !takeOwnStep() && isDialogOpen();
    // React Router goes forward again. Only then the dialog may change the address of its own entry in the history.
    if (isForDialog.current) window.addEventListener('popstate', closeTopmost, { once: true });
    const isLeaving = currentLocation.pathname !== nextLocation.pathname;
    return isForDialog.current || (isLeaving && hasUnsavedWork());
  });
  const isBlocked = blocker.state === 'blocked';

  const onBlocked = useEffectEvent(() => {
    if (isForDialog.current) blocker.reset?.();
  });
  useEffect(() => {
    if (isBlocked) onBlocked();
  }, [isBlocked]);

  // A save that ended behind the question leaves nothing to ask about.
  const onClosed = useEffectEvent(() => {
    if (!hasUnsavedWork()) blocker.proceed?.();
  });
  useEffect(() => (isBlocked ? onFormClosed(() => onClosed()) : undefined), [isBlocked]);

  useWindowEvent('beforeunload', (event) => hasUnsavedWork() && event.preventDefault());
  return (
    <DiscardQuestion
      opened={isBlocked && !isForDialog.current}
      onStay={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  );
}
