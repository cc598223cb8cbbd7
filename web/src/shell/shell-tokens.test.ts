import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Rgb = [number, number, number];
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const gradients = read('../theme/gradients.css');
const tokens = read('./shell-tokens.css');

const hex = (color: string) =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb;
const over = (front: Rgb, share: number, back: Rgb) =>
  back.map((value, i) => value + ((front[i] ?? 0) - value) * share) as Rgb;

function luminance(color: Rgb): number {
  const [r, g, b] = color.map((value) =>
    value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The body of the rule with exactly this selector among its own. */
function rule(css: string, selector: string): string {
  const rules = [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  const found = rules.find(([, own]) => own?.split(',').some((one) => one.trim() === selector));
  return found?.[2] ?? '';
}

const dark = '[data-mantine-color-scheme="dark"]';
test.each([
  ['light', ':root[data-sidebar="light"]', ''],
  ['light in the dark scheme', ':root[data-sidebar="light"]', dark],
  ['dark', ':root[data-sidebar="dark"]', ''],
  ['dark in the dark scheme', ':root[data-sidebar="dark"]', dark],
  ...['gradient', 'gradient-2', 'gradient-3', 'gradient-4'].map((name) => [
    name,
    ':root[data-sidebar^="gradient"]',
    `:root[data-sidebar="${name}"]`,
  ]),
])('an image over the %s sidebar leaves its text readable', (_name, base = '', more = '') => {
  const own = more.startsWith(':root') ? more : base + more;
  const css = rule(gradients, own) + rule(gradients, base);
  const grounds = /--sidebar-image: [^;]*#/.test(css)
    ? (css.match(/gradient\(([^)]+)\)/)?.[1]?.match(/#\w{6}/g) ?? [])
    : [css.match(/--sidebar-bg: (#\w{6})/)?.[1] ?? ''];
  const text = css.match(/--sidebar-text: (#\w{6})/)?.[1] ?? '';
  const pattern = (rule(tokens, own) + rule(tokens, base) + rule(tokens, ':root')).match(
    /--sidebar-pattern-color: rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)/,
  );
  const [r = 0, g = 0, b = 0, percent = 100] = (pattern ?? []).slice(1).map(Number);

  expect(grounds).not.toHaveLength(0);
  for (const ground of grounds) {
    const below = luminance(over([r, g, b], percent / 100, hex(ground)));
    const front = luminance(hex(text));
    const contrast = (Math.max(below, front) + 0.05) / (Math.min(below, front) + 0.05);
    expect(contrast, `${text} over ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});
