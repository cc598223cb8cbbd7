import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathOf } from '@adwarden/contract/call';
import { doctorCalls } from '@adwarden/contract/doctor';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import type { Check } from '../../src/doctor/check.ts';
import { damageTable } from '../databases/damage-database.ts';
import { metricsToken } from '../servers/calls.ts';
import { runCommand } from '../servers/run-command.ts';
import { killServers, startServer } from '../servers/server-process.ts';
import { hangAt, mayHang } from './hung-disk.ts';

/* A disk that does not answer, as a network disk whose machine is gone, holds up nothing but itself. */

const folder = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
afterAll(() => {
  killServers();
  rmSync(folder, { recursive: true, force: true });
});

function hang(place: string) {
  const disk = hangAt(place);
  onTestFinished(disk.end);
}

/** Asks for the metrics as Prometheus does; resolves to the length of the compressed answer, or rejects after five seconds. */
function scrape(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${metricsToken}`, 'accept-encoding': 'gzip' };
    const asking = request(`${address}/metrics`, { headers, agent: false }, (answer) => {
      let length = 0;
      answer.on('data', (part) => {
        length += part.length;
      });
      answer.on('end', () => resolve(length)).on('error', reject);
    });
    asking.setTimeout(5_000, () => asking.destroy(new Error('no answer within 5 s')));
    asking.on('error', reject).end();
  });
}

describe.skipIf(!mayHang)('a disk that hangs', () => {
  it('of the backups is named by System Check, which holds up no other call, however often it is asked', async () => {
    const DATA_DIR = join(folder, 'data');
    const BACKUP_DIR = join(folder, 'backups');
    const server = await startServer({ DATA_DIR, BACKUP_DIR });
    const as = await server.signIn();
    hang(BACKUP_DIR);
    const checks = async () =>
      (await server.ask(pathOf(doctorCalls.getSystemChecks), { as })).body.data as Check[];
    for (let time = 0; time < 6; time += 1) {
      const found = await checks();
      const errors = found.filter(({ state }) => state === 'error');
      expect(errors).toMatchObject([
        {
          name: 'BACKUP_DIR',
          what: `BACKUP_DIR ${BACKUP_DIR} does not answer within 2.5 s`,
        },
      ]);
      expect(found.filter(({ name }) => name === 'database')).toMatchObject([{ state: 'ok' }]);
    }
    const began = performance.now();
    // Both need a thread that a disk may hold.
    expect(await scrape(server.address)).toBeGreaterThan(1_000);
    expect(await server.signIn()).toMatch(/./);
    expect(performance.now() - began).toBeLessThan(10_000);
    await server.kill();
  });

  it('of the backups does not hold up the doctor, also beside a damaged database', async () => {
    const DATA_DIR = join(folder, 'damaged');
    const BACKUP_DIR = join(folder, 'backups-of-damaged');
    const server = await startServer({ DATA_DIR });
    await server.stop();
    damageTable(DATA_DIR, 'saved_view');
    hang(BACKUP_DIR);
    const began = performance.now();
    const { stdout } = await runCommand(built('cli/doctor'), ['--json'], {
      env: { DATA_DIR, BACKUP_DIR, PORT: '1' },
    });
    expect(performance.now() - began, '5 s, and more on a busy machine').toBeLessThan(15_000);
    const { checks } = JSON.parse(stdout) as { checks: Check[] };
    const errors = checks.filter(({ state }) => state === 'error').map(({ name }) => name);
    expect(errors.sort()).toEqual(['BACKUP_DIR', 'damage']);
  });

  it.each([
    ['DATA_DIR', /^DATA_DIR \S+ does not answer within 2\.5 s$/],
    ['BACKUP_DIR', /^BACKUP_DIR \S+ does not answer within 2\.5 s$/],
    ['TMPDIR', /^The temporary folder did not answer within 2\.5 s$/],
    ['MMDB_FILE', /^The country database did not answer within 2\.5 s$/],
  ])('of %s is named by the doctor, which ends', async (setting, words) => {
    const place = mkdtempSync(join(folder, 'hung-'));
    hang(place);
    const began = performance.now();
    const { status, stdout } = await runCommand(built('cli/doctor'), ['--json'], {
      env: { DATA_DIR: join(folder, 'new'), PORT: '1', [setting]: place },
    });
    expect(performance.now() - began, '5 s, and more on a busy machine').toBeLessThan(15_000);
    expect(status).toBe(1);
    const { checks } = JSON.parse(stdout) as { checks: Check[] };
    const errors = checks.filter(({ state }) => state === 'error').map(({ what }) => what);
    expect(errors).toEqual([expect.stringMatching(words)]);
  });

  it('of the data folder keeps neither phones nor Prometheus waiting', async () => {
    const DATA_DIR = join(folder, 'gone');
    const server = await startServer({ DATA_DIR, HEARTBEAT: 'off' });
    hang(DATA_DIR);
    for (let time = 0; time < 8; time += 1) {
      expect(await scrape(server.address)).toBeGreaterThan(1_000);
      await pause(200);
    }
    expect((await server.ask('/readyz')).body.reason).toMatch(/does not answer/);
    await server.kill();
  });
});
