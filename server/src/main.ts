import { buildInfo } from './build-info.ts';
import type { Check } from './doctor/check.ts';
import { createLogger, type Logger } from './kit/logger.ts';
import { openLink, taskHere } from './processes/link.ts';
import { type Settings, settingsHere } from './settings.ts';
import type { StartReport } from './start-report.ts';
import { stopOnSignals } from './stop.ts';

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

/** Writes what is wrong into the log, in one line each. */
async function warnOf(checks: Check[], logger: Logger): Promise<void> {
  const { lineOf } = await import('./doctor/check.ts');
  for (const check of checks) {
    if (check.state === 'warning' || check.state === 'error') {
      logger.warn({ check: check.name }, lineOf(check));
    }
  }
}

/** What `npm run doctor` says of this machine. A folder that hangs must not hold up the start, so it comes afterwards. */
async function examineMachine(settings: Settings, logger: Logger): Promise<void> {
  const { checkMachine } = await import('./doctor/machine.checks.ts');
  await warnOf(await checkMachine(settings, null), logger);
}

const task = taskHere();
const link = task ? openLink() : null;

try {
  const settings = settingsHere();
  const logger = createLogger(settings.logLevel);
  const stopBy = stopOnSignals(logger, task !== null);
  // Each process loads only what it needs, so that the supervisor stays small, and the ads know no database.
  if (!link) {
    logger.info({ ...buildInfo(), node: process.version }, 'Adwarden starts');
    const { checkSettings } = await import('./doctor/settings.checks.ts');
    await warnOf(checkSettings(settings, process.env), logger);
    const { supervise } = await import('./processes/supervisor.ts');
    await supervise({ settings, logger, report: print, stopBy: stopBy.by });
    examineMachine(settings, logger).catch((error) =>
      logger.error({ err: error }, 'this machine could not be checked'),
    );
  } else if (task === 'ads') {
    const { runAds } = await import('./processes/ads.ts');
    await runAds({ settings, logger, link, stopBy });
  } else {
    const { runOffice } = await import('./processes/office.ts');
    await runOffice({ settings, logger, link, stopBy });
  }
} catch (error) {
  await (link ?? print).refused(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
