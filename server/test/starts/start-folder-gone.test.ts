import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { childrenOf } from '../../../deploy/programs/process-tree.ts';
import { killServers, startServer } from '../servers/server-process.ts';

/* The folder where the server was started is deleted: relative paths of its settings lead nowhere any more. */

const folder = mkdtempSync(join(tmpdir(), 'adwarden-cwd-'));
afterAll(() => {
  killServers();
  rmSync(folder, { recursive: true, force: true });
});

const adsOf = (pid = 0) => childrenOf(pid, 'adwarden ads');

test('processes that are started again find what the settings name, and serve', async () => {
  const environment = { DATA_DIR: './data', MMDB_FILE: '', BACKUP_DIR: './backups' };
  const server = await startServer(environment, undefined, { cwd: folder });
  rmSync(folder, { recursive: true });
  const [victim = 0] = adsOf(server.child.pid);
  process.kill(victim, 'SIGKILL');
  // On a relative path in such a folder, Node's recursive `mkdir` never ends.
  await expect.poll(() => adsOf(server.child.pid).some((pid) => pid !== victim)).toBe(true);
  expect((await server.ask('/healthz')).status).toBe(200);
});
