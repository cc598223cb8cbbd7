import { notifications } from '@mantine/notifications';

/** A toast with the server's words, top right, for 3 s (spec, section 9). */
export function toastSuccess(message: string): void {
  notifications.show({ message, color: 'green' });
}

/** The same message is shown once while it stands, however many calls fail with it. */
export function toastError(message: string): void {
  notifications.show({ id: `error: ${message}`, message, color: 'red', role: 'alert' });
}
