import { countryFiles, openCountryDatabaseFile } from '../ads/callers/caller.database-file.ts';
import type { StartLook } from '../doctor/doctor.ts';
import { createLogger } from '../kit/logger.ts';
import type { Settings } from '../settings.ts';
import { openPort } from './listening.ts';
import { trySocketFolder } from './socket-folder.ts';

/**
 * What a start needs besides its settings and its database, for `npm run doctor`: each look calls what the start calls, and
 * throws what the start is refused with.
 */
export const startLooks: readonly StartLook[] = [
  {
    name: 'port',
    isOwn: true,
    look: async ({ port, host }) => (await openPort(port, host)).handle.close(),
  },
  {
    name: 'port',
    isOwn: true,
    async look({ metricsPort }) {
      if (metricsPort === null) return;
      (await openPort(metricsPort, '127.0.0.1', 'METRICS_PORT')).handle.close();
    },
  },
  { name: 'temporary folder', isOwn: false, look: trySocketFolder },
  {
    name: 'country database',
    isOwn: false,
    async look(settings: Settings) {
      const logger = createLogger('silent');
      (await openCountryDatabaseFile({ paths: countryFiles(settings), logger })).stop();
    },
  },
];
