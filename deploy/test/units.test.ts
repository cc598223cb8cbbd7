import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const shipped = fileURLToPath(new URL('../systemd', import.meta.url));
const systemsOwn = '/usr/lib/systemd/system';
/** The most exposure, of 100; systemd gives 96 to a service without any protection. */
const mostExposure = 20;

function analyze(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  return { status, text: `${stdout}${stderr}`.trim() };
}
const canRun = existsSync(systemsOwn) && analyze('--version').status === 0;

const servers = ['adwarden.service', 'adwarden@.service'];
test.each(servers)('%s goes on when the system ends one of its processes', (unit) => {
  expect(readFileSync(join(shipped, unit), 'utf8')).toMatch(/^OOMPolicy=continue$/m);
});

describe.skipIf(!canRun)('systemd', () => {
  const root = mkdtempSync(join(tmpdir(), 'adwarden-units-'));

  /** Builds a file system with everything where docs/operate.md puts it. */
  beforeAll(() => {
    cpSync(systemsOwn, join(root, systemsOwn), { recursive: true, verbatimSymlinks: true });
    cpSync(shipped, join(root, 'etc/systemd/system'), { recursive: true });
    const program = join(root, 'opt/adwarden/node_modules/node/bin');
    mkdirSync(program, { recursive: true });
    writeFileSync(join(program, 'node'), '', { mode: 0o755 });
    cpSync(join(shipped, '../postgres'), join(root, 'opt/adwarden/deploy/postgres'), {
      recursive: true,
    });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const services = ['adwarden.service', 'adwarden@8081.service', 'adwarden-backup.service'];
  test.each([...services, 'adwarden.socket', 'adwarden-backup.timer'])(
    'finds no fault in %s',
    (unit) => {
      expect(analyze('verify', `--root=${root}`, unit)).toEqual({ status: 0, text: '' });
    },
  );

  test.each(services)('finds %s well enclosed', (unit) => {
    const limit = `--threshold=${mostExposure}`;
    const { status, text } = analyze('security', '--offline=true', `--root=${root}`, limit, unit);
    expect(text).toContain('Overall exposure level');
    expect(status, text).toBe(0);
  });
});
