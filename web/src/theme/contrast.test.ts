import { readFileSync } from 'node:fs';
import { requestOutcomes } from '@adwarden/contract/ads';
import { expect, test } from 'vitest';

type Rgb = [number, number, number];
type Scheme = 'light' | 'dark';

const css = ['tokens.css', 'gradients.css']
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('\n')
  .replace(/\/\*[\s\S]*?\*\//g, '');

const rules = [...css.matchAll(/([^{}]+)\{([^{}]+)\}/g)].flatMap(([, selectors = '', body = '']) =>
  selectors.split(',').map((selector) => ({
    conditions: [...selector.matchAll(/\[([\w-]+)(\^?)="([\w-]+)"\]/g)],
    variables: [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)],
  })),
);

/** Returns the variables as the cascade leaves them on a root with these attributes. */
function variablesOf(attributes: Record<string, string>): Record<string, string> {
  const matching = rules.filter(({ conditions }) =>
    conditions.every(([, name = '', prefix, value = '']) =>
      prefix ? attributes[name]?.startsWith(value) : attributes[name] === value,
    ),
  );
  matching.sort((a, b) => a.conditions.length - b.conditions.length);
  return Object.fromEntries(
    matching.flatMap(({ variables }) => variables.map(([, name, value]) => [name, value])),
  );
}

const hex = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb;

const mix = (a: Rgb, b: Rgb, share: number): Rgb =>
  a.map((value, i) => value + ((b[i] ?? 0) - value) * share) as Rgb;

const linear = (color: Rgb): Rgb =>
  color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;

