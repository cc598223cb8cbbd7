import { expect, it } from 'vitest';
import { stillDeleted } from './still-deleted.ts';

const entry = (seq: number, key: string) => ({ seq, key });

it('keeps what nobody brought back', () => {
  expect(stillDeleted([entry(5, 'b'), entry(3, 'a')], [])).toEqual([entry(5, 'b'), entry(3, 'a')]);
});

it('drops what came back later, and keeps what was deleted again after that', () => {
  const deletes = [entry(9, 'a'), entry(7, 'b'), entry(2, 'a')];
  const restores = [entry(8, 'b'), entry(4, 'a')];
  expect(stillDeleted(deletes, restores)).toEqual([entry(9, 'a')]);
});

it('shows a thing once', () => {
  expect(stillDeleted([entry(4, 'a'), entry(1, 'a')], [])).toEqual([entry(4, 'a')]);
});
