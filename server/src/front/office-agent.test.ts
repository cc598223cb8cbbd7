import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { officeAgent } from './office-agent.ts';

/** Sends a request with a body; resolves to the status, or to the code of the error. */
function ask(socketPath: string, agent: ReturnType<typeof officeAgent>) {
  const { promise, resolve } = Promise.withResolvers<number | string | undefined>();
  const sent = request({ socketPath, agent, method: 'POST', headers: { 'content-length': 4 } });
  sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  sent.on('response', (answer) => {
    answer.resume().once('end', () => resolve(answer.statusCode));
  });
  sent.end('body');
  return promise;
}

it('connections that come together wait for their turn, however short the queue is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-agent-'));
  const path = join(folder, 'office');
  // On a busy machine, all of them may take longer than usual.
  const agent = officeAgent(60_000);
  const office = createServer(async (asked, response) => {
    let text = '';
    for await (const chunk of asked) text += chunk;
    response.writeHead(text === 'body' ? 200 : 400).end();
  });
  onTestFinished(() => {
    agent.destroy();
    office.closeAllConnections();
    office.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await once(office.listen({ path, backlog: 32 }), 'listening');
  const answers = await Promise.all(Array.from({ length: 300 }, () => ask(path, agent)));
  expect(new Set(answers)).toEqual(new Set([200]));
});

it('an office that is not there is said at once', async () => {
  const agent = officeAgent();
  expect(await ask(join(tmpdir(), 'adwarden-nowhere'), agent)).toBe('ENOENT');
  agent.destroy();
});
