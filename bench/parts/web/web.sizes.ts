import { get, type IncomingHttpHeaders } from 'node:http';
import type { Browser } from 'puppeteer-core';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { freshPage, type Session } from './web.browser.ts';

const most = { scriptKb: 150, styleKb: 40 };
const immutable = /\bmax-age=31536000\b.*\bimmutable\b/;

/** Every page behind the sign-in. */
const screens = {
  admin: [
    '/admin/dashboard',
    '/admin/application-list',
    '/admin/user-list',
    '/admin/app-configuration',
    '/admin/change-password',
    '/admin/traffic',
    '/admin/audit-log',
  ],
  user: ['/dashboard', '/application-list', '/change-password'],
};

/** Both roles have some pages. */
const isSamePage = (one: string, other: string): boolean =>
  one.replace(/^\/admin/, '') === other.replace(/^\/admin/, '');

/** Paths of the scripts and style sheets that a page loads until the network is idle. */
async function loadedBy(browser: Browser, url: string, session?: Session): Promise<string[]> {
  const { page, close } = await freshPage(browser, session);
  await page.goto(url, { waitUntil: 'networkidle0' });
  const names = (await page.evaluate(
    "performance.getEntriesByType('resource').map(({ name }) => name)",
  )) as string[];
  await close();
  const paths = names.map((name) => new URL(name).pathname);
  return [...new Set(paths.filter((path) => /\.(?:js|css)$/.test(path)))];
}

/** Requests a file as a browser that accepts brotli does. */
function fetchBrotli(url: string): Promise<{ bytes: number; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ bytes, headers: response.headers }));
    }).on('error', reject);
  });
}

/** Checks the size of the sign-in page, that every other screen has a chunk of its own, and how files are served. */
export async function measureSizes(
  browser: Browser,
  base: string,
  sessions: Record<'admin' | 'user', Session>,
): Promise<Verdict[]> {
  const first = await loadedBy(browser, `${base}/admin/login`);
  const sums = { js: 0, css: 0 };
  let wellServed = 0;
  const further = new Map<string, string[]>();
  for (const role of ['admin', 'user'] as const) {
    for (const path of screens[role]) {
      further.set(path, await loadedBy(browser, base + path, sessions[role]));
    }
  }
  const all = [...new Set([...first, ...[...further.values()].flat()])];
  for (const path of all) {
    const { bytes, headers } = await fetchBrotli(base + path);
    const isWell =
      headers['content-encoding'] === 'br' && immutable.test(headers['cache-control'] ?? '');
    if (isWell) wellServed += 1;
    else log(`${path} is served as ${headers['content-encoding']}, ${headers['cache-control']}`);
    if (first.includes(path)) sums[path.endsWith('.js') ? 'js' : 'css'] += bytes;
  }
  const lacking = [...further.keys()].filter((path) => {
    const others = new Set(
      [...further]
        .flatMap(([other, names]) => (isSamePage(other, path) ? [] : names))
        .concat(first),
    );
    return !further.get(path)?.some((name) => name.endsWith('.js') && !others.has(name));
  });
  for (const path of lacking) log(`${path} has no chunk of its own`);
  log(`sign-in loads ${first.length} files; all screens ${all.length}`);
  return [
    judge(
      'sign-in: JavaScript',
      sums.js / 1000,
      { atMost: most.scriptKb },
      { unit: ' KB', digits: 1, detail: 'brotli' },
    ),
    judge(
      'sign-in: CSS',
      sums.css / 1000,
      { atMost: most.styleKb },
      { unit: ' KB', digits: 1, detail: 'brotli' },
    ),
    judge('screens without a chunk of their own', lacking.length, { atMost: 0 }),
    judge('files not served as brotli, immutable', all.length - wellServed, { atMost: 0 }),
  ];
}
