import { buildInfo } from './build-info.ts';
import { createLogger, type Logger } from './kit/logger.ts';
import { openLink, taskHere } from './processes/link.ts';
import { nearestSetting, settingsHere } from './settings.ts';
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

/** Other programs have names of their own in the environment, so a name that is nearly one of ours is only a warning. */
function warnOfUnknown(logger: Logger): void {
  for (const name of Object.keys(process.env)) {
    const known = nearestSetting(name);
    if (known) logger.warn(`${name} is no setting; is ${known} meant?`);
  }
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
    warnOfUnknown(logger);
    const { supervise } = await import('./processes/supervisor.ts');
    await supervise({ settings, logger, report: print, stopBy: stopBy.by });
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
