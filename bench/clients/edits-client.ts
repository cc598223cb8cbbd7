import { adUnitSlots } from '@adwarden/contract/ad-units';
import { signIn } from './api.ts';

/*
 * Writes COUNT edits of apps, one after the other, as fast as the server answers.
 *
 *   node edits-client.ts PORT COUNT APP-ID…      (sends the time in milliseconds to its parent)
 */

const [port, count, ...appIDs] = process.argv.slice(2);
/** A new mark for each run, so that every edit changes something. */
const mark = Date.now().toString(36);
const slot = adUnitSlots[0]?.name ?? '';
process.on('disconnect', () => process.exit(1));

const api = await signIn(Number(port));
const began = performance.now();
for (let index = 0; index < Number(count); index += 1) {
  const id = appIDs[index % appIDs.length] as string;
  await api.call('updateApp', {
    id,
    body: { appName: `Clock ${mark} ${index}`, [slot]: `unit ${mark} ${index}` },
  });
}
const took = performance.now() - began;
api.close();
process.send?.({ took }, () => process.exit(0));
