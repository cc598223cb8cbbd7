import type { Edge } from '@adwarden/contract/edges';
import { limits } from '@adwarden/contract/limits';
import type { EdgeTable } from '../../db/schema.requests.ts';
import { isoTime } from '../../kit/clock.ts';

const silentMs = limits.edges.silentSeconds * 1000;

/** Returns an edge, made of the rows of its processes. Processes that ended long before the edge's last report do not count. */
export function presentEdge(name: string, processes: EdgeTable[], now: number): Edge {
  const lastSeenAt = Math.max(...processes.map((one) => one.lastSeenAt));
  const present = processes.filter((one) => lastSeenAt - one.lastSeenAt < silentMs);
  const isSilent = now - lastSeenAt >= silentMs;
  const lags = isSilent ? [] : present.map(({ lagMs }) => lagMs).filter((lag) => lag !== null);
  return {
    name,
    state: isSilent ? 'silent' : 'following',
    versions: [...new Set(present.map(({ version }) => version))].sort(),
    processes: present.length,
    lagMs: lags.length > 0 ? Math.max(...lags) : null,
    firstSeenAt: isoTime(Math.min(...processes.map((one) => one.firstSeenAt))),
    lastSeenAt: isoTime(lastSeenAt),
  };
}
