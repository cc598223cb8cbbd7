import type { Path } from 'react-router';
import { ownKey } from '../../lib/base-path.ts';
import { installation } from '../../lib/page-settings.ts';
import type { Role } from '../../lib/role.ts';

/* What a tab keeps while its person is at the provider (ADR 142): in session storage, which survives the way there and back. */

const key = ownKey('adwarden.sign-on');
const refusedKey = ownKey('adwarden.sign-on.refused');

/** `flow` is of the server, and ends the sign-in. `from`: the page to come back to; null for the first one. */
export type KeptFlow = { flow: string; as: Role; for: 'signIn' | 'link'; from: Path | null };

/** Keeps a sign-in, and leaves for the provider. */
export function leaveFor(url: string, kept: KeptFlow): void {
  window.sessionStorage.setItem(key, JSON.stringify({ ...kept, of: installation() }));
  window.location.assign(url);
}

/** Returns what was kept, once; null when nothing was begun in this tab. */
export function takeFlow(): KeptFlow | null {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as
      | (KeptFlow & { of: string })
      | null;
    window.sessionStorage.removeItem(key);
    return kept && kept.of === installation() && typeof kept.flow === 'string' ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps whether the last sign-in at the provider was refused here, so that the next one lets the person choose another account. */
export function noteRefusal(isRefused: boolean): void {
  if (isRefused) window.sessionStorage.setItem(refusedKey, installation());
  else window.sessionStorage.removeItem(refusedKey);
}

/** Tells whether the last sign-in at the provider was refused here. */
export const wasRefused = (): boolean =>
  window.sessionStorage.getItem(refusedKey) === installation();
