import { expect, test } from 'vitest';
import { layoutAttributes } from './layout-attributes.ts';
import { bandOf, restingView } from './layout-rules.ts';
import { defaultLayout, type LayoutSettings } from './layout-settings.ts';

const attributesAt = (width: number, some: Partial<LayoutSettings> = {}) =>
  layoutAttributes({ ...defaultLayout, ...some }, restingView, bandOf(width), 'light');

test('the defaults of the spec', () => {
  expect(attributesAt(1440)).toEqual({
    'data-layout': 'vertical',
    'data-color-scheme': 'light',
    'data-mantine-color-scheme': 'light',
    'data-layout-width': 'fluid',
    'data-layout-position': 'fixed',
    'data-topbar': 'light',
    'data-sidebar': 'dark',
    'data-sidebar-size': 'lg',
    'data-layout-style': 'default',
    'data-sidebar-image': 'none',
    'data-preloader': 'disable',
    'data-sidebar-visibility': 'show',
    'data-menu-toggle': 'size',
    'data-menu-open': null,
    'data-sidebar-panel': null,
  });
});

test.each([
  [{ layoutType: 'horizontal' }, 'data-layout', 'horizontal'],
  [{ layoutWidth: 'boxed' }, 'data-layout-width', 'boxed'],
  [{ layoutPosition: 'scrollable' }, 'data-layout-position', 'scrollable'],
  [{ topbarColor: 'dark' }, 'data-topbar', 'dark'],
  [{ sidebarColor: 'gradient-4' }, 'data-sidebar', 'gradient-4'],
  [{ sidebarSize: 'sm-hover' }, 'data-sidebar-size', 'sm-hover'],
  [{ sidebarSize: 'sm-hover', sidebarPinned: true }, 'data-sidebar-size', 'sm-hover-active'],
  [{ sidebarView: 'detached' }, 'data-layout-style', 'detached'],
  [{ sidebarImage: 'img-2' }, 'data-sidebar-image', 'img-2'],
  [{ preloader: 'enable' }, 'data-preloader', 'enable'],
  [{ sidebarVisibilitytype: 'hide' }, 'data-sidebar-visibility', 'hidden'],
  [{ layoutType: 'twocolumn' }, 'data-layout-width', null],
  [{ layoutType: 'horizontal' }, 'data-sidebar-size', null],
  [{ layoutType: 'twocolumn' }, 'data-sidebar-panel', 'show'],
  [{ layoutType: 'twocolumn', panelFolded: true }, 'data-sidebar-panel', 'folded'],
] as const)('%o makes %s %s', (some, name, value) => {
  expect(attributesAt(1440, some)[name]).toBe(value);
});

test.each([
  [1440, 'twocolumn', null, 'md'],
  [1025, 'twocolumn', null, 'md'],
  [1024, 'twocolumn', null, 'sm'],
  [768, 'twocolumn', null, 'sm'],
  [767, 'vertical', 'fluid', 'lg'],
  [390, 'vertical', 'fluid', 'lg'],
])('two-column in a window of %d px: %s, width %s, size %s', (width, layout, layoutWidth, size) => {
  const attributes = attributesAt(width, { layoutType: 'twocolumn', sidebarSize: 'md' });
  expect(attributes).toMatchObject({
    'data-layout': layout,
    'data-layout-width': layoutWidth,
    'data-sidebar-size': size,
  });
});

test('an open menu has its attribute', () => {
  const open = { expanded: false, open: true };
  expect(layoutAttributes(defaultLayout, open, 'narrow', 'light')['data-menu-open']).toBe('true');
});

test.each(['light', 'dark'] as const)('the attributes say %s when this is shown', (scheme) => {
  const settings = { ...defaultLayout, layoutModeType: 'system' } as const;
  const attributes = layoutAttributes(settings, restingView, 'wide', scheme);
  expect(attributes['data-color-scheme']).toBe(scheme);
  expect(attributes['data-mantine-color-scheme']).toBe(scheme);
});
