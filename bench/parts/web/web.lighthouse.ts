import lighthouse from 'lighthouse';
import desktop from 'lighthouse/core/config/desktop-config.js';
import type { Browser } from 'puppeteer-core';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { median } from '../../measuring/statistics.ts';
import { freshPage, type Session } from './web.browser.ts';

const least = { performance: 95, accessibility: 100, 'best-practices': 100 };
type Category = keyof typeof least;
const categories = Object.keys(least) as Category[];
const runs = 3;

/** Makes one run in a new browser context: the scores from 0 to 100, and the audits that lower them. */
async function audit(browser: Browser, url: string, session: Session | undefined) {
  const { page, close } = await freshPage(browser, session);
  const result = await lighthouse(
    url,
    { onlyCategories: categories, logLevel: 'error' },
    desktop,
    page,
  );
  await close();
  if (!result) throw new Error(`Lighthouse has no result for ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
  const scores = categories.map((id) => (lhr.categories[id]?.score ?? Number.NaN) * 100);
  const found = categories.flatMap((id) =>
    (lhr.categories[id]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
      .map((ref) => lhr.audits[ref.id])
      .filter((one) => one !== undefined && one.score !== null && one.score < 0.9)
      .map((one) => `${id}: ${one?.id}${one?.displayValue ? ` (${one.displayValue})` : ''}`),
  );
  return { scores, found };
}

/** Measures the median of three Lighthouse runs (desktop) on each page; `pages` by name. */
export async function measureLighthouse(
  browser: Browser,
  pages: Record<string, { url: string; session?: Session }>,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [name, { url, session }] of Object.entries(pages)) {
    const all: number[][] = [];
    for (let run = 0; run < runs; run += 1) {
      const { scores, found } = await audit(browser, url, session);
      all.push(scores);
      for (const line of run === 0 ? found : []) log(`${name}, ${line}`);
    }
    for (const [index, category] of categories.entries()) {
      const scores = all.map((one) => one[index] ?? Number.NaN);
      const detail = scores.map((score) => score.toFixed(0)).join(', ');
      verdicts.push(
        judge(
          `Lighthouse ${name}: ${category}`,
          median(scores),
          { atLeast: least[category] },
          { detail },
        ),
      );
    }
  }
  return verdicts;
}
