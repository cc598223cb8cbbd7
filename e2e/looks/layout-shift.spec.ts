import type { Browser, Page } from '@playwright/test';
import { type DemoServer, startDemoServer } from '../support/demo-server.ts';
import { adminScreens, ownerScreens, type Screen } from '../support/screens.ts';
import { enter, expect, test } from '../support/test.ts';

/* No page moves while it loads. Each call is answered at another time, as over a slow network; the demo fills the pages. */

/** The sum of a page; 0.1 is what browsers call good. */
const mostShift = 0.05;

/** An app of each role with requests, findings and a history. */
let apps: Record<'admin' | 'owner', string>;
let demo: DemoServer;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  demo = await startDemoServer();
  const idOf = async (search: string) =>
    (await demo.api.call('getAllApp', { query: { search } }))[0]?.appID ?? '';
  apps = { admin: await idOf('Pulse Notebook'), owner: await idOf('Sidelong Diary') };
});
test.afterAll(() => demo?.stop());

/** The tabs of the page of an application. The network of Connect is never idle: it has a stream. */
const tabs = ['', '/connect', '/traffic', '/history', '/test', '/tokens'];

const pathsOf = {
  admin: () => [
    ...paths(adminScreens),
    '/admin/safety/pauses',
    '/admin/guide',
    ...tabs.map((tab) => `/admin/application/${apps.admin}${tab}`),
  ],
  owner: () => [
    ...paths(ownerScreens),
    '/safety/pauses',
    '/guide',
    ...tabs.map((tab) => `/application/${apps.owner}${tab}`),
  ],
};

const paths = (screens: readonly Screen[]) => screens.map(({ path }) => path);

type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** Before the page's first script: collects what moves in it. */
function watchShifts(): void {
  const shifts: { value: number; what: string }[] = [];
  Object.assign(window, { shifts });
  const placeOf = ({ x, y, width, height }: DOMRect) =>
    [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue;
      const what = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node?.nodeName} “${node?.textContent?.slice(0, 30)}” ${placeOf(previousRect)} → ${placeOf(currentRect)}`,
      );
      shifts.push({ value, what: `${value.toFixed(3)}: ${what.join(', ')}` });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Milliseconds until a call is answered: the same for the same call, and another for another one. */
const delayOf = (url: string) =>
  100 +
  ([...new URL(url).pathname].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 7) * 50;

async function open(browser: Browser, who: 'admin' | 'owner', width: number): Promise<Page> {
  const page = await browser.newPage({
    baseURL: demo.address,
    reducedMotion: 'reduce',
    viewport: { width, height: width < 640 ? 844 : 900 },
  });
  await enter(page, demo.sessions[who]);
  await page.addInitScript(watchShifts);
  await page.route('**', async (route) => {
    const request = route.request();
    if (request.resourceType() === 'fetch') {
      await new Promise((answer) => setTimeout(answer, delayOf(request.url())));
    }
    // The page may be gone.
    await route.continue().catch(() => {});
  });
  return page;
}

for (const width of [1440, 1280, 390]) {
  for (const who of ['admin', 'owner'] as const) {
    test(`no page of an ${who} moves while it loads at ${width} px`, async ({ browser }) => {
      test.setTimeout(300_000);
      const page = await open(browser, who, width);
      const moved: string[] = [];
      for (const path of pathsOf[who]()) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (!path.endsWith('/connect')) await page.waitForLoadState('networkidle');
        await expect(page.locator('main [data-still-loading]')).toHaveCount(0);
        const shifts = await page.evaluate(
          () =>
            new Promise<{ value: number; what: string }[]>((done) =>
              requestAnimationFrame(() =>
                requestAnimationFrame(() => done(Reflect.get(window, 'shifts'))),
              ),
            ),
        );
        const sum = shifts.reduce((all, { value }) => all + value, 0);
        if (sum > mostShift) {
          moved.push(
            `${path}: ${sum.toFixed(3)}\n  ${shifts.map(({ what }) => what).join('\n  ')}`,
          );
        }
      }
      expect(moved.join('\n'), 'cumulative layout shift').toBe('');
      await page.close();
    });
  }
}
