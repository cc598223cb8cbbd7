import { execFileSync } from 'node:child_process';
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
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findNginx } from '../programs/find-nginx.ts';
import { freePort } from '../programs/free-port.ts';
import { startProgram } from '../programs/start-program.ts';

const shipped = fileURLToPath(new URL('../nginx', import.meta.url));

export type Nginx = {
  port: number;
  /** With TLS: the port that replaces port 80. */
  plainPort: number;
  /** The file of its certificate, with TLS. */
  certificate: string;
  accessLog(): Promise<string>;
  errorLog(): string;
  stop(): Promise<void>;
};

type Places = {
  /** Ports of the nodes. */
  nodes: number[];
  /** Ports of the offices, where the nodes are edges. */
  offices?: number[];
  /** Uses the example for TLS, with its own certificate, and a port 80. */
  tls?: boolean;
  /** The path of base-path.conf. */
  basePath?: string;
  /** An edit of callers.conf. */
  callers?: (text: string) => string;
};

/** Replaces a text; throws when it is not there. */
function put(text: string, from: string | RegExp, to: string): string {
  const replaced = text.replaceAll(from, to);
  if (replaced === text) throw new Error(`The shipped files no longer have ${from}`);
  return replaced;
}

/**
 * Starts the real nginx with the shipped files. Changed is only what each installation changes: the nodes, the port,
 * the folders of cache, logs and temporary files, and the proxies in front.
 */
export async function startNginx({
  nodes,
  offices,
  tls = false,
  basePath,
  callers = (text) => text,
}: Places): Promise<Nginx> {
  const program = findNginx();
  if (!program) throw new Error('There is no nginx here');
  const [port, plainPort] = [await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-nginx-'));
  // nginx's workers run as another user when we are root.
  chmodSync(folder, 0o755);
  for (const name of ['logs', 'temp']) mkdirSync(join(folder, name));
  cpSync(shipped, folder, { recursive: true });

  const edit = (name: string, change: (text: string) => string) =>
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
  edit('nginx.conf', (text) =>
    put(put(text, '/run/nginx.pid', `${folder}/nginx.pid`), '/var/log/nginx', `${folder}/logs`),
  );
  edit('adwarden/site.conf', (text) => put(text, '/var/cache/adwarden', `${folder}/cache`));
  for (const name of ['every-server', 'ads']) {
    edit(`adwarden/${name}.conf`, (text) => put(text, '/var/log/nginx', `${folder}/logs`));
  }
  const [, node = ''] =
    /^server 127\.0\.0\.1:8080( .*;)$/m.exec(
      readFileSync(join(folder, 'adwarden/nodes.conf'), 'utf8'),
    ) ?? [];
  if (!node) throw new Error('The shipped nodes.conf no longer has a first node');
  const linesOf = (ports: number[]) =>
    ports.map((nodePort) => `server 127.0.0.1:${nodePort}${node}`).join('\n');
  edit('adwarden/nodes.conf', () => linesOf(nodes));
  if (offices) {
    edit('adwarden/offices.conf', (text) =>
      put(text, 'include adwarden/nodes.conf;', linesOf(offices)),
    );
  }
  if (basePath) {
    edit('adwarden/base-path.conf', (text) =>
      put(put(text, '^/adwarden', `^${basePath}`), /^#rewrite/gm, 'rewrite'),
    );
  }
  const listenHere = (name: string, shippedPort: number, herePort: number) =>
    edit(`adwarden/${name}.conf`, (text) => {
      const here = put(text, `listen ${shippedPort} `, `listen 127.0.0.1:${herePort} `);
      return put(here, /^ *listen \[::\].*$/gm, '');
    });
  if (tls) {
    makeCertificate(folder);
    edit('adwarden/listen.conf', () =>
      readFileSync(join(folder, 'adwarden/listen-tls.conf'), 'utf8'),
    );
    edit('adwarden/listen.conf', (text) => put(text, '/etc/nginx/tls', folder));
    edit('adwarden/site.conf', (text) =>
      put(text, '#include adwarden/port-80', 'include adwarden/port-80'),
    );
    listenHere('port-80', 80, plainPort);
  }
  listenHere('listen', tls ? 443 : 80, port);
  edit('adwarden/callers.conf', (text) => `${callers(text)}\n${temporaryPlaces(folder)}`);

  const options = ['-p', folder, '-e', 'stderr', '-c', `${folder}/nginx.conf`, '-g', 'daemon off;'];
  const child = await startProgram('TERM', program, options);
  while (!existsSync(`${folder}/nginx.pid`)) {
    if (child.hasEnded()) throw new Error(`nginx did not start: ${child.errors()}`);
    await pause(10);
  }
  const log = (name: string) => readFileSync(join(folder, 'logs', name), 'utf8');
  return {
    port,
    plainPort,
    certificate: join(folder, 'fullchain.pem'),
    async accessLog() {
      // nginx writes its buffered lines when it reopens its logs.
      process.kill(child.pid, 'SIGUSR1');
      await pause(300);
      return log('access.log');
    },
    errorLog: () => log('error.log') + child.errors(),
    async stop() {
      process.kill(child.pid, 'SIGTERM');
      await child.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeCertificate(folder: string): void {
  const [key, certificate] = [`${folder}/privkey.pem`, `${folder}/fullchain.pem`];
  const names = 'subjectAltName=DNS:adwarden.example.com,IP:127.0.0.1';
  const subject = [
    '-subj',
    '/CN=adwarden.example.com',
    '-addext',
    names,
    '-keyout',
    key,
    '-out',
    certificate,
  ];
  const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  execFileSync('openssl', [...options, ...subject], { stdio: 'ignore' });
}

/** Returns settings without which an unpacked nginx would use folders of a package that is not installed. */
function temporaryPlaces(folder: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/temp/${name};`)
    .join('\n');
}
