import type { Reached } from '@adwarden/contract/envelope';
import { useSyncExternalStore } from 'react';

/** `behind`: phones do not get what is saved. `stopped`: an operator has stopped all ads of the machine. */
export type PhonesState = { behind: boolean; stopped: boolean };

let state: PhonesState = { behind: false, stopped: false };
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Hears what an answer with `adsHaveIt` says of the phones. */
export function hearOfPhones(reached: Reached | undefined, isStopped: boolean): void {
  if (reached === undefined) return;
  const now = { behind: reached === 'none', stopped: isStopped };
  if (now.behind === state.behind && now.stopped === state.stopped) return;
  state = now;
  for (const listener of listeners) listener();
}

/** Whether phones do not get what is saved. The last answer with `adsHaveIt` says it. */
export const arePhonesBehind = (): boolean => state.behind;

const now = (): PhonesState => state;

/** The state of the phones, for a component. */
export const usePhonesState = (): PhonesState => useSyncExternalStore(subscribe, now);
