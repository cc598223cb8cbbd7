import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './ports.ts';
import { spawnTied } from './tied.ts';

const shipped = fileURLToPath(new URL('../nginx', import.meta.url));
const unpacked = fileURLToPath(
  new URL('../../node_modules/.cache/nginx/usr/sbin', import.meta.url),
);

/** The nginx that `npm test` found or unpacked, or one that is here; null when there is none. */
export function findNginx(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', unpacked];
  const places = [process.env.NGINX_PATH, ...folders.map((folder) => join(folder, 'nginx'))];
  const runs = (file: string | undefined): file is string =>
    Boolean(file) && existsSync(file as string) && spawnSync(file as string, ['-v']).status === 0;
  return places.find(runs) ?? null;
}

export type Nginx = {
  port: number;
  accessLog(): Promise<string>;
  errorLog(): string;
  stop(): Promise<void>;
};

type Places = {
  /** Ports of the nodes. */
  nodes: number[];
  /** What stands in the place of listen.conf's lines; `port` is the one to listen on. */
  listen?: (port: number, folder: string) => string;
  /** An edit of callers.conf. */
  callers?: (text: string) => string;
};

/** Replaces what must be there. */
function put(text: string, from: string | RegExp, to: string): string {
  const replaced = text.replaceAll(from, to);
  if (replaced === text) throw new Error(`The shipped files no longer have ${from}`);
  return replaced;
}

/**
 * Starts the real nginx on the shipped files. Only what differs from place to place differs: the nodes,
 * the port, the folders of cache, logs and temporary files, and who stands in front.
 */
export async function startNginx({
  nodes,
  listen,
  callers = (text) => text,
}: Places): Promise<Nginx> {
  const program = findNginx();
  if (!program) throw new Error('There is no nginx here');
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-nginx-'));
  // The workers are another user when we are root.
  chmodSync(folder, 0o755);
  for (const name of ['logs', 'temp']) mkdirSync(join(folder, name));
  cpSync(shipped, folder, { recursive: true });

  const edit = (name: string, change: (text: string) => string) =>
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
  edit('nginx.conf', (text) =>
    put(put(text, '/run/nginx.pid', `${folder}/nginx.pid`), '/var/log/nginx', `${folder}/logs`),
  );
  edit('adwarden/site.conf', (text) =>
    put(put(text, '/var/cache/adwarden', `${folder}/cache`), '/var/log/nginx', `${folder}/logs`),
  );
  const [, node = ''] =
    /^server 127\.0\.0\.1:8080( .*;)$/m.exec(
      readFileSync(join(folder, 'adwarden/nodes.conf'), 'utf8'),
    ) ?? [];
  if (!node) throw new Error('The shipped nodes.conf no longer has a first node');
  edit('adwarden/nodes.conf', () =>
    nodes.map((nodePort) => `server 127.0.0.1:${nodePort}${node}`).join('\n'),
  );
  edit('adwarden/listen.conf', (text) =>
    listen
      ? listen(port, folder)
      : put(put(text, /^listen 80 /gm, `listen 127.0.0.1:${port} `), /^listen \[::\].*$/gm, ''),
  );
  edit('adwarden/callers.conf', (text) => `${callers(text)}\n${temporaryPlaces(folder)}`);

  const options = ['-p', folder, '-e', 'stderr', '-c', `${folder}/nginx.conf`, '-g', 'daemon off;'];
  const child = await spawnTied('TERM', program, options);
  while (!existsSync(`${folder}/nginx.pid`)) {
    if (child.hasEnded()) throw new Error(`nginx did not start: ${child.words()}`);
    await pause(10);
  }
  const log = (name: string) => readFileSync(join(folder, 'logs', name), 'utf8');
  return {
    port,
    async accessLog() {
      // It writes what it holds back when it is told to open its logs again.
      process.kill(child.pid, 'SIGUSR1');
      await pause(300);
      return log('access.log');
    },
    errorLog: () => log('error.log') + child.words(),
    async stop() {
      process.kill(child.pid, 'SIGTERM');
      await child.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An unpacked nginx would keep them in folders of a package that is not installed. */
function temporaryPlaces(folder: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/temp/${name};`)
    .join('\n');
}
