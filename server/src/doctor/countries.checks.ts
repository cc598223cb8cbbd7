import { readLastUpdate } from '../ads/country-updates/last-update.ts';
import { momentInWords } from '../kit/clock.ts';
import type { Settings } from '../settings.ts';
import { type Check, fine } from './check.ts';

const name = 'country database';

/** Checks the last update of the database of countries; nothing when there was none. */
export async function checkCountryUpdate({ dataDir }: Pick<Settings, 'dataDir'>): Promise<Check[]> {
  const last = await readLastUpdate(dataDir);
  if (!last) return [];
  const when = momentInWords(last.triedAt);
  if (!last.trouble)
    return [fine(name, `The database of countries was brought up to date on ${when}`)];
  return [
    {
      name,
      state: 'warning',
      what: `The database of countries was not updated on ${when}: ${last.trouble}`,
      why: 'Address ranges move between countries. An old database judges more and more phones wrongly.',
      todo: 'Look whether COUNTRY_DATABASE_URL still leads to a database, or take one that you have: npm run update-countries -- URL or file.',
    },
  ];
}
