import type { Edge } from '@adwarden/contract/edges';
import { limits } from '@adwarden/contract/limits';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, notFound } from '../../kit/app-error.ts';
import type { Logger } from '../../kit/logger.ts';
import { presentEdge } from './edges.present.ts';
import * as store from './edges.store.ts';

/** The time in which at most one report of a process is stored; a process reports every five seconds. */
const storeEveryMs = 15_000;

export type EdgesService = ReturnType<typeof createEdges>;

/** Lists all edges, also those that follow another office of this database: silent ones first, then by name. */
export async function readEdges(db: Db): Promise<Edge[]> {
  const { processes, now } = await store.readProcesses(db);
  return [...Map.groupBy(processes, ({ name }) => name)]
    .map(([name, own]) => presentEdge(name, own, now))
    .sort((one, other) => Number(other.state === 'silent') - Number(one.state === 'silent'));
}

/** A process of an edge. */
type EdgeProcess = Pick<store.EdgeReport, 'name' | 'process'>;

const keyOf = ({ name, process }: EdgeProcess) => `${name} ${process}`;

/** Builds what takes the reports and sign-offs of edges. */
export function createEdgeReports(
  db: Db,
  logger: Pick<Logger, 'info'>,
  now: () => number = () => performance.now(),
) {
  const stored = new LRUCache<string, { at: number; version: string }>({
    max: 2 * limits.edges.processes,
  });
  return {
    /** Stores a report in one small statement, at most every `storeEveryMs` for a process of the same version. */
    async take(report: store.EdgeReport): Promise<void> {
      const key = keyOf(report);
      const last = stored.get(key);
      if (last?.version === report.version && now() - last.at < storeEveryMs) return;
      stored.set(key, { at: now(), version: report.version });
      await store.storeReport(db, report);
    },

    /**
     * Signs off a process that was stopped, so that it is not missed. When all processes of its edge have signed off, the edge is
     * no longer listed.
     */
    async signOff(edge: EdgeProcess): Promise<void> {
      stored.delete(keyOf(edge));
      await store.deleteProcess(db, edge);
      logger.info(
        { edge: edge.name, process: edge.process },
        'a process of an edge has signed off',
      );
    },
  };
}

/** Builds what administrators do with edges. `judgeEdges` renews the finding about silent ones. */
export function createEdges(deps: { db: Db; judgeEdges: () => Promise<void>; logger: Logger }) {
  const { db, judgeEdges, logger } = deps;
  return {
    async page({ page, pageSize }: { page: number; pageSize: number }) {
      const all = await readEdges(db);
      return { items: all.slice(page * pageSize, (page + 1) * pageSize), total: all.length };
    },

    /** Forgets an edge that no longer exists; 409 while it follows an office. */
    async forget(actor: Pick<Actor, 'id'>, name: string): Promise<void> {
      const { processes, now } = await store.readProcesses(db, name);
      if (processes.length === 0) throw notFound('Edge');
      const { state } = presentEdge(name, processes, now);
      if (state !== 'silent') {
        const { silentSeconds } = limits.edges;
        const message = `${name} still follows an office. Stop it, then forget it ${silentSeconds} seconds later`;
        throw new AppError('conflict', message);
      }
      await store.deleteEdge(db, name);
      logger.info({ edge: name, admin: actor.id }, 'an edge was forgotten');
      await judgeEdges();
    },
  };
}
