import type { Browser, Page } from 'puppeteer-core';
import { searched } from '../../data-sets/data-set.words.ts';
import { judgeGoal, log, type Verdict } from '../../measuring/report.ts';
import { median, percentile } from '../../measuring/statistics.ts';
import { freshPage, type Session } from './web.browser.ts';

const goals = { firstRowsMs: 500, searchMs: 300 };
const runs = 3;
/** The number of navigations in each run. */
const navigations = 5;
/** The number of searches with each word in each run. */
const searches = 2;
/** Time between two keys when somebody types fast: shorter than the debounce. */
const keyMs = 60;

/*
 * Runs in the page. `firstRows` and `searched` become the times at which rows were painted, in milliseconds of the
 * page's own clock. The first task after an animation frame counts as the time of painting.
 */
const stopwatch = `
  window.rows = () => document.querySelectorAll('tbody button[aria-label^="Edit "]').length;
  window.settled = () => document.querySelector('table')?.getAttribute('aria-busy') === 'false';
  const painted = (callback) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => callback(performance.now());
    port2.postMessage(null);
  });
  window.watched = { firstRows: null, lastKey: null, wanted: null, searched: null };
  new MutationObserver(() => {
    const { watched } = window;
    if (watched.firstRows === null && rows() > 0) {
      watched.firstRows = 0;
      painted((at) => { watched.firstRows = at; });
    }
    const search = new URLSearchParams(location.search).get('search');
    if (watched.wanted !== null && search === watched.wanted && settled() && rows() > 0) {
      watched.wanted = null;
      painted((at) => { watched.searched = at; });
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
  document.addEventListener('keydown', ({ timeStamp }) => { window.watched.lastKey = timeStamp; }, true);
`;

const patience = { timeout: 20_000 };

/** Returns the time from the start of the navigation until the first rows are painted, with an empty cache. */
async function firstRows(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction('window.watched.firstRows > 0', patience);
  return (await page.evaluate('window.watched.firstRows')) as number;
}

/** Returns the time from the last key of a word, typed into the empty search, until its rows are painted. */
async function searchOnce(page: Page, word: string): Promise<number> {
  await page.waitForFunction('settled() && rows() > 0', patience);
  await page.evaluate(
    `Object.assign(window.watched, { wanted: ${JSON.stringify(word)}, searched: null })`,
  );
  await page.type('input[type="search"]', word, { delay: keyMs });
  await page.waitForFunction('window.watched.searched !== null', patience);
  return (await page.evaluate('window.watched.searched - window.watched.lastKey')) as number;
}

const shown = (times: number[][]) =>
  `p95 ${percentile(times.flat(), 0.95).toFixed(0)} ms, ${times.flat().length} times`;

/** Returns the times of some navigations until the first rows. */
async function allFirstRows(browser: Browser, url: string, session: Session): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < navigations; index += 1) {
    const { page, close } = await freshPage(browser, session);
    await page.evaluateOnNewDocument(stopwatch);
    times.push(await firstRows(page, url));
    await close();
  }
  log(`first rows: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`);
  return times;
}

/** Returns the times of some searches with each word. */
async function allSearches(browser: Browser, url: string, session: Session): Promise<number[]> {
  const found: number[] = [];
  for (const word of Object.values(searched)) {
    const times: number[] = [];
    for (let again = 0; again < searches; again += 1) {
      const { page, close } = await freshPage(browser, session);
      await page.evaluateOnNewDocument(stopwatch);
      await firstRows(page, url);
      times.push(await searchOnce(page, word));
      await close();
    }
    log(`search ${word}: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`);
    found.push(...times);
  }
  return found;
}

/**
 * Measures the time until the list of 100,000 apps shows its first rows, and the rows of a search. A search waits 200 ms for
 * more letters.
 */
export async function measureSpeed(
  browser: Browser,
  base: string,
  session: Session,
): Promise<Verdict[]> {
  const url = `${base}/admin/application-list`;
  const first: number[][] = [];
  const found: number[][] = [];
  for (let run = 1; run <= runs; run += 1) {
    first.push(await allFirstRows(browser, url, session));
    found.push(await allSearches(browser, url, session));
  }
  return [
    judgeGoal('list of 100,000 apps: first rows', first.map(median), goals.firstRowsMs, {
      detail: shown(first),
    }),
    judgeGoal(
      'list of 100,000 apps: from the last key of a search to its rows',
      found.map(median),
      goals.searchMs,
      { detail: shown(found) },
    ),
  ];
}
