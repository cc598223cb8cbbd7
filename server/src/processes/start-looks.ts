import { countryFiles, openCountryDatabaseFile } from '../ads/callers/caller.database-file.ts';
import type { StartLook } from '../doctor/doctor.ts';
import { createLogger } from '../kit/logger.ts';
import type { Settings } from '../settings.ts';
import { openPort } from './listening.ts';
import { trySocketFolder } from './socket-folder.ts';

/**
 * Checks for `npm run doctor` what a start needs besides its settings and its database: each look calls the function of the
 * start, and throws the error with which the start is refused.
 */
export const startLooks: readonly StartLook[] = [
  {
    name: 'port',
    isOwn: true,
    todo: 'Set another HOST or PORT.',
    look: async ({ port, host }) => (await openPort(port, host)).handle.close(),
  },
  {
    name: 'port',
    isOwn: true,
    todo: 'Set another METRICS_PORT.',
    async look({ metricsPort }) {
      if (metricsPort === null) return;
      (await openPort(metricsPort, '127.0.0.1', 'METRICS_PORT')).handle.close();
    },
  },
  {
    name: 'temporary folder',
    isOwn: false,
    look: trySocketFolder,
    todo: 'Set TMPDIR to a folder where this user may write.',
  },
  {
    name: 'country database',
    isOwn: false,
    todo: 'Set MMDB_FILE to a database of countries, or leave it out: one is built in.',
    async look(settings: Settings) {
      const logger = createLogger('silent');
      (await openCountryDatabaseFile({ paths: countryFiles(settings), logger })).stop();
    },
  },
];
