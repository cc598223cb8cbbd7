import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tooLong } from './too-long.ts';

test('says by how much a text is too long, without the blanks around it', () => {
  expect(tooLong('  four ', 4)).toBe(null);
  expect(tooLong('fives', 4)).toBe('Too long by 1 character: at most 4');
  expect(tooLong('n'.repeat(3_000), 1_000)).toBe('Too long by 2,000 characters: at most 1,000');
});

test('no input cuts what is pasted', () => {
  const root = new URL('../../', import.meta.url).pathname;
  const files = globSync('**/*.tsx', { cwd: root });
  expect(files.length).toBeGreaterThan(200);
  const cutting = files.filter((file) => /\bmaxLength=/.test(readFileSync(root + file, 'utf8')));
  expect(cutting, 'take TextField or TextArea of ui/form, which say it').toEqual([]);
});
