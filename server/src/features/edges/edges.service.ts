import type { Edge } from '@adwarden/contract/edges';
import { limits } from '@adwarden/contract/limits';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, notFound } from '../../kit/app-error.ts';
import type { Logger } from '../../kit/logger.ts';
import { presentEdge } from './edges.present.ts';
import * as store from './edges.store.ts';

/** A process reports every five seconds; of its reports one is stored in this time. */
const storeEveryMs = 15_000;

export type EdgesService = ReturnType<typeof createEdges>;

/** All edges, also those that follow another office of this database: silent ones first, then by name. */
export async function readEdges(db: Db): Promise<Edge[]> {
  const { processes, now } = await store.readProcesses(db);
  return [...Map.groupBy(processes, ({ name }) => name)]
    .map(([name, own]) => presentEdge(name, own, now))
    .sort((one, other) => Number(other.state === 'silent') - Number(one.state === 'silent'));
}

/**
 * Builds what takes the reports of edges. Each is one small statement, at most one in `storeEveryMs` for each process
 * while its version is the same.
 */
export function createEdgeReports(db: Db, now: () => number = () => performance.now()) {
  const stored = new LRUCache<string, { at: number; version: string }>({
    max: 2 * limits.edges.processes,
  });
  return async (report: store.EdgeReport): Promise<void> => {
    const key = `${report.name} ${report.process}`;
    const last = stored.get(key);
    if (last?.version === report.version && now() - last.at < storeEveryMs) return;
    stored.set(key, { at: now(), version: report.version });
    await store.storeReport(db, report);
  };
}

/** Builds what administrators do with edges. `judgeEdges` renews the finding about silent ones. */
export function createEdges(parts: {
  db: Db;
  judgeEdges: (db: Db) => Promise<void>;
  logger: Logger;
}) {
  const { db, judgeEdges, logger } = parts;
  return {
    async page({ page, pageSize }: { page: number; pageSize: number }) {
      const all = await readEdges(db);
      return { items: all.slice(page * pageSize, (page + 1) * pageSize), total: all.length };
    },

    /** Forgets an edge that was taken away; 409 while it follows an office. */
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
      await judgeEdges(db);
    },
  };
}
