import { expect, test } from 'vitest';
import { type ColorScheme, defaultLayout, parseLayout, storedLayout } from './layout-settings.ts';

test.each([
  null,
  '',
  '{',
  'null',
  '7',
  '"dark"',
  '[]',
  '{"layoutType":"diagonal","layoutModeType":null,"sidebarPinned":"yes"}',
  '{"sidebarSize":["lg"],"__proto__":{"layoutType":"horizontal"}}',
])('%s is read as the defaults', (text) => {
  expect(parseLayout(text, 'light')).toEqual(defaultLayout);
});

test('keeps valid settings, replaces invalid ones by defaults, and drops unknown ones', () => {
  const text = '{"layoutModeType":"dark","topbarColor":"pink","panelFolded":true,"more":1}';
  expect(parseLayout(text, 'light')).toEqual({
    ...defaultLayout,
    layoutModeType: 'dark',
    modeChosen: true,
    panelFolded: true,
  });
});

test('reads back what was written', () => {
  const settings = { ...defaultLayout, sidebarColor: 'gradient-3', sidebarPinned: true } as const;
  expect(parseLayout(storedLayout(settings), 'light')).toEqual(settings);
});

test.each<[ColorScheme | null, ColorScheme, ColorScheme]>([
  [null, 'light', 'light'],
  [null, 'dark', 'dark'],
  ['light', 'dark', 'light'],
  ['dark', 'light', 'dark'],
])('with %s chosen, a system with %s is %s', (chosen, system, expected) => {
  const settings = {
    ...defaultLayout,
    topbarColor: 'dark',
    layoutModeType: chosen ?? 'light',
    modeChosen: chosen !== null,
  } as const;
  const read = parseLayout(storedLayout(settings), system);
  expect(read).toMatchObject({ topbarColor: 'dark', layoutModeType: expected });
  expect(read.modeChosen).toBe(chosen !== null);
});
