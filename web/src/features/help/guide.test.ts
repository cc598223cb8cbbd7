import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guideOf } from '../../../guide/guide-html.ts';

/* docs/guide.md, which the page Guide shows: what it names is there. */

const root = new URL('../../../../', import.meta.url).pathname;
const markdown = readFileSync(`${root}docs/guide.md`, 'utf8');
const { html, parts, pictures } = guideOf(markdown, (picture) => picture);

test('every link leads to a part of the guide: the product has no other document', () => {
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(0);
  const anchors = parts.map(({ id }) => `#${id}`);
  expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
  expect(new Set(anchors).size, 'no anchor twice').toBe(anchors.length);
});

test('every picture is there, for light and dark, small, with a text that says what it shows', () => {
  const files = readdirSync(`${root}docs/guide`).map((name) => `guide/${name}`);
  expect(files.sort()).toEqual(pictures.sort());
  for (const file of files) {
    expect(statSync(`${root}docs/${file}`).size, file).toBeLessThan(80 * 1024);
  }
  expect(html).not.toContain('alt=""');
});

test('every page and button that it names in bold is in the web app', () => {
  const words = globSync(['web/src/**/*.{ts,tsx}', 'contract/src/**/*.ts'], { cwd: root })
    .filter((name) => !name.includes('.test.'))
    .map((name) => readFileSync(root + name, 'utf8'))
    .join('\n');
  const named = [...markdown.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !words.includes(name))).toEqual([]);
});
