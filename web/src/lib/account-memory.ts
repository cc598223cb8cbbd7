import './storage.ts';
import { ownKey } from './base-path.ts';
import { removeAccountToasts } from './toasts.ts';

/*
 * This tab remembers some of what an account has seen. It forgets this when the account signs out, when its session ends,
 * and when another account signs in. Local storage stays: it only holds how things look (layout, colours, columns, rows of
 * a page).
 */

const forgetting = new Set<() => void>();

/** Registers how a part of the page forgets what it remembers of the account. */
export function forgetWithAccount(forget: () => void): void {
  forgetting.add(forget);
}

/**
 * Forgets what the account has seen: what is registered, its toasts, and what this installation has in session storage. The
 * session itself is in a store of its own, under other keys.
 */
export function forgetAccount(): void {
  for (const forget of forgetting) forget();
  removeAccountToasts();
  const { sessionStorage } = window;
  const keys = Array.from(sessionStorage, (_, place) => sessionStorage.key(place) ?? '');
  for (const key of keys) if (key.startsWith(ownKey('adwarden.'))) sessionStorage.removeItem(key);
}
