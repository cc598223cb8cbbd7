import { request } from '../../lib/http-client.ts';
import { sharesTabs } from '../../lib/page-settings.ts';
import { lastUseAt } from '../../lib/presence.ts';
import type { Role } from '../../lib/role.ts';
import { toastSession } from '../../lib/toasts.ts';
import { bestFirst, type Offered } from './offers.ts';
import { renewalStore } from './renewal-store.ts';
import type { Session } from './session.ts';
import { onTold, tellTabs } from './session-tabs.ts';
import { sessionStore } from './use-session.ts';

/*
 * A new tab is signed in, as long as another tab of this browser is awake and has a session (ADR 135). It asks the others, takes
 * the best answer, and checks it with the server. Nothing is stored outside of the tab.
 */

/** Milliseconds in which answers of tabs are compared. Tabs that are awake answer in about 4 ms. */
const compareMs = 60;
/** Milliseconds until the sign-in page shows when no tab has answered. A busy tab answers late. */
const patienceMs = 300;
/** Milliseconds until it shows although the server is still asked about the session of a tab. */
const mostPatienceMs = 2_000;

/** Answers new tabs from now on. Who has to set up something first, or to sign in again, has nothing to give. */
export function offerSession(): void {
  if (!sharesTabs()) return;
  onTold('ask', ({ asker }) => {
    const session = sessionStore.get();
    if (!session || session.mustSetUp || renewalStore.get()) return;
    tellTabs({ about: 'offer', asker, session, usedAt: lastUseAt() });
  });
}

/** Loads the call by which the server says whether it knows a session; the sign-in pages do without it. */
const loadCalls = () => import('@adwarden/contract/open-sessions');

/** Tells whether the server knows a session. */
const isOpen = ({ token }: Session, calls: ReturnType<typeof loadCalls>): Promise<boolean> =>
  calls
    .then(({ openSessionCalls }) =>
      request(openSessionCalls.getSessions, { token, isBackground: true }),
    )
    .then(
      () => true,
      () => false,
    );

/** Looks for a session in other tabs. `ask` asks again; `stop` listens no longer; `isChecking`: an answer has come. */
type Seeking = { ask(): void; stop(): void; isChecking(): boolean };

/**
 * Asks the other tabs for a session, and calls `onFound` with the best one that the server knows, once. Late answers are taken,
 * too, until `stop`. `role` is that of the page that was opened.
 */
export function seekSession(role: Role, onFound: (session: Session) => void): Seeking {
  let asker = '';
  let offers: Offered[] = [];
  /** Tokens that the server does not know, and the one that is asked about. */
  const tried = new Set<string>();
  let isBusy = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // It is loaded while the other tabs answer.
  const calls = loadCalls();
  calls.catch(() => {});

  async function takeBest(): Promise<void> {
    if (isBusy || isOver) return;
    isBusy = true;
    for (;;) {
      const [best] = bestFirst(offers, role).filter(({ session }) => !tried.has(session.token));
      if (!best) break;
      tried.add(best.session.token);
      if ((await isOpen(best.session, calls)) && !isOver) {
        isBusy = false;
        return onFound(best.session);
      }
    }
    isBusy = false;
  }

  const end = onTold('offer', ({ asker: to, session, usedAt }) => {
    if (to !== asker) return;
    offers = [...offers.filter((one) => one.session.token !== session.token), { session, usedAt }];
    timer ??= setTimeout(() => void takeBest().finally(() => (timer = undefined)), compareMs);
  });

  return {
    ask() {
      asker = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) =>
        part.toString(36),
      ).join('-');
      offers = [];
      tried.clear();
      tellTabs({ about: 'ask', asker, role });
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
      end();
    },
    isChecking: () => timer !== undefined,
  };
}

/** Begins a session that another tab has, and says whose it is. */
export function takeOver(session: Session): void {
  sessionStore.set(session);
  toastSession(`Signed in as ${session.user.fullName}, as in another tab`, 'success');
}

/* A tab seeks once, when it is opened at a page that needs a session. Whoever has signed out here wants no session of others. */

let state: 'new' | 'seeking' | 'over' = sessionStore.get() ? 'over' : 'new';
/** True while the tab, which was opened without a session, has had none. */
let isFresh = state === 'new';
const listeners = new Set<() => void>();
function setState(next: typeof state): void {
  state = next;
  for (const listener of listeners) listener();
}
sessionStore.subscribe(() => {
  isFresh = false;
});

/** Seeks for a new tab that was opened at a page of this role. Call it as early as possible: the page is loaded meanwhile. */
export function seekForNewTab(role: Role): void {
  if (state !== 'new' || !sharesTabs()) return;
  setState('seeking');
  const began = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const seeking = seekSession(role, (session) => {
    end();
    takeOver(session);
  });
  function end(): void {
    clearTimeout(timer);
    seeking.stop();
    setState('over');
  }
  function endUnlessChecking(): void {
    const isLast = performance.now() - began >= mostPatienceMs;
    if (isLast || !seeking.isChecking()) end();
    else timer = setTimeout(endUnlessChecking, compareMs);
  }
  timer = setTimeout(endUnlessChecking, patienceMs);
  seeking.ask();
}

/** The store of whether a new tab waits for the answers of others, for `useSyncExternalStore`. */
export const newTabStore = {
  isSeeking: () => state === 'seeking',
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Tells whether the sign-in page of this tab may take the session of another tab. */
export const maySeek = (): boolean => isFresh && sharesTabs();
