// Starts the server of these sources in one process, asks whether it is ready, and stops it. `npm run test-slow -- taken` copies it.

import { createLogger } from '../server/src/kit/logger.ts';
import { settingsHere } from '../server/src/settings.ts';
import { joinOfficeAndAds } from '../server/test/servers/joined.ts';

const adwarden = await joinOfficeAndAds(settingsHere(), createLogger('warn'));
try {
  const address = await adwarden.listen();
  const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`/readyz: ${answer.status} ${await answer.text()}`);
} finally {
  await adwarden.stop();
}
