import { openSessionCalls } from '@adwarden/contract/open-sessions';
import { ApiError } from '../../lib/api-error.ts';
import { request } from '../../lib/http-client.ts';
import { wouldLoseWork } from '../../ui/unsaved.ts';
import { coverPage, uncoverPage } from './cover-page.ts';
import { sessionStore } from './use-session.ts';

/** Milliseconds out of sight after which a tab asks the server before it shows data again. */
const outOfSightMs = 5 * 60_000;

/** Asks the server whether the session still exists. The page is covered until the answer, and until an ended session is handled. */
async function check(): Promise<void> {
  const session = sessionStore.get();
  if (!session) return;
  coverPage('Checking whether you are still signed in…');
  try {
    await request(openSessionCalls.getSessions, { token: session.token });
    uncoverPage();
  } catch (error) {
    if (!(error instanceof ApiError && error.sessionOver)) {
      coverPage('The server cannot be reached, so nothing is shown.', {
        text: 'Try again',
        onClick: () => void check(),
      });
      return;
    }
    if (wouldLoseWork()) uncoverPage();
    // An ordinary call is refused, too, and its refusal is handled as always: another tab may know a newer token of the session;
    // otherwise by a dialog, or the sign-in page.
    await request(openSessionCalls.getSessions).then(uncoverPage, () => {});
  }
}

/**
 * Checks the session whenever the tab comes back: from the browser's cache of pages, after it was frozen, or after five minutes out
 * of sight. Returns how to stop.
 */
export function checkOnReturn(): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  let hiddenAt: number | null = document.hidden ? Date.now() : null;
  addEventListener('pageshow', ({ persisted }) => void (persisted && check()), { signal });
  document.addEventListener('resume', () => void check(), { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden) {
        hiddenAt = Date.now();
        return;
      }
      if (hiddenAt !== null && Date.now() - hiddenAt >= outOfSightMs) void check();
      hiddenAt = null;
    },
    { signal },
  );
  return () => {
    stopping.abort();
    uncoverPage();
  };
}
