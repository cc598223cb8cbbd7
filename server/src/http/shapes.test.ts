import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/*
 * Asks a fresh process one request after the other, throws all garbage away before the one of a given number,
 * and says whether requests, responses and sockets are kept in the fast way at the end.
 */
const script = (module: string, collectBefore: number) => `
  import { once } from 'node:events';
  import { createServer } from 'node:http';
  import { connect } from 'node:net';
  import { settleShapes } from ${JSON.stringify(module)};
  await settleShapes();
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  let fast;
  const server = createServer((request, response) => {
    response.end('{}');
    fast = [request, response, request.socket].map((one) => %HasFastProperties(one));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  for (let number = 1; number <= 12; number += 1) {
    await pause(5);
    if (number === ${collectBefore}) for (let times = 0; times < 6; times += 1) { gc(); await pause(5); }
    const socket = connect(server.address().port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n');
    socket.resume();
    await once(socket, 'close');
  }
  console.log(fast.join());
  server.close();
`;

/** Requests and responses are lost at 7, sockets, of which each request has two here, at 4. */
it.each([0, 3, 4, 6, 7, 8])('a collection before request %d costs no speed', async (number) => {
  const module = new URL('shapes.ts', import.meta.url).href;
  const flags = ['--expose-gc', '--allow-natives-syntax', '--input-type=module', '-e'];
  const ran = promisify(execFile)(process.execPath, [...flags, script(module, number)], {
    timeout: 20_000,
  });
  expect((await ran).stdout.trim()).toBe('true,true,true');
});
