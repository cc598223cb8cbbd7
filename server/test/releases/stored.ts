import type { Bearers } from './fill.ts';

/** The answers of a release, stored beside its database. */
export type StoredAnswers = {
  /** The time of the questions, in epoch milliseconds; the upgraded server is asked at the same time. */
  at: number;
  bearers: Bearers;
  /** The answers of the API to GETs, without the message, which may get better words. */
  answers: { path: string; as: keyof Bearers; status: number; body: unknown }[];
  /** The answers to phones: the ads of each app, and the icons. */
  files: { path: string; etag: string; base64: string }[];
};

async function get(address: string, as = '') {
  const response = await fetch(address, as ? { headers: { authorization: `Bearer ${as}` } } : {});
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, etag: response.headers.get('etag') ?? '', bytes };
}

// The log comes first: reading passwords writes an entry.
const asAdmin = [
  '/changes?pageSize=100',
  '/changes?gone=true',
  '/changes?entity=user',
  '/apps/getAllApp',
  '/apps/getAllApp?page=0&pageSize=2&sort=appName',
  '/apps/getAllApp?search=ferry',
  '/apps/getAllApp?with=usage',
  '/user/getApp/ada',
  '/apps/getRemainingApp',
  '/apps/getConfigureApp',
  '/category/getCategory',
  '/apps/stats',
  '/apps/usage?days=7',
  '/config/getAllConfig',
  '/user/getUser',
];
const asOwner = ['/user/getApp/ada', '/apps/stats', '/category/getCategory', '/apps/usage?days=7'];

type App = { appID: string; authToken: string; icon: string };

/** Asks the server at this address for all that a release stores. */
export async function askAll(
  address: string,
  bearers: Bearers,
): Promise<Omit<StoredAnswers, 'at' | 'bearers'>> {
  const answers: StoredAnswers['answers'] = [];
  const ask = async (path: string, as: keyof Bearers) => {
    const { status, bytes } = await get(address + path, bearers[as]);
    const { message: _, ...body } = JSON.parse(bytes.toString());
    answers.push({ path, as, status, body });
    return body.data;
  };
  for (const path of asAdmin) await ask(path, 'admin');
  for (const path of asOwner) await ask(path, 'ada');
  const apps: App[] = await ask('/apps/getAllApp', 'admin');
  for (const { appID } of apps) {
    await ask(`/apps/usage/${appID}`, 'admin');
    await ask(`/changes?entity=app&key=${appID}`, 'admin');
  }
  const files: StoredAnswers['files'] = [];
  for (const { appID, authToken, icon } of apps) {
    for (const path of [`/api/getAds?appID=${appID}&authToken=${authToken}`, icon && `/${icon}`]) {
      if (!path) continue;
      const { status, etag, bytes } = await get(address + path);
      if (status !== 200) throw new Error(`${path}: ${status} ${bytes}`);
      files.push({ path, etag, base64: bytes.toString('base64') });
    }
  }
  return { answers, files };
}
