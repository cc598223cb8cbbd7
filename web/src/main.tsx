import './lib/browser/trusted-types.ts';
import './lib/browser/zod-without-eval.ts';
import './theme/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { prefetchAtStart } from './app/prefetch-at-start.ts';
import { Providers } from './app/providers.tsx';
import { createQueryClient } from './app/query-client.ts';
import { createRouter } from './app/router.ts';
import { accountOf } from './features/session/session.ts';
import { sessionStore } from './features/session/use-session.ts';
import { forgetAccount, forgetWithAccount } from './lib/account-memory.ts';
import { asRoute, onServer } from './lib/base-path.ts';
import { keepComposingKeys } from './lib/browser/composing-keys.ts';
import { refuseFileDrops } from './lib/browser/refuse-file-drops.ts';
import { refuseHugePastes } from './lib/browser/refuse-huge-pastes.ts';
import { rememberFocus } from './lib/focus-place.ts';
import { rememberPresence } from './lib/presence.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

keepComposingKeys(window);
refuseFileDrops(window);
refuseHugePastes(document);
rememberFocus(document);
rememberPresence(window);

const queryClient = createQueryClient();
const router = createRouter();
forgetWithAccount(() => queryClient.clear());
// The tab forgets what an account has seen when it signs out, but not when a session of the same account is renewed.
let shownTo = accountOf(sessionStore.get());
sessionStore.subscribe(() => {
  const account = accountOf(sessionStore.get());
  if (account !== shownTo) forgetAccount();
  shownTo = account;
});

const { pathname, search, hash } = window.location;
if (asRoute(pathname) === null) {
  // The page came past the proxy that puts BASE_PATH in front; the router knows only what is below it.
  window.location.replace(onServer(pathname + search + hash));
} else {
  prefetchAtStart(queryClient, window.location);
  createRoot(root).render(
    <StrictMode>
      <Providers queryClient={queryClient}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}
