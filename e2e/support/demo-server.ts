import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../../deploy/programs/built.ts';
import { startServer } from './server-process.ts';
import { administrator, openTestApi } from './test-api.ts';

const demo = built('cli/demo');

/** An owner of the demo, with apps, requests and findings. */
const demoOwner = { userID: 'mara', password: 'lantern-harbour-7' };

/** Starts a server with the demo's portfolio of 90 days, and signs in an administrator and an owner. */
export async function startDemoServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-e2e-'));
  const settings = {
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ADMIN_NAME: administrator.fullName,
  };
  execFileSync(process.execPath, [demo], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...settings },
    stdio: 'ignore',
  });
  const server = await startServer(settings, dataDir);
  const api = await openTestApi(server.address);
  return {
    address: server.address,
    api,
    sessions: { admin: await api.signInAdmin(), owner: await api.signInOwner(demoOwner) },
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type DemoServer = Awaited<ReturnType<typeof startDemoServer>>;
