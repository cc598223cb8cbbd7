import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, describe, expect, test } from 'vitest';
import { childrenOf, lives } from '../../../deploy/programs/process-tree.ts';
import { countedAnswers } from '../databases/counted-answers.ts';
import { adminEmail, adminPassword } from '../servers/calls.ts';
import { askAnew, type Processes, startProcesses } from '../servers/processes.ts';

/* One stop, whoever gets the signal: the processes of a supervisor end only when it says so. */

const started: Processes[] = [];
afterAll(() => Promise.all(started.map((one) => one.remove())));
const start = (environment?: Record<string, string>) => {
  const one = startProcesses(environment, { isGroup: true });
  started.push(one);
  return one;
};
/** Returns the processes that serve: a program that compares the sources may run for a moment beside them. */
const servingIn = (server: Processes) => [server.office(), ...server.ads()].map(Number);
const childrenIn = ({ pid }: Processes) => childrenOf(pid);
const signalChildren = (server: Processes, signal: NodeJS.Signals) => {
  for (const pid of childrenIn(server)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It has ended since it was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
};

/** Starts a server with an app; `ask` requests its ads. */
async function startWithApp(environment?: Record<string, string>) {
  const server = start(environment);
  const address = await server.ready;
  const body = { email: adminEmail, password: adminPassword };
  const signIn = await askAnew(address + pathOf(calls.adminSignIn), { method: 'POST', body });
  const added = await askAnew(address + pathOf(calls.addApp), {
    method: 'POST',
    body: sampleAppForm(),
    bearer: signIn.body.token,
  });
  const { appID, authToken } = added.body.data as Record<'appID' | 'authToken', string>;
  const path = `${pathOf(calls.getAds)}?${new URLSearchParams({ appID, authToken })}`;
  const ask = () => askAnew(address + path);
  await expect.poll(async () => (await ask()).status).toBe(200);
  return { server, address, appID, path, ask };
}

/**
 * Returns the warnings and errors of the log, and lines that say that a process starts again. Only the text after `from`
 * characters counts.
 */
const complaints = (server: Processes, from: number) =>
  server
    .output()
    .slice(from)
    .split('\n')
    .filter((line) => /"level":[456]0|starting it again|cannot start/.test(line));

type Signalling = (server: Processes) => void | Promise<void>;
const ways: Record<string, Signalling> = {
  'the supervisor': ({ pid }) => void process.kill(pid, 'SIGTERM'),
  'the supervisor, SIGHUP': ({ pid }) => void process.kill(pid, 'SIGHUP'),
  'the supervisor, SIGQUIT': ({ pid }) => void process.kill(pid, 'SIGQUIT'),
  'the group': ({ pid }) => void process.kill(-pid, 'SIGTERM'),
  'the group, as by Ctrl-C': ({ pid }) => void process.kill(-pid, 'SIGINT'),
  'the group, twice': async ({ pid }) => {
    process.kill(-pid, 'SIGINT');
    await pause(20);
    process.kill(-pid, 'SIGTERM');
  },
  'each child, and the supervisor two seconds later': async (server) => {
    signalChildren(server, 'SIGTERM');
    await pause(2_000);
    server.kill('SIGTERM');
  },
  'each child three times, then the supervisor': async (server) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) signalChildren(server, signal);
    server.kill('SIGTERM');
  },
};

const ofOffice = { ROLE: 'office', EDGE_KEYS: Buffer.alloc(32, 7).toString('base64') };
test.each([
  ...Object.keys(ways).map((way) => ({ way, environment: {}, who: 'all' })),
  { way: 'the group', environment: ofOffice, who: 'an office alone' },
  {
    way: 'each child three times, then the supervisor',
    environment: ofOffice,
    who: 'an office alone',
  },
])('a signal to $way is one stop of $who', async ({ way, environment }) => {
  const server = start(environment);
  await server.ready;
  const from = server.output().length;
  const pids = [server.pid, ...servingIn(server)];
  await ways[way]?.(server);
  expect(await server.ended).toBe(0);
  expect(pids.filter(lives)).toEqual([]);
  expect(complaints(server, from)).toEqual([]);
});

