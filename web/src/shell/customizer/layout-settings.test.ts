import { expect, test } from 'vitest';
import { defaultLayout, parseLayout } from './layout-settings.ts';

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
  expect(parseLayout(text)).toEqual(defaultLayout);
});

test('keeps valid settings, replaces invalid ones by defaults, and drops unknown ones', () => {
  const text = '{"layoutModeType":"dark","topbarColor":"pink","panelFolded":true,"more":1}';
  expect(parseLayout(text)).toEqual({
    ...defaultLayout,
    layoutModeType: 'dark',
    panelFolded: true,
  });
});

test('reads back what was written', () => {
  const settings = {
    ...defaultLayout,
    layoutModeType: 'system',
    sidebarColor: 'gradient-3',
    sidebarPinned: true,
  } as const;
  expect(parseLayout(JSON.stringify(settings))).toEqual(settings);
});
