// The server of `npm run dev`: office and ads in one process, which is there again soon after a change. `npm start` has them in
// processes of their own, with a supervisor that watches them.
import { createLogger } from '../server/src/kit/logger.ts';
import { usualCost } from '../server/src/kit/password-hash.ts';
import { settingsHere } from '../server/src/settings.ts';
import { stopSignals } from '../server/src/stop.ts';
import { joinOfficeAndAds } from '../server/test/servers/joined.ts';

/** A restart does not wait longer for open streams and running requests. */
const longestStopMs = 300;

try {
  const settings = settingsHere();
  const adwarden = await joinOfficeAndAds(settings, createLogger(settings.logLevel), {
    passwordCost: usualCost,
  });
  for (const signal of [...stopSignals, 'disconnect'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(), longestStopMs);
      void adwarden.stop().finally(() => process.exit());
    });
  }
  const address = await adwarden.listen();
  const { email, generatedPassword } = adwarden.firstAdmin ?? {};
  if (email) console.log(`\n  Administrator: ${email}`);
  if (generatedPassword) console.log(`  Password: ${generatedPassword}  (shown this once)`);
  console.log(`  The server is on ${address}\n`);
} catch (error) {
  console.error(`adwarden cannot start: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
