import { expect, it } from 'vitest';
import { dayMs } from '../../../kit/clock.ts';
import { findSilentEdges, type SeenEdge } from './edges.ts';

const now = Date.UTC(2026, 10, 22, 14, 3, 9);
const minute = 60_000;
const seen = (name: string, ago: number): SeenEdge => ({ name, lastSeenAt: now - ago });

it.each<[string, SeenEdge[], string | undefined]>([
  ['no edge', [], undefined],
  ['one that restarts', [seen('oslo-1', 10 * minute - 1)], undefined],
  [
    'a silent one',
    [seen('lima', 0), seen('oslo-1', 10 * minute)],
    'No office hears of oslo-1 (last seen 22 Nov 2026, 13:53 UTC).',
  ],
  [
    'two of them',
    [seen('lima', dayMs), seen('oslo-1', 10 * minute)],
    'No office hears of lima (last seen 21 Nov 2026, 14:03 UTC) and oslo-1 (last seen 22 Nov 2026, 13:53 UTC).',
  ],
  ['one that is silent for a week', [seen('oslo-1', 7 * dayMs)], undefined],
])('judges %s', (_, edges, detail) => {
  expect(findSilentEdges(edges, now)[0]?.detail).toBe(detail);
});

it('names five of many, and begins with the one that is silent for longest', () => {
  const edges = Array.from({ length: 9 }, (_, place) => seen(`e${place}`, (20 + place) * minute));
  const [found, ...more] = findSilentEdges(edges, now);
  expect(more).toEqual([]);
  expect(found?.detail).toMatch(
    /^No office hears of e0 \(.*, e4 \(last seen [^,]+, 13:39 UTC\) and 4 more\.$/,
  );
  expect(found).toMatchObject({ rule: 'edge-silent', field: '', since: now - 28 * minute });
  expect(found?.facts).toBe('e0 e1 e2 e3 e4 e5 e6 e7 e8');
});
