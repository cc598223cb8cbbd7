import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { looseWire } from '@adwarden/contract/testing/wire';
import { type Browser, chromium, type Page } from '@playwright/test';
import { built } from '../deploy/programs/built.ts';
import {
  guideShots,
  otherBrowsers,
  ownBrowser,
  readmeShots,
  type Shot,
} from './screenshots.shots.ts';
import { startServer } from './support/server-process.ts';
import { administrator, openTestApi, type StoredSession } from './support/test-api.ts';

/* npm run screenshots: makes docs/screenshots from the demo data, and the pictures of docs/guide.md. */

const docs = fileURLToPath(new URL('../docs', import.meta.url));
const demo = built('cli/demo');
const host = 'adwarden.example.com';
/** npm run screenshots -- guide: only those of the guide. */
const onlyGuide = process.argv[2] === 'guide';
/** An app of the demo with IP rules, findings and a history. */
const pictured = 'Pulse Notebook';

/** The look of a picture; `mostBytes` is the size of the largest file. */
type Look = { width: number; height: number; dark: boolean; mostBytes: number };

async function take(browser: Browser, session: string, shot: Shot, file: string, look: Look) {
  const { width, height, dark, mostBytes } = look;
  const viewport = { width, height };
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', locale: 'en-US' });
  await context.addInitScript(
    ([entry, layoutModeType]) => {
      sessionStorage.setItem('authAdmin', entry);
      localStorage.setItem('adwarden.layout', JSON.stringify({ layoutModeType }));
    },
    [session, dark ? 'dark' : 'light'] as const,
  );
  const page = await context.newPage();
  await page.goto(`http://${host}${shot.path}`);
  await shot.ready(page);
  if (!shot.hasStream) await page.waitForLoadState('networkidle');
  // Icons are painted some time after their answers.
  await page.evaluate(() => {
    const loaded = [...document.images].filter(({ complete }) => complete);
    return Promise.all(loaded.map((image) => image.decode()));
  });
  const picture = await photograph(page, file);
  await context.close();
  writeFileSync(join(docs, file), picture);
  console.log(`docs/${file}: ${Math.round(picture.length / 1024)} KB`);
  if (picture.length > mostBytes) throw new Error(`${file} is larger than ${mostBytes} bytes`);
}

/** Takes a picture as PNG, or as a smaller WebP, which Playwright does not make. */
async function photograph(page: Page, file: string): Promise<Buffer> {
  if (file.endsWith('.png')) return page.screenshot({ animations: 'disabled', caret: 'hide' });
  await page.addStyleTag({ content: '* { caret-color: transparent !important; }' });
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 75 });
  return Buffer.from(data, 'base64');
}

/** Signs in the administrator with a browser of this name. */
async function signInWith(address: string, userAgent: string): Promise<StoredSession> {
  const body = { email: administrator.email, password: administrator.password };
  const { path, ...init } = looseWire('adminSignIn', { body });
  const headers = { ...init.headers, 'user-agent': userAgent };
  const { token, user } = await (await fetch(address + path, { ...init, headers })).json();
  return { token, user };
}

const ofReadme = { width: 1440, height: 900, mostBytes: 250 * 1024 };
/** web/guide/guide-html.ts states the size, too. */
const ofGuide = { width: 1200, height: 750, mostBytes: 80 * 1024 };
const phone = { width: 390, height: 844 };

const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-screenshots-'));
const environment = {
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  ADMIN_NAME: administrator.fullName,
};
try {
  for (const folder of ['screenshots', 'guide']) mkdirSync(join(docs, folder), { recursive: true });
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...environment };
  execFileSync(process.execPath, [demo], { cwd: dataDir, env, stdio: 'inherit' });
  const server = await startServer(environment, dataDir);
  const executablePath = process.env.CHROME_PATH;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    // The pictures show an example domain instead of 127.0.0.1.
    args: [`--host-resolver-rules=MAP ${host} ${new URL(server.address).host}`],
  });
  const api = await openTestApi(server.address);
  const session = JSON.stringify(await api.signInAdmin());
  for (const shot of onlyGuide ? [] : readmeShots) {
    const look = { ...ofReadme, ...(shot.name === 'phone' && phone) };
    const dark = shot.name.endsWith('-dark');
    await take(browser, session, shot, `screenshots/${shot.name}.png`, { ...look, dark });
  }
  const [app] = await api.call('getAllApp', { query: { search: pictured } });
  if (!app) throw new Error(`The demo has no ${pictured}`);
  const inBrowser = await signInWith(server.address, ownBrowser);
  await api.call('endOtherSessions', { as: inBrowser.token });
  for (const userAgent of otherBrowsers) await signInWith(server.address, userAgent);
  for (const shot of guideShots(app)) {
    for (const dark of [false, true]) {
      const file = `guide/${shot.name}${dark ? '-dark' : ''}.webp`;
      const own = shot.confirms ? await signInWith(server.address, ownBrowser) : inBrowser;
      await take(browser, JSON.stringify(own), shot, file, { ...ofGuide, dark });
    }
  }
  await browser.close();
  await server.stop();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
