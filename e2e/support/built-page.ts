import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';

const web = fileURLToPath(new URL('../../web', import.meta.url));

/** Builds a file of web/src that is no part of the product as a page of its own; returns the folder, to be removed. */
export async function buildPage(entry: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adwarden-page-'));
  await build({
    root: web,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      cssCodeSplit: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(web, 'src', entry),
        output: {
          entryFileNames: 'assets/page.js',
          codeSplitting: false,
          assetFileNames: ({ names: [name = ''] }) =>
            name.endsWith('.css') ? 'assets/page.css' : 'assets/[name][extname]',
        },
      },
    },
  });
  return folder;
}

const html = `<!doctype html><html lang="en"><title>Page</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/assets/page.css">
<body><script type="module" src="/assets/page.js"></script></body></html>`;

/** Answers every request to `origin` with the page in `folder` or its files. */
export async function servePage(page: Page, origin: string, folder: string): Promise<void> {
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (!pathname.startsWith('/assets/')) {
      return route.fulfill({ contentType: 'text/html', body: html });
    }
    const body = await readFile(join(folder, pathname)).catch(() => null);
    if (!body) return route.fulfill({ status: 404 });
    const type = { js: 'text/javascript', css: 'text/css' }[pathname.split('.').at(-1) ?? ''];
    return route.fulfill({ body, ...(type && { contentType: type }) });
  });
}
