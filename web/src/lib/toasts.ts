import type { Reached } from '@adwarden/contract/envelope';
import { randomId } from '@mantine/hooks';
import type { NotificationData } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { messageTime } from './delays.ts';
import { focusPlace, giveFocus, isFocusLost } from './focus-place.ts';
import { wishForToasts } from './toast-wishes.ts';

type Library = Pick<typeof import('./toast-library.ts'), 'notifications' | 'notificationsStore'>;
let library: Library | null = null;

/** Acts at once if what shows toasts is there, otherwise when it has been loaded. */
function withLibrary(act: (library: Library) => void, otherwise: () => void): void {
  if (library) return act(library);
  wishForToasts();
  import('./toast-library.ts').then(({ notifications, notificationsStore }) => {
    library = { notifications, notificationsStore };
    act(library);
  }, otherwise);
}

/** Says a message without a toast, as long, because what shows toasts cannot be loaded. */
function sayPlainly(message: ReactNode): void {
  if (typeof message !== 'string') return;
  const words = document.createElement('p');
  words.className = 'plain-toast';
  words.setAttribute('role', 'alert');
  words.textContent = message;
  document.body.append(words);
  setTimeout(() => words.remove(), messageTime);
}

/**
 * Shows a toast; one that shows already is shown for as long again. If the toast has the focus when it closes, by one of its buttons or by time, the
 * focus returns to the element that had it when the toast was shown, or to the one that opened that element's dialog.
 */
export function showToast(toast: NotificationData): void {
  const here = focusPlace();
  // A Save button that was disabled during its request has lost the focus, and its dialog closes.
  const place = isFocusLost() ? (here.opener ?? here) : here;
  const id = toast.id ?? randomId('toast-');
  function onClose(): void {
    if (document.getElementById(id)?.contains(document.activeElement)) giveFocus(place);
  }
  const shown = { ...toast, id, onClose };
  withLibrary(
    ({ notifications, notificationsStore }) => {
      const { notifications: all, queue } = notificationsStore.getState();
      const same = [...all, ...queue].find((one) => one.id === id);
      if (same) notifications.update({ ...shown, autoClose: fromNow(same) });
      else notifications.show(shown);
    },
    () => sayPlainly(toast.message),
  );
}

/** Mantine begins to count anew only when the time is another one. */
const fromNow = ({ autoClose = messageTime }: NotificationData) =>
  typeof autoClose === 'number' ? messageTime + Number(autoClose === messageTime) : autoClose;

/** Closes a toast. */
export function hideToast(id: string): void {
  library?.notifications.hide(id);
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
  if (!library) return;
  const { notifications, notificationsStore } = library;
  notifications.updateState(notificationsStore, (toasts) =>
    toasts.filter(({ id }) => id?.startsWith(aboutSession)),
  );
}

/** A toast for an error. When several calls fail with the same message, it is shown once. */
export function toastError(message: string): void {
  showToast({ id: `error: ${message}`, message, color: 'red', role: 'alert' });
}