function luminance(color: Rgb): number {
  const [r, g, b] = linear(color);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the WCAG 2 contrast, 1 to 21. */
function contrast(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the visible colour when `color`, maybe a translucent white, lies on `below`. */
function over(color: string, below: Rgb): Rgb {
  const share = /rgb\(255 255 255 \/ (\d+)%\)/.exec(color)?.[1];
  return share ? mix(below, [255, 255, 255], Number(share) / 100) : hex(color);
}

/** The outcomes that a chart of requests shows. */
const outcomes = [...requestOutcomes, 'unknown'];

const surfaces = ['--page', '--surface', '--surface-raised', '--surface-sunken', '--surface-hover'];
const pairs = [
  ...surfaces.flatMap((surface) => [
    { front: '--text', back: surface, least: 4.5 },
    { front: '--text-muted', back: surface, least: 4.5 },
    { front: '--accent-text', back: surface, least: 4.5 },
    { front: '--danger-text', back: surface, least: 4.5 },
    { front: '--icon', back: surface, least: 3 },
  ]),
  { front: '--placeholder', back: '--surface', least: 4.5 },
  { front: '--border-control', back: '--surface', least: 3 },
  { front: '--border-control', back: '--page', least: 3 },
  { front: '--focus-ring', back: '--page', least: 3 },
  { front: '--accent', back: '--surface', least: 3 },
  ...outcomes.map((outcome) => ({
    front: `--outcome-${outcome}`,
    back: '--surface',
    least: 3,
  })),
  { front: '--on-accent', back: '--accent', least: 4.5 },
  { front: '--on-accent', back: '--accent-hover', least: 4.5 },
  { front: '--accent-text', back: '--accent-soft', least: 4.5 },
  { front: '--accent-text', back: '--accent-soft-hover', least: 4.5 },
  { front: '--on-danger', back: '--danger', least: 4.5 },
  { front: '--on-danger', back: '--danger-hover', least: 4.5 },
  { front: '--on-disabled', back: '--disabled', least: 4 },
  ...['success', 'warning', 'danger', 'neutral'].flatMap((name) => [
    { front: `--${name}-text`, back: `--${name}-soft`, least: 4.5 },
    { front: `--${name}`, back: '--surface', least: 3 },
  ]),
];

const schemes: Scheme[] = ['light', 'dark'];
const bars = ['light', 'dark'];
const sidebars = ['light', 'dark', 'gradient', 'gradient-2', 'gradient-3', 'gradient-4'];

test.each(schemes)('text, icons and borders keep their contrast in the %s scheme', (scheme) => {
  const variables = variablesOf({ 'data-mantine-color-scheme': scheme });
  const low = pairs
    .map(({ front, back, least }) => {
      const value = contrast(hex(variables[front] ?? ''), hex(variables[back] ?? ''));
      return { pair: `${front} on ${back}: ${value.toFixed(2)} < ${least}`, ok: value >= least };
    })
    .filter(({ ok }) => !ok);
  expect(low.map(({ pair }) => pair)).toEqual([]);
});

test.each(schemes.flatMap((scheme) => sidebars.map((sidebar) => ({ scheme, sidebar }))))(
  'the $sidebar sidebar stays readable on every point in the $scheme scheme',
  ({ scheme, sidebar }) => {
    const variables = variablesOf({ 'data-mantine-color-scheme': scheme, 'data-sidebar': sidebar });
    const stops = variables['--sidebar-image']?.match(/#[0-9a-f]{6}/g) ?? [];
    expect(stops).toHaveLength(sidebar.startsWith('gradient') ? 2 : 0);
    const [from, to] = stops.length > 0 ? stops : Array(2).fill(variables['--sidebar-bg']);
    const low: string[] = [];
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      const below = mix(hex(from), hex(to), share);
      for (const [front, back] of [
        ['--sidebar-text', '--sidebar-bg'],
        ['--sidebar-heading', '--sidebar-bg'],
        ['--sidebar-text', '--sidebar-hover'],
        ['--sidebar-text-active', '--sidebar-active'],
      ] as const) {
        const ground = back === '--sidebar-bg' ? below : over(variables[back] ?? '', below);
        const value = contrast(hex(variables[front] ?? ''), ground);
        if (!(value >= 4.5)) low.push(`${front} on ${back} at ${share}: ${value.toFixed(2)}`);
      }
    }
    expect(low).toEqual([]);
  },
);

test.each(schemes.flatMap((scheme) => bars.map((bar) => ({ scheme, bar }))))(
  'the $bar top bar is readable in the $scheme scheme',
  ({ scheme, bar }) => {
    const variables = variablesOf({ 'data-mantine-color-scheme': scheme, 'data-topbar': bar });
    for (const back of ['--topbar-bg', '--topbar-hover']) {
      for (const front of ['--topbar-text', '--topbar-text-muted', '--topbar-icon']) {
        const value = contrast(hex(variables[front] ?? ''), hex(variables[back] ?? ''));
        expect(value, `${front} on ${back}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  },
);

/* The matrices of Machado, Oliveira and Fernandes (2009) for how people with a colour vision deficiency see a colour. */
const eyes: Record<string, [Rgb, Rgb, Rgb]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const times = (rows: Rgb[], color: Rgb): Rgb =>
  rows.map((row) => row.reduce((sum, part, i) => sum + part * (color[i] ?? 0), 0)) as Rgb;

/** Returns a colour in OKLab. The distance of two colours there says how different they look to people. */
function oklab(color: Rgb, eye: Rgb[]): Rgb {
  const seen = times(eye, linear(color)).map((part) => Math.min(1, Math.max(0, part))) as Rgb;
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    seen,
  ).map(Math.cbrt) as Rgb;
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

test.each(schemes.flatMap((scheme) => Object.keys(eyes).map((eye) => ({ scheme, eye }))))(
  'the outcomes in a chart are told apart with $eye in the $scheme scheme',
  ({ scheme, eye }) => {
    const variables = variablesOf({ 'data-mantine-color-scheme': scheme });
    const seen = outcomes.map((name) => ({
      name,
      at: oklab(hex(variables[`--outcome-${name}`] ?? ''), eyes[eye] ?? []),
    }));
    const near = seen.flatMap((a, i) =>
      seen.slice(i + 1).flatMap((b) => {
        const distance = Math.hypot(...a.at.map((part, axis) => part - (b.at[axis] ?? 0)));
        return distance < 0.09 ? [`${a.name} and ${b.name}: ${distance.toFixed(3)}`] : [];
      }),
    );
    expect(near).toEqual([]);
  },
);
