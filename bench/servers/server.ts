import { setTimeout as pause } from 'node:timers/promises';
import { built } from '../../deploy/programs/built.ts';
import { freePort } from '../../deploy/programs/free-port.ts';
import { type Child, processesOf, start } from './processes.ts';

/** The administrator of every measured server. */
export const admin = { email: 'bench@example.com', password: 'measured-twice-7' };

/** METRICS_TOKEN of every measured server. */
export const metricsToken = 'measured-by-the-bench';

/** A running server; `startMs` is the time from its start until `/readyz` was 200. */
export type Server = Child & {
  port: number;
  startMs: number;
  /** The process of the back office, and the first one that answers ads. */
  office: number;
  ads: number;
};

const ours = built('main');

export type ServerOptions = {
  /** Another copy of the server. */
  main?: string;
  core?: 'server';
  /** Additional environment variables. */
  settings?: Record<string, string>;
  mostStartMs?: number;
  /** Called with each part of the server's log. Without it, the log is not kept. */
  onLog?: (text: string) => void;
  /** Whether the start is over; by default, when `/readyz` is 200. */
  hasStarted?: (port: number) => Promise<boolean>;
};

/** Starts the real server on a data directory; resolves when it is ready, or has started by `hasStarted`. */
export async function startServer(dataDir: string, options: ServerOptions = {}): Promise<Server> {
  const { main = ours, core, settings = {}, mostStartMs = 60_000, onLog } = options;
  const { hasStarted = isReady } = options;
  const port = await freePort();
  const began = performance.now();
  const child = start(process.execPath, [main], {
    core,
    // In another folder and without this shell's settings, so that a developer's .env does not change the figures.
    cwd: dataDir,
    ...(onLog && { stdout: 'pipe' as const }),
    env: {
      PATH: process.env.PATH,
      // The same as with `npm start`.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      // No write limit, because the bench writes as fast as the server can.
      WRITES_PER_MINUTE: '1000000',
      METRICS_TOKEN: metricsToken,
      ...settings,
    },
  });
  child.process.stdout?.setEncoding('utf8').on('data', (text: string) => onLog?.(text));
  while (!(await hasStarted(port))) {
    if (child.process.exitCode !== null) throw new Error('The server did not start');
    if (performance.now() - began > mostStartMs) throw new Error('The server is not ready in time');
    await pause(10);
  }
  const startMs = performance.now() - began;
  const [office] = processesOf(child.pid, 'adwarden office');
  const [ads] = processesOf(child.pid, 'adwarden ads');
  return { ...child, port, startMs, office, ads };
}

const isReady = (port: number) => answers(port, '/readyz');

/** Tells whether a server answers a path with 200. */
export function answers(port: number, path: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status === 200;
    },
    () => false,
  );
}