test('phones that ask while a group gets a signal are answered and counted', async () => {
  const { server, appID, ask } = await startWithApp();
  let answered = 0;
  const phone = async () => {
    for (;;) {
      const status = await ask().then(
        (answer) => answer.status,
        () => 0,
      );
      if (status !== 200) return;
      answered += 1;
    }
  };
  const phones = Promise.all(Array.from({ length: 8 }, phone));
  await pause(500);
  const from = server.output().length;
  process.kill(-server.pid, 'SIGINT');
  expect(await server.ended).toBe(0);
  await phones;
  expect(countedAnswers(server.dataDir, appID)).toBeGreaterThanOrEqual(answered);
  expect(complaints(server, from)).toEqual([]);
});

test('children that get a signal, and their supervisor does not, go on', async () => {
  const { server, ask } = await startWithApp();
  const before = servingIn(server);
  const from = server.output().length;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) {
    signalChildren(server, signal);
    signalChildren(server, signal);
  }
  await pause(2_500);
  expect(servingIn(server)).toEqual(before);
  expect((await ask()).status).toBe(200);
  expect(complaints(server, from)).toEqual([]);
});

describe('during a start', () => {
  // The delays go from the first moment of a process, in which it cannot handle a signal yet, to the end of the start.
  test.each([0, 30, 80, 150, 300])(
    'a signal to the group %i ms after the first child is there is a clean stop',
    async (ms) => {
      const server = start();
      while (childrenIn(server).length === 0) await pause(1);
      await pause(ms);
      process.kill(-server.pid, 'SIGTERM');
      expect(await server.ended).toBe(0);
      expect(server.output()).not.toMatch(/"level":[456]0|cannot start/);
    },
  );

  test('a signal to the children only does not end it', async () => {
    const server = start();
    const signalling = setInterval(() => signalChildren(server, 'SIGTERM'), 10);
    await pause(400);
    clearInterval(signalling);
    const address = await server.ready;
    expect((await askAnew(`${address}/readyz`)).status).toBe(200);
    expect(server.output()).not.toContain('cannot start');
  });
});

describe('a stop does not wait', () => {
  // It took 9.6 s. A stop has 2 s for them; the rest is for a busy machine.
  const mostMs = 5_000;
  const heads: Record<string, (path: string) => string> = {
    'half a request line': () => 'GET /api/ge',
    'half a head': (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n`,
    'half a head behind an answer': (path) =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\nGET ${path} HTTP/1.1\r\nHo`,
    'an answered request whose body does not come': (path) =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n{`,
    'half a head of a call': () =>
      `POST ${pathOf(calls.adminSignIn)} HTTP/1.1\r\nHost: a\r\nContent-Type: app`,
  };
  test('for clients in the middle of a head', async () => {
    const { server, address, path } = await startWithApp();
    const sockets = await Promise.all(
      Object.values(heads).map(async (head) => {
        const socket = connect(Number(new URL(address).port), '127.0.0.1').resume();
        socket.on('error', () => {});
        await once(socket, 'connect');
        socket.write(head(path));
        return { socket, closed: once(socket, 'close') };
      }),
    );
    // This client sends its head drop by drop.
    const slow = sockets[1]?.socket;
    const dripping = setInterval(() => slow?.write('X: y\r\n'), 100);
    await pause(300);
    const from = server.output().length;
    const began = performance.now();
    process.kill(-server.pid, 'SIGTERM');
    expect(await server.ended).toBe(0);
    clearInterval(dripping);
    expect(performance.now() - began).toBeLessThan(mostMs);
    expect(complaints(server, from)).toEqual([]);
    await Promise.all(sockets.map(({ closed }) => closed));
  });

  test('when nobody is there', async () => {
    const { server } = await startWithApp();
    const began = performance.now();
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(mostMs);
  });
});
