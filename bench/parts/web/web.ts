import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { built } from '../../../deploy/programs/built.ts';
import { apiOf, signIn } from '../../clients/api.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import type { Verdict } from '../../measuring/report.ts';
import { output, start } from '../../servers/processes.ts';
import { admin, startServer } from '../../servers/server.ts';
import { openBrowser, type Session } from './web.browser.ts';
import { measureLighthouse } from './web.lighthouse.ts';
import { measureSelection } from './web.selection.ts';
import { measureSizes } from './web.sizes.ts';
import { measureSpeed } from './web.speed.ts';

const demo = built('cli/demo');

/** Makes a data directory with the data of `npm run demo`. */
async function makeDemo(dataDir: string): Promise<void> {
  mkdirSync(dataDir);
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  };
  await output(start(process.execPath, [demo], { cwd: dataDir, env, stdout: 'pipe' }));
}

/** Signs in as an administrator. */
async function adminSession(port: number): Promise<Session> {
  const anyone = apiOf(port);
  const answer = await anyone.call('adminSignIn', { body: admin });
  anyone.close();
  return JSON.parse(String(answer));
}

/** Creates an app owner and signs in as this owner. */
async function ownerSession(port: number): Promise<Session> {
  const [api, anyone] = [await signIn(port), apiOf(port)];
  const { userId: userID, ...form } = sampleUserForm();
  await api.call('createNewUser', { body: { ...form, userId: userID } });
  const answer = await anyone.call('userSignIn', { body: { userID, password: form.password } });
  api.close();
  anyone.close();
  return JSON.parse(String(answer));
}

/** Measures the built web app in Chromium, with the real server. */
export async function measureWeb({ dataDir }: DataSet): Promise<Verdict[]> {
  const browser = await openBrowser();
  try {
    const demoDir = join(dirname(dataDir), 'demo');
    await makeDemo(demoDir);
    const small = await startServer(demoDir);
    const session = await adminSession(small.port);
    const sessions = { admin: session, user: await ownerSession(small.port) };
    const base = `http://127.0.0.1:${small.port}`;
    const verdicts = [
      ...(await measureSizes(browser, base, sessions)),
      ...(await measureLighthouse(browser, {
        'sign-in': { url: `${base}/admin/login` },
        dashboard: { url: `${base}/admin/dashboard`, session },
        'application list': { url: `${base}/admin/application-list`, session },
      })),
    ];
    await small.stop();

    const large = await startServer(dataDir);
    const largeBase = `http://127.0.0.1:${large.port}`;
    const signedIn = await adminSession(large.port);
    verdicts.push(...(await measureSpeed(browser, largeBase, signedIn)));
    verdicts.push(...(await measureSelection(browser, largeBase, signedIn)));
    await large.stop();
    return verdicts;
  } finally {
    await browser.close();
  }
}
