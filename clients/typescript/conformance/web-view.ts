// The runner in a page of Chromium, as in a web view of 2021: its fetch with CORS, and localStorage. The suite looks at
// files, so they are copied into localStorage before each command and back after it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { rolldown } from 'rolldown';
import type { createRunner } from './commands.ts';
import { deleteNewer } from './newer-functions.ts';

declare const Suite: { createRunner: typeof createRunner };
declare const window: { run: (line: string) => Promise<string> };
declare const localStorage: {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
};

const built = await rolldown({
  input: fileURLToPath(new URL('commands.ts', import.meta.url)),
  platform: 'browser',
  transform: { target: 'es2017' },
});
const { output } = await built.generate({ format: 'iife', name: 'Suite', exports: 'named' });

// A page has an origin of its own, so the server's answers come from another one.
const pages = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
});
await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));

const { CHROME_PATH: executablePath } = process.env;
const browser = await chromium.launch(executablePath ? { executablePath } : {});
const page = await browser.newPage();
await page.addInitScript(deleteNewer, 'web-view-2021' as const);
await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
await page.addScriptTag({ content: output[0].code });
await page.evaluate(() => {
  window.run = Suite.createRunner((folder) => ({
    getItem: (key) => localStorage.getItem(`${folder}/${key}.json`),
    setItem: (key, value) => localStorage.setItem(`${folder}/${key}.json`, value),
  }));
});

const folders = new Set<string>();

/**
 * The text of each file when it was copied last, by path. Only changes are copied, because the page may write between two
 * commands.
 */
const known = new Map<string, string>();

/** The files that the suite has changed. */
function changedFiles(): [file: string, text: string][] {
  const files = [...folders].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  );
  return files
    .map((file): [string, string] => [file, readFileSync(file, 'utf8')])
    .filter(([file, text]) => text !== known.get(file));
}

async function run(line: string): Promise<string> {
  const folder = decodeURIComponent(/ folder%3D(\S*)/.exec(line)?.[1] ?? '');
  if (folder) {
    mkdirSync(folder, { recursive: true });
    folders.add(folder);
  }
  const changed = changedFiles();
  for (const [file, text] of changed) known.set(file, text);
  const { answer, stored } = await page.evaluate(
    async ({ line: command, files }) => {
      for (const [file, text] of files) localStorage.setItem(file, text);
      const answered = await window.run(command);
      return {
        answer: answered,
        stored: Object.entries({ ...localStorage } as unknown as Record<string, string>),
      };
    },
    { line, files: changed },
  );
  for (const [file, text] of stored) {
    if (text !== known.get(file)) writeFileSync(file, text);
    known.set(file, text);
  }
  return answer;
}

for await (const line of createInterface({ input: process.stdin })) console.log(await run(line));
await browser.close();
pages.close();
