import type { Browser, Page } from 'puppeteer-core';
import { judgeGoal, log, type Verdict } from '../../measuring/report.ts';
import { median } from '../../measuring/statistics.ts';
import { freshPage, type Session } from './web.browser.ts';

/**
 * `ratio`: how much longer a page may take with 10,000 selected rows than with none: as much as two runs differ.
 * `frameMs`: the longest frame while the page scrolls. The screen shows 60 images a second, one each 17 ms. A frame takes
 * one or two of these intervals, so the time with selected rows divided by the time without says little.
 */
const goals = { ratio: 1.2, frameMs: 40 };
const runs = 3;
const pageSize = 100;
const selected = 10_000;
/** Page turns that are measured, with and without selected rows. */
const turns = 30;

/*
 * Runs in the page. `turn()` presses "Next page" and resolves with the milliseconds until the rows of that page are
 * painted. The first task after an animation frame counts as the time of painting. `scrollOver()` scrolls over the rows
 * of a page, and resolves with the longest time between two frames.
 */
const helpers = `
  window.settled = () => document.querySelector('table')?.getAttribute('aria-busy') === 'false';
  window.shown = () => document.querySelector('tbody [data-row]')?.dataset.row;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const painted = async () => {
    await frame();
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(null);
    });
  };
  window.turn = async () => {
    const before = shown();
    const start = performance.now();
    document.querySelector('button[aria-label="Next page"]').click();
    while (shown() === before || !settled()) await frame();
    await painted();
    return performance.now() - start;
  };
  window.scrollOver = async () => {
    let longest = 0;
    let last = performance.now();
    for (let top = 0; top < 4000; top += 100) {
      window.scrollTo(0, top);
      await frame();
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
    window.scrollTo(0, 0);
    return longest;
  };
`;

const patience = { timeout: 30_000 };

async function measured(page: Page): Promise<{ turn: number; scroll: number }> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) times.push((await page.evaluate('turn()')) as number);
  const frames: number[] = [];
  for (let again = 0; again < 5; again += 1) {
    frames.push((await page.evaluate('scrollOver()')) as number);
  }
  return { turn: median(times), scroll: median(frames) };
}

/** Selects whole pages of the list until so many rows are selected. */
async function selectPages(page: Page): Promise<void> {
  await page.click('[data-select-rows]');
  for (let count = 0; count < selected; count += pageSize) {
    await page.click('input[aria-label="Select all on this page"]');
    await page.evaluate('turn()');
  }
  await page.waitForFunction(
    `document.querySelector('[aria-label="Selected applications"]').textContent.includes('10,000 selected')`,
    patience,
  );
}

/** Pages and scrolls without selected rows, and then with 10,000. */
async function measureOnce(browser: Browser, base: string, session: Session) {
  const { page, close } = await freshPage(browser, session);
  await page.evaluateOnNewDocument(helpers);
  await page.goto(`${base}/admin/application-list`, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction('settled() && shown() !== undefined', patience);
  await page.select('select[aria-label="Rows per page"]', String(pageSize));
  await page.waitForFunction(
    `document.querySelectorAll('tbody [data-row]').length === ${pageSize}`,
    patience,
  );
  const without = await measured(page);
  await selectPages(page);
  const withThem = await measured(page);
  await close();
  log(
    `none selected: ${without.turn.toFixed(0)} ms for a page, ${without.scroll.toFixed(0)} ms for a frame; ` +
      `10,000: ${withThem.turn.toFixed(0)} ms, ${withThem.scroll.toFixed(0)} ms`,
  );
  return { without, withThem };
}

/** Measures the list of 100,000 apps, 100 on a page: it must page and scroll with 10,000 selected rows as fast as without. */
export async function measureSelection(
  browser: Browser,
  base: string,
  session: Session,
): Promise<Verdict[]> {
  const found: Awaited<ReturnType<typeof measureOnce>>[] = [];
  for (let run = 1; run <= runs; run += 1) found.push(await measureOnce(browser, base, session));
  const frames = found.map(({ without }) => without.scroll.toFixed(0)).join(', ');
  return [
    judgeGoal(
      'list with 10,000 selected: a page, times that without',
      found.map(({ without, withThem }) => withThem.turn / without.turn),
      goals.ratio,
      { unit: '', digits: 2 },
    ),
    judgeGoal(
      'list with 10,000 selected: the longest frame',
      found.map(({ withThem }) => withThem.scroll),
      goals.frameMs,
      { detail: `none selected: ${frames} ms` },
    ),
  ];
}
