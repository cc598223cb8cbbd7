import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findNginx } from '../../deploy/programs/find-nginx.ts';
import { freePort } from '../../deploy/programs/free-port.ts';
import { startProgram } from '../../deploy/programs/start-program.ts';

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Starts an nginx in front of the port `to`. It compresses the answers, which makes their ETags weak. */
export async function startCompressingNginx(to: number) {
  const program = findNginx();
  if (!program) throw new Error('There is no nginx here; npm test installs or unpacks one');
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-gzip-'));
  // nginx's workers run as another user when we are root.
  chmodSync(folder, 0o755);
  for (const name of temporary) mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;
pid ${folder}/pid;
error_log stderr;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  gzip on;
  gzip_min_length 1;
  gzip_proxied any;
  gzip_types application/json;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://127.0.0.1:${to};
      proxy_http_version 1.1;
    }
  }
}
`,
  );
  const options = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  const child = await startProgram('TERM', program, options);
  while (!existsSync(join(folder, 'pid'))) {
    if (child.hasEnded()) throw new Error(`nginx did not start: ${child.errors()}`);
    await pause(10);
  }
  return {
    port,
    async stop() {
      process.kill(child.pid, 'SIGTERM');
      await child.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
