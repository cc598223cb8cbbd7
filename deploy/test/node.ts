import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { built } from '../programs/built.ts';
import { freePort } from '../programs/free-port.ts';
import { childrenOf } from '../programs/process-tree.ts';
import { ask } from './ask.ts';

const main = built('main');
/** The time limit of a start, in milliseconds. On a busy machine a start may take a minute. */
const mostStartMs = 170_000;

/** The administrator of every node under test. */
export const admin = { email: 'deploy@example.com', password: 'behind-nginx-7' };

/** METRICS_TOKEN of every node under test, and how to send it. */
const metricsToken = 'metrics-behind-nginx';
export const opened = { headers: { authorization: `Bearer ${metricsToken}` } };

/** A server process that can be stopped and started again on its port. */
export type Node = {
  port: number;
  /** Starts it (again) and waits until `/readyz` says 200. */
  start(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends a signal to the processes that it has started and that `ps` shows by this name; returns how many they are. */
  signalChild(name: string, signal: 'SIGKILL' | 'SIGSTOP'): number;
  /** Sends a signal to its supervisor, which it survives. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Sends SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
};

/** Builds a node with its own folder and settings, without the settings of this shell. */
export async function node(dataDir: string, settings: Record<string, string> = {}): Promise<Node> {
  const port = await freePort();
  let child: ReturnType<typeof launch> | undefined;

  function launch() {
    const started = spawn(process.execPath, [main], {
      // Another folder, so that a developer's .env is not read.
      cwd: dataDir,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        PORT: String(port),
        LOG_LEVEL: 'fatal',
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        METRICS_TOKEN: metricsToken,
        ...settings,
      },
      // The server stops when the 'ipc' channel closes. The channel closes when this process ends, even by a kill.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return {
      process: started,
      ended: once(started, 'exit').then(([code]) => code as number | null),
    };
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const ending = child;
    child = undefined;
    ending?.process.kill(signal);
    return (await ending?.ended) ?? null;
  }

  return {
    port,
    async start() {
      const mine = launch();
      child = mine;
      const began = performance.now();
      while ((await ask(port, '/readyz').catch(() => null))?.status !== 200) {
        const { exitCode } = mine.process;
        if (exitCode !== null)
          throw new Error(`The node ended at its start with exit code ${exitCode}`);
        if (performance.now() - began > mostStartMs) throw new Error('The node does not get ready');
        await pause(20);
      }
    },
    async kill() {
      await end('SIGKILL');
    },
    signalChild(name, signal) {
      const pids = childrenOf(child?.process.pid ?? 0, name);
      for (const pid of pids) process.kill(pid, signal);
      return pids.length;
    },
    signal: (signal) => void child?.process.kill(signal),
    stop: () => end('SIGTERM'),
  };
}
