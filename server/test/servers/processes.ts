import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../../../deploy/programs/built.ts';
import { childrenOf } from '../../../deploy/programs/process-tree.ts';
import { adminEmail, adminPassword, metricsToken, openingHeaders } from './calls.ts';
import { bare } from './server-process.ts';

/* Starts the server with several processes, sends requests over new connections, and stops it. */

const ownMain = built('main');

export type Answer = { status: number; text: string; body: { token: string; data: unknown } };
export type Ask = {
  method?: string;
  body?: object;
  bearer?: string;
  headers?: object;
  timeoutMs?: number;
};

/** Sends one request on a new connection, so that any ads process may get it. */
export function askAnew(
  url: string,
  { method = 'GET', body, bearer, headers, timeoutMs = 60_000 }: Ask = {},
) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request(url, {
    method,
    agent: false,
    timeout: timeoutMs,
    headers: {
      ...openingHeaders(new URL(url).pathname),
      ...(body && { 'content-type': 'application/json' }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
  });
  sent.on('error', reject).on('timeout', () => sent.destroy(new Error(`${url} does not answer`)));
  sent.on('response', async (response) => {
    try {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      const isJson = response.headers['content-type']?.includes('json');
      resolve({ status: response.statusCode ?? 0, text, body: isJson ? JSON.parse(text) : null });
    } catch (error) {
      reject(error);
    }
  });
  sent.end(body && JSON.stringify(body));
  return promise;
}

/** `isGroup`: its processes are a group of their own, as those of a terminal's command. `main`: another build. */
type HowToStart = { isGroup?: boolean; main?: string };

/** Starts the server with a new data directory; `ready` resolves to its address. */
export function startProcesses(
  environment: Record<string, string> = {},
  { isGroup = false, main = ownMain }: HowToStart = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-processes-'));
  const child: ChildProcess = spawn(process.execPath, [main], {
    cwd: dataDir,
    detached: isGroup,
    env: {
      ...bare,
      PORT: '0',
      WORKERS: '2',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: adminPassword,
      METRICS_TOKEN: metricsToken,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = Promise.withResolvers<string>();
  const ended = once(child, 'exit').then(([code]) => {
    ready.reject(new Error(`the server ended before it listened: ${output}`));
    return code as number | null;
  });
  ready.promise.catch(() => {});
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
      const [, port] = /is on http:\/\/localhost:(\d+)/.exec(output) ?? [];
      if (port) ready.resolve(`http://127.0.0.1:${port}`);
    });
  }
  const pid = child.pid ?? 0;
  return {
    pid,
    dataDir,
    ready: ready.promise,
    ended,
    output: () => output,
    /** The ids of the ads processes, as `ps` shows them. */
    ads: () => childrenOf(pid, 'adwarden ads'),
    /** The id of the office; undefined while there is none. */
    office: () => childrenOf(pid, 'adwarden office')[0],
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async remove() {
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type Processes = ReturnType<typeof startProcesses>;
