import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/kit/logger.ts';
import { buildTestServer, type TestServer } from '../servers/build-test-server.ts';

/* A client that disconnects in the middle of its body is not an error of the server or the database. */

type Line = { level: number; msg: string; req?: { path: string } };
const errorLevel = 50;

let lines: Line[] = [];
let adwarden: TestServer;
let port: number;
let bearer: string;

beforeAll(async () => {
  const memory = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  adwarden = await buildTestServer({}, { logger: createLogger('debug', memory) });
  await adwarden.server.listen({ port: 0, host: '127.0.0.1' });
  port = (adwarden.server.server.address() as AddressInfo).port;
  bearer = await adwarden.signInAdmin();
});
afterAll(() => adwarden.close());

const json = 'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"email":"a';
const chunked =
  'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n20\r\n{"email":"a';
const form =
  'content-type: multipart/form-data; boundary=x\r\ncontent-length: 9000\r\n\r\n' +
  '--x\r\ncontent-disposition: form-data; name="icon"; filename="i.png"\r\n\r\nPNG';

test.each([
  ['JSON', '/admin/login', json],
  ['JSON in chunks', '/admin/login', chunked],
  ['JSON of somebody signed in', '/apps/addApp', json],
  ['a form', '/apps/addApp', form],
])(
  'a body that is cut off, %s, is refused and logged, but not as an error',
  async (_, path, rest) => {
    for (const leave of ['destroy', 'resetAndDestroy'] as const) {
      lines = [];
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${bearer}\r\n${rest}`,
      );
      await new Promise((resolve) => setTimeout(resolve, 200));
      socket[leave]();
      await expect
        .poll(() => lines.map(({ msg }) => msg))
        .toContainEqual(expect.stringMatching(/^The (body|form) was cut off$/));
      expect(lines.find(({ req }) => req)).toMatchObject({ req: { path } });
      expect(lines.filter(({ level }) => level >= errorLevel)).toEqual([]);
      expect(JSON.stringify(lines)).not.toMatch(/database/i);
    }
  },
);
