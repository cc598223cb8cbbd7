import { createCountryUpdates } from './ads/country-updates/country-updates.ts';
import { buildInfo } from './build-info.ts';
import { type Check, lineOf } from './doctor/check.ts';
import { checkMachine, checkOwners } from './doctor/machine.checks.ts';
import { checkSettings } from './doctor/settings.checks.ts';
import { systemClock } from './kit/clock.ts';
import type { Logger } from './kit/logger.ts';
import { supervise } from './processes/supervisor.ts';
import type { Settings } from './settings.ts';
import type { StartReport } from './start-report.ts';
import { type StopBy, stopSignals } from './stop.ts';

/**
 * Starts everything, in the process that a person or a service manager has started. This file and its imports load nothing
 * later: a release that is replaced below a running server must not end it.
 */
export async function startAll(deps: {
  settings: Settings;
  logger: Logger;
  report: StartReport;
  stopBy: StopBy;
}): Promise<void> {
  const { settings, logger, report, stopBy } = deps;
  for (const signal of stopSignals) process.on(signal, () => stopBy.now(signal));
  logger.info({ ...buildInfo(), node: process.version }, 'Adwarden starts');
  warnOf([...checkSettings(settings, process.env), ...checkOwners(settings.dataDir)], logger);
  await supervise({ settings, logger, report, stopBy: stopBy.by });
  updateCountries(settings, logger);
  process.on('uncaughtException', (error) =>
    logger.error({ err: error }, 'an error that nobody expected; the supervisor goes on'),
  );
  // `npm run doctor` says the same about this machine. A folder that hangs must not block the start, so this check comes
  // afterwards.
  checkMachine(settings).then(
    (checks) => warnOf(checks, logger),
    (error) => logger.error({ err: error }, 'this machine could not be checked'),
  );
}

/** Logs each problem in one line. */
function warnOf(checks: Check[], logger: Logger): void {
  for (const check of checks) {
    if (check.state === 'warning' || check.state === 'error') {
      logger.warn({ check: check.name }, lineOf(check));
    }
  }
}

/** Updates the database of countries. It is here, because an edge has no office. */
function updateCountries({ countryUpdates: { everyHours }, dataDir }: Settings, logger: Logger) {
  if (everyHours === null) return;
  const updates = createCountryUpdates({ everyHours, dataDir, clock: systemClock, logger });
  updates.start();
  process.once('exit', updates.stop);
}
