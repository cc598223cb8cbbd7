import { type NotificationData, notifications } from '@mantine/notifications';
import { focusPlace, giveFocus } from './focus-place.ts';

/**
 * Shows a toast and answers its id. When it goes while it has the focus, by a button of its own or by
 * time, the focus goes back to where it was when the toast came, or to what opened the dialog there.
 */
export function showToast(toast: NotificationData): string {
  const place = focusPlace();
  return notifications.show({
    ...toast,
    onClose: (shown) => {
      const element = document.getElementById(shown.id ?? '');
      if (element?.contains(document.activeElement)) giveFocus(place);
    },
  });
}

/** A toast with the server's words, top right, for 3 s (spec, section 9). */
export function toastSuccess(message: string): void {
  showToast({ message, color: 'green' });
}

/** The same message is shown once while it stands, however many calls fail with it. */
export function toastError(message: string): void {
  showToast({ id: `error: ${message}`, message, color: 'red', role: 'alert' });
}
