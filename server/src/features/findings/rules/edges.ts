import type { Found } from '@adwarden/contract/findings/rules';
import { dayMs, momentInWords } from '../../../kit/clock.ts';
import { thresholds } from '../../../thresholds.ts';
import { listOf } from './list-of.ts';

/** An edge, and the time when any office last heard from it, in epoch milliseconds. */
export type SeenEdge = { name: string; lastSeenAt: number };

/** The silence that counts, in milliseconds: a restart or a new version of an edge takes less. */
const silentMs = thresholds.edgeSilentMs;
/** The silence that no longer counts: by then everybody has read of it, or nobody will. */
const mostMs = 7 * dayMs;
/** The number of edges that are named. The rest are counted: the page Edges has all. */
const mostNamed = 5;

/** Returns the finding about silent edges, if there are any. */
export function findSilentEdges(edges: SeenEdge[], now: number): Found[] {
  const silent = edges.filter(({ lastSeenAt }) => {
    const ms = now - lastSeenAt;
    return ms >= silentMs && ms < mostMs;
  });
  if (silent.length === 0) return [];
  const words = silent.map(({ name, lastSeenAt }) => {
    return `${name} (last seen ${momentInWords(lastSeenAt)})`;
  });
  const detail = `No office hears of ${listOf(words, mostNamed)}.`;
  return [
    {
      rule: 'edge-silent',
      field: '',
      detail,
      facts: silent.map(({ name }) => name).join(' '),
      since: Math.min(...silent.map(({ lastSeenAt }) => lastSeenAt)),
    },
  ];
}
