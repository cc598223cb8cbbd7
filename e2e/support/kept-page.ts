import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/* One page for all tests of a worker (ADR 138): its process has compiled the product, and its cache has the files. */

/** Methods whose effects cannot be taken back: a test that calls one is the last one of its context. */
const changing = {
  context: [
    'addCookies',
    'addInitScript',
    'clearPermissions',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'route',
    'routeFromHAR',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
    'setStorageState',
  ],
  page: [
    'emulateMedia',
    'exposeBinding',
    'exposeFunction',
    'routeFromHAR',
    'routeWebSocket',
    'setDefaultTimeout',
    'setExtraHTTPHeaders',
  ],
  clock: ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'],
} as const;

/** The events of a page to which tests listen. */
const heard = ['console', 'dialog', 'download', 'popup', 'request', 'response'] as const;

type Kept = {
  context: BrowserContext;
  page: Page;
  devtools: CDPSession;
  options: string;
  isChanged: boolean;
  initScripts: { dispose: () => Promise<void> }[];
};

/** Calls `before` with each call of these methods, which then go on as usual. */
function intercept<T extends object>(target: T, names: readonly (keyof T)[], before: () => void) {
  for (const name of names) {
    const method: unknown = target[name];
    if (typeof method !== 'function') throw new Error(`${String(name)} is no method`);
    const replacement = (...args: unknown[]) => {
      before();
      return method.apply(target, args);
    };
    Object.assign(target, { [name]: replacement });
  }
}

export type KeptPage = ReturnType<typeof createKeptPage>;

/** Builds the keeper of one worker's page. Between two tests the page is empty, and stands at `parking`. */
export function createKeptPage() {
  let kept: Kept | null = null;

  async function open(browser: Browser, options: string): Promise<Kept> {
    const context = await browser.newContext();
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const made: Kept = { context, page, devtools, options, isChanged: false, initScripts: [] };
    const note = () => {
      made.isChanged = true;
    };
    intercept(context, changing.context, note);
    intercept(page, changing.page, note);
    intercept(context.clock, changing.clock, note);
    const add = page.addInitScript.bind(page);
    page.addInitScript = async (...args) => {
      const script = await add(...args);
      made.initScripts.push(script);
      return script;
    };
    return made;
  }

  async function close(): Promise<void> {
    const { context } = kept ?? {};
    kept = null;
    await context?.close();
  }

  /** Takes back what a test has done with the page. */
  async function empty({ context, page, devtools, initScripts }: Kept, parking: string) {
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const event of heard) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await Promise.all(initScripts.splice(0).map((script) => script.dispose()));
    await page.mouse.move(-1, -1);
    // A document of the same server, so that the browser keeps the process. It runs no script.
    await page.goto(parking, { waitUntil: 'commit' });
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    await devtools.send('Page.resetNavigationHistory');
  }

  return {
    /** Returns the page, in a new context if `options` differ from those of the test before. */
    async enter(browser: Browser, options: string): Promise<Kept> {
      if (kept?.options !== options) await close();
      kept ??= await open(browser, options);
      return kept;
    },

    /** Empties the page for the next test, or closes its context if that is not possible. */
    async leave(parking: string, viewport: { width: number; height: number } | null) {
      if (!kept || kept.isChanged || kept.page.isClosed()) return close();
      try {
        await empty(kept, parking);
        if (viewport) await kept.page.setViewportSize(viewport);
      } catch {
        await close();
      }
    },

    close,
  };
}
