import { expect, test } from 'vitest';
import { formOf } from './form-of.ts';

test('what is absent stays absent, what is empty is sent empty', () => {
  const form = formOf({
    appName: 'Tide',
    note: '',
    category: undefined,
    icon: null,
    version: 0,
  });
  expect([...form]).toEqual([
    ['appName', 'Tide'],
    ['note', ''],
    ['version', '0'],
  ]);
});

test('a file keeps its name and type', async () => {
  const icon = new File(['bytes'], 'icon é.png', { type: 'image/png' });
  const sent = formOf({ icon }).get('icon') as File;
  expect([sent.name, sent.type, await sent.text()]).toEqual(['icon é.png', 'image/png', 'bytes']);
});
