import { compose } from './composition/compose.ts';
import type { Logger } from './kit/logger.ts';
import { lowerV8ThreadPriority } from './kit/v8-threads.ts';
import { makeObjectsYoung } from './kit/v8-young.ts';
import type { Settings } from './settings.ts';
import type { StartReport } from './start-report.ts';
import type { WorkerLink } from './workers/worker.link.ts';
import { workerHere } from './workers/worker.ts';
import { choosePort } from './workers/workers.port.ts';

export type ServeParts = {
  settings: Settings;
  logger: Logger;
  report: StartReport;
  /** Sets the function that a signal to this process calls. */
  stopBy: (stop: () => Promise<void>) => void;
  /** The connection to the supervisor; in workers only. */
  link: WorkerLink | undefined;
};

/**
 * Serves in this process, alone or as a worker; resolves when the ads are loaded. If the port is taken, it throws before
 * anything is written.
 */
export async function serve({ settings, logger, report, stopBy, link }: ServeParts) {
  lowerV8ThreadPriority();
  makeObjectsYoung();
  // Before the first administrator is made: that password is shown only once, and this start could fail after it.
  if (!link) await choosePort(settings.port, settings.host);
  const adwarden = await compose(settings, logger, {
    worker: workerHere(settings.workers),
    metricsOfAll: link?.metricsOfAll,
  });
  stopBy(adwarden.stop);
  link?.share(adwarden.metrics);
  // Before anything else can fail, because the password is shown only this once.
  report.prepared(adwarden.firstAdmin);
  report.serving(await adwarden.listen());
}
