import type { TestProvider } from '../../../deploy/programs/oidc-provider.ts';
import { featuresForCommand } from '../../src/composition/with-features.ts';
import type { Db } from '../../src/db/schema.ts';
import { readSettings } from '../../src/settings.ts';
import type { TestServer } from './build-test-server.ts';
import { accountSettings } from './template.ts';

/** Signs in at the provider as `login`, comes back, and returns the answer of the office. */
export async function signInAtProvider(
  provider: TestProvider,
  server: Pick<TestServer, 'callLoosely'>,
  login: string,
  as: 'admin' | 'user' = 'admin',
) {
  const begun = await server.callLoosely('beginSingleSignOn', { body: { as } });
  const { url, flow } = begun.body.data as { url: string; flow: string };
  const returned = await provider.signIn(url, login);
  return server.callLoosely('finishSingleSignOn', { body: { ...returned, flow } });
}

/** Builds one more node of an office, and returns the run of its job that asks the provider about sessions. */
export async function askingNode(
  { db, place }: Pick<TestServer, 'db' | 'place'>,
  environment: Record<string, string>,
): Promise<() => Promise<void>> {
  const settings = readSettings({ ...place, ...accountSettings, ...environment });
  const { features } = await featuresForCommand(settings, db);
  const office = { server: 'test', here: () => ({ lost: [], arePhonesBehind: false, damage: '' }) };
  const jobs = features.jobs({
    ...office,
    readInstallation: () => {
      throw new Error('not read in tests');
    },
  });
  const job = jobs.find(({ name }) => name === 'sessions of single sign-on');
  if (!job) throw new Error('There is no such job');
  return async () => void (await job.work({ now: 0, isOver: () => false }));
}

/** Makes the next question about every session, or about those of one account, due now. */
export async function makeDue(db: Db, account?: string): Promise<void> {
  await db
    .updateTable('oidc_grant')
    .set({ refreshAt: 0, takenUntil: null })
    .$if(account !== undefined, (query) => query.where('accountId', '=', account ?? ''))
    .execute();
}
