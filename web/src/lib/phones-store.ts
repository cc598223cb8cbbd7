import type { Reached } from '@adwarden/contract/envelope';
import { useSyncExternalStore } from 'react';

let areBehind = false;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Hears what an answer says of the phones: whether the processes that answer them have what is saved. */
export function hearOfPhones(reached: Reached | undefined): void {
  if (reached === undefined) return;
  const now = reached === 'none';
  if (now === areBehind) return;
  areBehind = now;
  for (const listener of listeners) listener();
}

/** Whether phones do not get what is saved. The last answer with `adsHaveIt` says it. */
export const arePhonesBehind = (): boolean => areBehind;

/** The same, for a component. */
export const usePhonesBehind = (): boolean => useSyncExternalStore(subscribe, arePhonesBehind);
