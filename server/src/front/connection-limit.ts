import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Logger } from '../kit/logger.ts';

/** What one process needs besides connections: database, threads, uploads, pages (about 80 files when busy). */
const reservedFiles = 128;
const fewestConnections = 32;
const logEveryMs = 60_000;

/** The limit of open connections of this process. */
export type ConnectionLimit = {
  /** The system's limit of open files of this process; Infinity when there is none. */
  openFiles: number;
  /** How many connections were closed at once so far, because the process had its limit. */
  refused(): number;
  /** Limits the connections of this server; each may need so many files. */
  hold(server: Server, filesEach?: number): void;
};

/**
 * How many files this process may open; Infinity where the system does not say it in a file. Node's report says it
 * everywhere, but takes up to a second.
 */
export function limitOfOpenFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? [];
    return Number(soft ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Keeps connections from taking the files that the database and the ads need: one above the limit is closed at once. The
 * log says so, at most once a minute.
 */
export function createConnectionLimit(
  logger: Logger,
  openFiles = limitOfOpenFiles(),
): ConnectionLimit {
  let refused = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    openFiles,
    refused: () => refused,
    hold(server, filesEach = 1) {
      if (openFiles === Number.POSITIVE_INFINITY) return;
      server.maxConnections = Math.max(
        fewestConnections,
        Math.floor((openFiles - reservedFiles) / filesEach),
      );
      server.on('drop', () => {
        refused += 1;
        if (performance.now() - loggedAt < logEveryMs) return;
        loggedAt = performance.now();
        logger.error(
          { openFiles, connections: server.maxConnections, refused },
          'connections are refused: this process may not open more files; raise its limit (ulimit -n, LimitNOFILE)',
        );
      });
    },
  };
}
