import type { Reached } from '@adwarden/contract/envelope';
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import { focusPlace, giveFocus, isFocusLost } from './focus-place.ts';

/**
 * Shows a toast and returns its id. If the toast has the focus when it closes, by one of its buttons or by time, the
 * focus returns to the element that had it when the toast was shown, or to the one that opened that element's dialog.
 */
export function showToast(toast: NotificationData): string {
  const here = focusPlace();
  // A Save button that was disabled during its request has lost the focus, and its dialog closes.
  const place = isFocusLost() ? (here.opener ?? here) : here;
  return notifications.show({
    ...toast,
    onClose: (shown) => {
      const element = document.getElementById(shown.id ?? '');
      if (element?.contains(document.activeElement)) giveFocus(place);
    },
  });
}

/** A toast with the server's message, if it gives one, at the top right for 3 s (spec, section 9). */
export function toastSuccess(message: string | undefined): void {
  showToast({ message: message || 'Done', color: 'green' });
}

/** A toast for what must be on phones at once: an error when none of the processes that answer them has it. */
export function toastUrgent({
  message,
  adsHaveIt,
}: {
  message: string;
  adsHaveIt?: Reached | undefined;
}): void {
  if (adsHaveIt === 'none') toastError(message);
  else toastSuccess(message);
}

/** The ids of toasts about the session begin with this. */
const aboutSession = 'session: ';

/** A toast about the session itself: it stays when the session has ended. */
export function toastSession(message: string, kind: 'success' | 'error'): void {
  const look = kind === 'error' ? { color: 'red', role: 'alert' } : { color: 'green' };
  showToast({ id: aboutSession + message, message, ...look });
}

/** Removes all toasts, except those about the session. */
export function removeAccountToasts(): void {
  notifications.updateState(notificationsStore, (toasts) =>
    toasts.filter(({ id }) => id?.startsWith(aboutSession)),
  );
}

/** A toast for an error. When several calls fail with the same message, it is shown once. */
export function toastError(message: string): void {
  showToast({ id: `error: ${message}`, message, color: 'red', role: 'alert' });
}
