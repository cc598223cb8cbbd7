import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { built } from '../../../deploy/programs/built.ts';
import { childrenOf, lives } from '../../../deploy/programs/process-tree.ts';
import { adminEmail, adminPassword, metricsToken, openingHeaders } from './calls.ts';

const ownMain = built('main');
const credentials = { email: adminEmail, password: adminPassword };

/** The server as a process of its own. */
export type ServerProcess = {
  child: ChildProcess;
  address: string;
  /** Returns everything that it has printed. */
  output: () => string;
  ask: (path: string, options?: Question) => Promise<Answer>;
  signIn: () => Promise<string>;
  /** Sends SIGTERM; returns exit code and signal. */
  stop: () => Promise<unknown[]>;
  /** Sends SIGKILL to all of its processes at once; resolves when none is left. */
  kill: () => Promise<void>;
};

/** The time limit for a server that hangs: a busy machine may need half a minute for an answer. */
const mostMs = 90_000;

type Question = { method?: string; body?: object; as?: string; agent?: Agent | false };
// biome-ignore lint/suspicious/noExplicitAny: what a test expects of it, the test says
export type Answer = { status: number; text: string; body: any };

/** The environment that a process needs of this one, without its settings: programs, and the code that is compiled already. */
export const bare = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};

const running = new Set<ChildProcess>();

/** Kills a server and the processes that it has started. Returns the ids of these processes. */
function killTree(child: ChildProcess): number[] {
  const pids = childrenOf(child.pid ?? 0);
  child.kill('SIGKILL');
  // A child may have ended by itself meanwhile.
  for (const pid of pids) if (lives(pid)) process.kill(pid, 'SIGKILL');
  return pids;
}

/** Ends all servers. Call it after the tests of a file. */
export function killServers(): void {
  for (const child of running) killTree(child);
}

/** A user without any rights, as whom root can start a server. */
export const nobody = { uid: 65534, gid: 65534 };

/** The options of a server's start. */
type Start = Partial<typeof nobody> & { openFiles?: number; nice?: number; cwd?: string };

/**
 * Starts the server, or that of another checkout, also as another user, with few files or a low priority; rejects with what it printed
 * when it ends before it listens. It prints `PUBLIC_URL`: with that it needs a `PORT`.
 */
export async function startServer(
  environment: Record<string, string>,
  main = ownMain,
  { openFiles, nice, cwd, ...user }: Start = {},
): Promise<ServerProcess> {
  const limited = openFiles ? ['sh', '-c', `ulimit -n ${openFiles} && exec "$0" "$@"`] : [];
  const nicely = nice ? ['nice', '-n', String(nice)] : [];
  const [program = '', ...args] = [...nicely, ...limited, process.execPath, main];
  const child = spawn(program, args, {
    ...user,
    env: {
      ...bare,
      PORT: '0',
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'silent',
      METRICS_TOKEN: metricsToken,
      ...environment,
    },
    cwd: cwd ?? (existsSync(environment.DATA_DIR ?? '') ? environment.DATA_DIR : tmpdir()),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: unknown) => {
      output += String(chunk);
      const [, found] = /is on (https?:\S+)\n/.exec(output) ?? [];
      if (found) resolve(environment.PUBLIC_URL ? `http://127.0.0.1:${environment.PORT}` : found);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('close', () => reject(new Error(`the server ended before it listened: ${output}`)));
  });

  const ask = (path: string, question: Question = {}) => askOnce(`${address}${path}`, question);
  return {
    child,
    address,
    output: () => output,
    ask,
    async signIn() {
      const { body } = await ask('/admin/login', { method: 'POST', body: credentials });
      return body.token;
    },
    stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      return ended;
    },
    async kill() {
      const ended = once(child, 'exit');
      const pids = killTree(child);
      await ended;
      while (pids.some(lives)) await pause(5);
    },
  };
}

/** Sends one request, on a connection of its own unless an agent is given: workers take connections in turn. */
function askOnce(url: string, { method = 'GET', body, as, agent = false }: Question) {
  return new Promise<Answer>((resolve, reject) => {
    const headers = {
      ...openingHeaders(new URL(url).pathname),
      ...(body && { 'content-type': 'application/json' }),
      ...(as && { authorization: `Bearer ${as}` }),
    };
    const asking = request(url, { method, agent, headers, timeout: mostMs }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('error', reject).on('end', () => {
        const isJson = response.headers['content-type']?.includes('json');
        resolve({ status: response.statusCode ?? 0, text, body: isJson ? JSON.parse(text) : null });
      });
    });
    asking.on('timeout', () => asking.destroy(new Error(`no answer within ${mostMs} ms`)));
    asking.on('error', reject);
    asking.end(body && JSON.stringify(body));
  });
}
