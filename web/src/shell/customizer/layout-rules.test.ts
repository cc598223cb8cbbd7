import { describe, expect, test } from 'vitest';
import {
  bandOf,
  choose,
  isOffered,
  isUnfolded,
  restingView,
  shownLayout,
  toggled,
  toggleOf,
} from './layout-rules.ts';
import {
  defaultLayout,
  type LayoutControl,
  type LayoutSettings,
  layoutChoices,
} from './layout-settings.ts';

const layoutWith = (some: Partial<LayoutSettings>): LayoutSettings => ({
  ...defaultLayout,
  ...some,
});
const shown = { layoutType: 'semibox', sidebarVisibilitytype: 'show' } as const;
const hidden = { layoutType: 'semibox', sidebarVisibilitytype: 'hide' } as const;

// Spec, section 2 "Shell". The columns: vertical, horizontal, twocolumn, semibox shown, semibox hidden.
const columns: Partial<LayoutSettings>[] = [
  { layoutType: 'vertical' },
  { layoutType: 'horizontal' },
  { layoutType: 'twocolumn' },
  shown,
  hidden,
];
const matrix: Record<LayoutControl, string> = {
  layoutType: 'YYYYY',
  layoutModeType: 'YYYYY',
  topbarColor: 'YYYYY',
  preloader: 'YYYYY',
  layoutWidth: 'YY---',
  layoutPosition: 'YY---',
  sidebarVisibilitytype: '---YY',
  sidebarSize: 'Y--Y-',
  sidebarView: 'Y--Y-',
  sidebarColor: 'Y-YY-',
  sidebarImage: 'Y-YY-',
};

test.each(Object.entries(matrix) as [LayoutControl, string][])(
  '%s is offered %s',
  (control, row) => {
    const offered = columns.map((some) => (isOffered(control, layoutWith(some)) ? 'Y' : '-'));
    expect(offered.join('')).toBe(row);
  },
);

test('a hidden sidebar only counts in semibox', () => {
  const settings = layoutWith({ layoutType: 'vertical', sidebarVisibilitytype: 'hide' });
  expect(isOffered('sidebarSize', settings)).toBe(true);
});

test.each([
  ['layoutWidth', 'fluid', { sidebarSize: 'lg', sidebarPinned: false }],
  ['layoutWidth', 'boxed', { sidebarSize: 'sm-hover', sidebarPinned: false }],
  ['sidebarSize', 'md', { sidebarPinned: false }],
] as const)('%s = %s has its side effects', (control, value, effects) => {
  const before = layoutWith({ sidebarSize: 'sm-hover', sidebarPinned: true });
  expect(choose(before, control, value)).toEqual({ ...before, [control]: value, ...effects });
});

test('no other choice changes more than itself', () => {
  const before = layoutWith({ sidebarSize: 'sm-hover', sidebarPinned: true });
  const withEffects: LayoutControl[] = ['layoutWidth', 'sidebarSize'];
  for (const control of Object.keys(layoutChoices) as LayoutControl[]) {
    if (withEffects.includes(control)) continue;
    for (const value of layoutChoices[control]) {
      expect(choose(before, control, value)).toEqual({ ...before, [control]: value });
    }
  }
});

test.each([
  [320, 'narrow'],
  [767, 'narrow'],
  [767.5, 'narrow'],
  [768, 'middle'],
  [1024, 'middle'],
  [1025, 'wide'],
  [1440, 'wide'],
] as const)('a window of %d px is %s', (width, band) => {
  expect(bandOf(width)).toBe(band);
});

describe('what is shown', () => {
  test.each([
    [1025, 'vertical', 'md', 'vertical', 'md'],
    [1025, 'twocolumn', 'lg', 'twocolumn', 'lg'],
    [1024, 'vertical', 'md', 'vertical', 'sm'],
    [768, 'semibox', 'sm-hover', 'semibox', 'sm'],
    [768, 'twocolumn', 'lg', 'twocolumn', 'sm'],
    [767, 'vertical', 'sm', 'vertical', 'lg'],
    [767, 'semibox', 'md', 'semibox', 'lg'],
    [767, 'twocolumn', 'sm', 'vertical', 'lg'],
    [390, 'horizontal', 'sm', 'horizontal', 'lg'],
  ] as const)('at %d px, %s %s: %s %s', (width, layoutType, sidebarSize, layout, size) => {
    const settings = Object.freeze(layoutWith({ layoutType, sidebarSize }));
    expect(shownLayout(settings, restingView, bandOf(width))).toMatchObject({ layout, size });
  });

  test('a menu over the page has its labels', () => {
    for (const band of ['wide', 'middle', 'narrow'] as const) {
      for (const sidebarSize of ['lg', 'md', 'sm', 'sm-hover'] as const) {
        const settings = layoutWith({ ...hidden, sidebarSize });
        expect(shownLayout(settings, restingView, band).size, band).toBe('lg');
      }
    }
  });

  test('the pin keeps the small hover sidebar open, in a wide window only', () => {
    const settings = layoutWith({ sidebarSize: 'sm-hover', sidebarPinned: true });
    expect(shownLayout(settings, restingView, 'wide').size).toBe('sm-hover-active');
    expect(shownLayout(settings, restingView, 'middle').size).toBe('sm');
  });
});

describe('the menu toggle', () => {
  test.each([
    [1440, { sidebarSize: 'lg' }, { settings: { sidebarSize: 'sm' } }],
    [1025, { sidebarSize: 'sm' }, { settings: { sidebarSize: 'lg' } }],
    [1025, { ...shown, sidebarSize: 'md' }, { settings: { sidebarSize: 'lg' } }],
    [1025, { layoutType: 'twocolumn' }, { settings: { panelFolded: true } }],
    [1024, { sidebarSize: 'md' }, { settings: { sidebarSize: 'md' }, view: { expanded: true } }],
    [768, { layoutType: 'twocolumn' }, { view: { expanded: true } }],
    [1024, { layoutType: 'horizontal' }, { view: { open: true } }],
    [767, { sidebarSize: 'sm' }, { settings: { sidebarSize: 'sm' }, view: { open: true } }],
    [767, { layoutType: 'twocolumn' }, { view: { open: true } }],
    [1440, hidden, { view: { open: true } }],
  ] as const)('at %d px with %o', (width, some, after) => {
    const settings = layoutWith(some);
    const once = toggled(settings, restingView, bandOf(width));
    expect(once).toMatchObject(after);
    const unfolded = isUnfolded(settings, restingView, bandOf(width));
    expect(isUnfolded(once.settings, once.view, bandOf(width))).toBe(!unfolded);
  });

  test('a second press undoes the first', () => {
    for (const width of [1440, 900, 390]) {
      for (const layoutType of layoutChoices.layoutType) {
        const settings = layoutWith({ layoutType });
        const once = toggled(settings, restingView, bandOf(width));
        const twice = toggled(once.settings, once.view, bandOf(width));
        expect(twice, `${layoutType} at ${width}`).toEqual({ settings, view: restingView });
      }
    }
  });

  test('makes the sidebar large in the middle band', () => {
    const view = { expanded: true, open: false };
    expect(shownLayout(defaultLayout, view, 'middle').size).toBe('lg');
  });

  test('has nothing to do only with the horizontal bar of a wide window', () => {
    const without = layoutChoices.layoutType.flatMap((layoutType) =>
      (['wide', 'middle', 'narrow'] as const)
        .filter((band) => toggleOf(layoutWith({ layoutType }), band) === 'none')
        .map((band) => `${layoutType} ${band}`),
    );
    expect(without).toEqual(['horizontal wide']);
  });
});
