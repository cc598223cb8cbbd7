import { type Edge, edgeCalls } from '@adwarden/contract/edges';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../lib/after-write.ts';
import { type Query, request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { distance } from '../../lib/words/moment-words.ts';

/** Milliseconds between two questions while the page is visible. */
const everyMs = 10_000;

/** An edge, and how long ago it was seen, in words: part of the row, so that the row is drawn again when it changes. */
export type SeenEdge = Edge & { seenAgo: string };

/** A page of the edges: silent ones first, then by name. */
export const edgesQuery = (question: Query<typeof edgeCalls.getEdges>) =>
  queryOptions({
    queryKey: [...queryKeys.edges, question] as const,
    queryFn: async ({ signal }) => {
      const answer = await request(edgeCalls.getEdges, { query: question, signal });
      const now = Date.now();
      const data = answer.data.map((edge): SeenEdge => {
        // The clock of this machine may be behind that of the database.
        const seenAt = Math.min(Date.parse(edge.lastSeenAt), now - 1);
        return { ...edge, seenAgo: distance(seenAt, now) };
      });
      return { ...answer, data };
    },
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
    // The list shows it, and asks again soon.
    meta: { errorToast: false },
  });

/** Forgets an edge by its name; it shows its errors itself. The finding about it goes, too. */
export function useForgetEdge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => request(edgeCalls.forgetEdge, { id: name }),
    onSettled: () => askAgain(client, queryKeys.edges, queryKeys.findings, queryKeys.appStats),
  });
}
