import { compose } from './composition.ts';
import { createLogger } from './kit/logger.ts';
import { settingsHere } from './settings.ts';
import { stopOnSignals } from './stop.ts';

/** Prints one line that says what is wrong and ends: for what the operator must mend before a start. */
function refuseToStart(error: unknown): never {
  console.error(`adwarden cannot start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

try {
  const settings = settingsHere();
  const logger = createLogger(settings.logLevel);
  const stopBy = stopOnSignals(logger);
  const adwarden = await compose(settings, logger);
  stopBy(adwarden.stop);
  const { email, generatedPassword } = adwarden.firstAdmin;
  console.log(`\n  Administrator: ${email}`);
  // Before anything else can fail: it is shown this once.
  if (generatedPassword) console.log(`  Password: ${generatedPassword}  (shown this once)`);
  const address = await adwarden.listen();
  console.log(`  Adwarden is on ${address}\n`);
} catch (error) {
  refuseToStart(error);
}
