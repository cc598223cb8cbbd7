import cluster from 'node:cluster';
import { buildInfo } from './build-info.ts';
import { createLogger, type Logger } from './kit/logger.ts';
import { nearestSetting, settingsHere } from './settings.ts';
import type { StartReport } from './start-report.ts';
import { stopOnSignals } from './stop.ts';
import { openLink } from './workers/worker.link.ts';
import { isWorker } from './workers/worker.ts';

/** Reports to the operator, on the terminal. */
const print: StartReport = {
  prepared(admin) {
    if (!admin) return;
    const { email, generatedPassword } = admin;
    console.log(`\n  Administrator: ${email}`);
    if (generatedPassword) console.log(`  Password: ${generatedPassword}  (shown this once)`);
  },
  serving(address) {
    console.log(`  Adwarden is on ${address}\n`);
  },
  async refused(message) {
    console.error(`adwarden cannot start: ${message}`);
  },
};

/** Other programs have names of their own in the environment, so a name that is nearly one of ours is only a warning. */
function warnOfUnknown(logger: Logger): void {
  for (const name of Object.keys(process.env)) {
    const known = nearestSetting(name);
    if (known) logger.warn(`${name} is no setting; is ${known} meant?`);
  }
}

const link = isWorker() ? openLink() : undefined;
const report: StartReport = link ?? print;

try {
  const settings = settingsHere();
  const logger = createLogger(settings.logLevel);
  if (!link) {
    logger.info({ ...buildInfo(), node: process.version }, 'Adwarden starts');
    warnOfUnknown(logger);
  }
  const stopBy = stopOnSignals(logger);
  // Each process loads only what it needs, so that the one that only watches the workers stays small.
  if (settings.workers > 1 && cluster.isPrimary) {
    const { superviseWorkers } = await import('./workers/workers.supervisor.ts');
    await superviseWorkers({ settings, logger, report, stopBy });
  } else {
    const { serve } = await import('./serve.ts');
    await serve({ settings, logger, report, stopBy, link });
  }
} catch (error) {
  await report.refused(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
