import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { built } from '../programs/built.ts';
import { admin } from './node.ts';

/* systemd's watchdog: what the supervisor sends to a socket of datagrams as systemd has it. */

/** Prints each message. A barrier comes with a file, and whoever sent it waits until the file is closed. */
const receiver = `
import array, os, socket, sys
place = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
place.bind(sys.argv[1])
print('listening', flush=True)
while True:
    text, more, _, _ = place.recvmsg(4096, 1024)
    for level, kind, data in more:
        if kind == socket.SCM_RIGHTS:
            for file in array.array('i', data[:4]): os.close(file)
    print(text.decode().strip(), flush=True)
`;
const runs = (program: string) => spawnSync(program, ['--version']).status === 0;
const canRun = runs('python3') && runs('systemd-notify');

const folder = mkdtempSync(join(tmpdir(), 'adwarden-watchdog-'));
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

function run(program: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return { child, output: () => output };
}

/** Starts a receiver and a server with these variables of systemd; `MINE` in one is the server's process id. */
async function startBoth(name: string, ofSystemd: Record<string, string>) {
  const socket = join(folder, name);
  const heard = run('python3', ['-c', receiver, socket]);
  await expect.poll(heard.output).toContain('listening');
  const script = 'WATCHDOG_PID=$(echo "$WATCHDOG_PID" | sed "s/MINE/$$/") exec "$0" "$1"';
  const server = run('sh', ['-c', script, process.execPath, built('main')], {
    PORT: '0',
    DATA_DIR: join(folder, `data-${name}`),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    NOTIFY_SOCKET: socket,
    ...ofSystemd,
  });
  await expect.poll(server.output).toContain('Adwarden is on');
  const beats = () => heard.output().match(/^WATCHDOG=1$/gm)?.length ?? 0;
  return { server, beats, heard: heard.output };
}

describe.skipIf(!canRun)('with a unit that has WatchdogSec', () => {
  test('the supervisor reports while it turns, and not while it hangs', async () => {
    const ofSystemd = { WATCHDOG_USEC: '1500000', WATCHDOG_PID: 'MINE' };
    const { server, beats, heard } = await startBoth('watched', ofSystemd);
    await expect.poll(beats).toBeGreaterThan(3);
    server.child.kill('SIGSTOP');
    await pause(1_500);
    const before = beats();
    await pause(3_000);
    expect(beats()).toBe(before);
    server.child.kill('SIGCONT');
    await expect.poll(beats).toBeGreaterThan(before + 1);
    expect(heard(), 'systemd knows by itself when it has started').not.toContain('READY');
    const ended = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(server.output()).not.toContain('systemd does not learn');
  });

  test.each([
    ['without a limit', {}],
    ['with a limit of another process', { WATCHDOG_USEC: '500000', WATCHDOG_PID: '1' }],
  ] as [string, Record<string, string>][])('%s nothing is reported', async (name, ofSystemd) => {
    const { beats } = await startBoth(name.replaceAll(' ', '-'), ofSystemd);
    await pause(1_500);
    expect(beats()).toBe(0);
  });
});
