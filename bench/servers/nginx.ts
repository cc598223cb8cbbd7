import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findNginx } from '../../deploy/programs/find-nginx.ts';
import { freePort } from '../../deploy/programs/free-port.ts';
import { type Answered, answersOf, bytesOf } from '../clients/answers.ts';
import { log } from '../measuring/report.ts';
import { type Child, start } from './processes.ts';

/** nginx that sends a file; `etag` is its entity tag of the file. */
export type FileServer = Child & { port: number; etag: string };

/** Builds an nginx configuration that serves a file with the headers of this answer, as fast as nginx can. */
function configuration(folder: string, port: number, { line, head }: Answered): string {
  const own = ['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'etag'];
  const headers = head
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((header) => header.split(/: (.*)/s))
    .filter(([name = '']) => !own.includes(name.toLowerCase()))
    .map(([name, value = '']) => `add_header ${name} '${value}';`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr error;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 512; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/temp-${name};`).join(' ')}
      access_log off; server_tokens off; sendfile on; tcp_nopush on; tcp_nodelay on;
      keepalive_requests 1000000000; keepalive_timeout 72s 72s; open_file_cache max=100;
      server {
        listen 127.0.0.1:${port};
        location = ${line.split('?')[0]} {
          default_type 'application/json; charset=utf-8'; max_ranges 0;
          add_header Last-Modified ''; ${headers.join(' ')}
          alias ${folder}/answer.json;
        }
      }
    }`;
}

/** Starts nginx as one process on the server's core; it serves this answer as a file. Null where it is not installed. */
export async function startNginx(folder: string, answer: Answered): Promise<FileServer | null> {
  const program = findNginx();
  if (!program) return null;
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'answer.json'), answer.body, 'latin1');
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, answer));
  const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  const child = start(program, args, { core: 'server' });
  for (let tries = 0; ; tries += 1) {
    const [served] = await answersOf(port, [answer.line]).catch(() => []);
    if (served) {
      if (served.body !== answer.body) throw new Error('nginx serves other bytes');
      log(`an answer has ${bytesOf(answer)} bytes, ${bytesOf(served)} from nginx`);
      return { ...child, port, etag: /\r\nETag: ([^\r]+)/.exec(served.head)?.[1] ?? '' };
    }
    if (child.process.exitCode !== null || tries > 200) throw new Error('nginx did not start');
    await pause(20);
  }
}
