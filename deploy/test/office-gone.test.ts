import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNginx } from '../programs/find-nginx.ts';
import { ask } from './ask.ts';
import { type Nginx, startNginx } from './nginx.ts';

/* An office whose machine is gone refuses no connection: nothing at all comes from there. */

/** Listens, and then never takes a connection again. When its queue is full, the system drops what comes. */
const silentProgram = `
  const server = require('node:net').createServer().listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
    process.send(server.address().port, () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });`;

describe.skipIf(!findNginx())('behind nginx, with one of two offices gone', () => {
  const asked: string[] = [];
  const office = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().once('end', () => response.end('{}'));
  });
  const waiting: Socket[] = [];
  let silent: ChildProcess;
  let nginx: Nginx;

  /** Opens connections until one is dropped. */
  async function fillQueue(port: number): Promise<void> {
    for (let isTaken = true; isTaken; ) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      waiting.push(socket);
      const taken = once(socket, 'connect').then(() => true);
      isTaken = await Promise.race([taken, pause(500, false)]);
    }
  }

  beforeAll(async () => {
    silent = spawn(process.execPath, ['-e', silentProgram], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [silentPort] = (await once(silent, 'message')) as [number];
    office.listen(0, '127.0.0.1');
    await once(office, 'listening');
    await fillQueue(silentPort);
    const { port } = office.address() as AddressInfo;
    nginx = await startNginx({ nodes: [port], offices: [silentPort, port] });
  });
  afterAll(async () => {
    await nginx?.stop();
    for (const socket of waiting) socket.destroy();
    silent?.kill('SIGKILL');
    office.close();
  });

  test('the other one answers everything, and gets each request once', async () => {
    const sent: string[] = [];
    for (let round = 1; round <= 3; round += 1) {
      for (const method of ['POST', 'GET']) {
        const body = method === 'POST' ? { body: '{}' } : {};
        const { status } = await ask(nginx.port, `/apps/${round}`, { method, ...body });
        expect(status, `${method} ${round}`).toBe(200);
        sent.push(`${method} /apps/${round}`);
      }
    }
    expect(asked).toEqual(sent);
  });
});
