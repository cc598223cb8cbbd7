import type { Pause } from '@adwarden/contract/pauses/pauses';
import { useSyncExternalStore } from 'react';
import { forgetWithAccount } from '../../../lib/account-memory.ts';
import { appsInWords } from '../../../lib/words/words.ts';

/** The first values of the dialog. `label` is the name of the account, owner or app in `value`, or of some apps. */
export type PauseDraft = Pick<Pause, 'scope' | 'value' | 'label' | 'reason' | 'appIDs'>;

type Opening = { opened: boolean; draft: PauseDraft; visit: number };

/** The dialog opens from several places, so its state is kept here and it is rendered once. */
let state: Opening | null = null;
const listeners = new Set<() => void>();

function become(next: Opening | null): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opens the dialog that pauses ads. */
export function openPauseDialog(draft: PauseDraft): void {
  become({ opened: true, draft, visit: (state?.visit ?? 0) + 1 });
}

/** Opens it for one app. */
export const pauseApp = ({ appID, appName }: NamedApp, reason = ''): void =>
  openPauseDialog({ scope: 'app', value: appID, label: appName, reason });

type NamedApp = { appID: string; appName: string };

/** Opens it for an account. */
export const pauseAccount = (name: string, reason = ''): void =>
  openPauseDialog({ scope: 'account', value: name, label: name, reason });

/** Opens it for some apps. */
export const pauseApps = (appIDs: string[]): void =>
  openPauseDialog({
    scope: 'apps',
    value: '',
    label: appsInWords(appIDs.length),
    reason: '',
    appIDs,
  });

/** Opens it for an owner: all of their apps. */
export const pauseOwner = ({ id, fullName }: { id: string; fullName: string }, reason = ''): void =>
  openPauseDialog({ scope: 'owner', value: id, label: fullName, reason });

forgetWithAccount(() => become(null));

export function closePauseDialog(): void {
  if (state) become({ ...state, opened: false });
}

/** Returns the dialog's state; null until it was opened once. `visit` counts the openings. */
export function usePauseDialog(): Opening | null {
  return useSyncExternalStore(subscribe, () => state);
}
