import { type Pause, pause } from '@adwarden/contract/pauses/pauses';
import '../../lib/storage.ts';

const key = 'adwarden.pauses';

/**
 * The active pauses as this tab saw them last, for the account that is signed in. A reload shows the banner at once
 * with them, so that it does not push the page down when the answer comes.
 */
export function rememberedPauses(account: string): Pause[] | undefined {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(key) ?? 'null');
    return stored.account === account ? pause.array().parse(stored.pauses) : undefined;
  } catch {
    return undefined;
  }
}

export function rememberPauses(account: string, pauses: readonly Pause[]): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify({ account, pauses }));
  } catch {
    // The storage is full: the banner only comes a moment later.
  }
}
