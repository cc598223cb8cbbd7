import type { Delivery } from '@adwarden/contract/notifications/webhooks';
import { toastError, toastSuccess } from '../../lib/toasts.ts';

/** Says whether the receiver has taken an event that was sent by hand. */
export function toastDelivery({ message, data }: { message: string; data: Delivery }): void {
  if (data.state === 'delivered') toastSuccess(message);
  else toastError(message);
}
