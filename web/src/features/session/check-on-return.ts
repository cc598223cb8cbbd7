import { openSessionCalls } from '@adwarden/contract/open-sessions';
import { ApiError } from '../../lib/api-error.ts';
import { request } from '../../lib/http-client.ts';
import { coverPage, uncoverPage } from './cover-page.ts';
import { sessionStore } from './use-session.ts';

/** Milliseconds out of sight after which a tab asks the server before it shows data again. */
const outOfSightMs = 5 * 60_000;

/**
 * Asks the server whether the session still exists when the tab comes back: from the browser's cache of pages, after it was frozen,
 * or after five minutes out of sight. The page is covered until the answer. `onOver` handles the end of the session; the page stays
 * covered until it has.
 */
export function checkOnReturn(onOver: (message: string, token: string) => Promise<void>): void {
  let hiddenAt: number | null = document.hidden ? Date.now() : null;
  let isChecking = false;

  async function check(): Promise<void> {
    const session = sessionStore.get();
    if (!session || isChecking) return;
    isChecking = true;
    coverPage('Checking whether you are still signed in…');
    try {
      await request(openSessionCalls.getSessions, { token: session.token, isBackground: true });
      uncoverPage();
    } catch (error) {
      // A session that has to set up something first may not make this call, and shows nothing but that.
      const isUnknown = error instanceof ApiError && error.sessionOver;
      if (isUnknown) await onOver(error.message, session.token);
      if (isUnknown || (error instanceof ApiError && error.status === 403)) uncoverPage();
      else {
        const again = { text: 'Try again', onClick: () => void check() };
        coverPage('The server cannot be reached, so nothing is shown.', again);
      }
    } finally {
      isChecking = false;
    }
  }

  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void check();
  });
  document.addEventListener('resume', () => void check());
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      hiddenAt = Date.now();
      return;
    }
    if (hiddenAt !== null && Date.now() - hiddenAt >= outOfSightMs) void check();
    hiddenAt = null;
  });
  // What was covered before a sign-out is not there any more.
  sessionStore.subscribe(() => {
    if (!sessionStore.get()) uncoverPage();
  });
}
