import { createLogger } from './kit/logger.ts';
import { openLink, taskHere } from './processes/link.ts';
import { settingsHere } from './settings.ts';
import type { StartReport } from './start-report.ts';
import { createStop, leaveSignalsToSupervisor } from './stop.ts';

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

const task = taskHere();
const link = task ? openLink() : null;
if (link) leaveSignalsToSupervisor();

try {
  const settings = settingsHere();
  const logger = createLogger(settings.logLevel);
  const stopBy = createStop(logger, link ? 'debug' : 'info');
  // Each process loads only what it needs, so that the supervisor stays small, and the ads know no database.
  if (!link) {
    const { startAll } = await import('./start-all.ts');
    await startAll({ settings, logger, report: print, stopBy });
  } else {
    link.on({ stop: () => stopBy.now('the supervisor stops') });
    if (task === 'ads') {
      const { runAds } = await import('./processes/ads.ts');
      await runAds({ settings, logger, link, stopBy });
    } else {
      const { runOffice } = await import('./processes/office.ts');
      await runOffice({ settings, logger, link, stopBy });
    }
  }
} catch (error) {
  await (link ?? print).refused(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
