import { limits } from '@adwarden/contract/limits';
import { expect, test } from 'vitest';
import { publishersIn } from './publishers.api.ts';

const unit = (publisher: number, number = 1) =>
  `ca-app-pub-${String(publisher).padStart(16, '0')}/${String(number).padStart(10, '0')}`;

test.each<[string, string[], string[]]>([
  ['nothing', [], []],
  ['other networks', ['Rewarded_Android', '0a1b2c3d4e5f6789'], []],
  ['samples', ['ca-app-pub-3940256099942544/2247696110'], []],
  [
    'the most frequent first',
    [unit(1), unit(2), unit(2, 2)],
    ['pub-0000000000000002', 'pub-0000000000000001'],
  ],
  [
    'app IDs and ids with quotes, which are replaced, too',
    [`"${unit(3)}"`, 'ca-app-pub-0000000000000004~1'],
    ['pub-0000000000000003', 'pub-0000000000000004'],
  ],
  ['no numbers of another length', ['pub-123456789012345', 'pub-12345678901234567'], []],
])('finds the publisher ids of %s', (_, units, publishers) => {
  expect(publishersIn(JSON.stringify(units))).toEqual(publishers);
});

test('offers a few of many', () => {
  const units = Array.from({ length: 100 }, (_, index) => unit(index));
  expect(publishersIn(units.join())).toHaveLength(limits.batches.publishers.offered);
});
