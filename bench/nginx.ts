import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findNginx } from '../deploy/programs/find-nginx.ts';
import { freePort } from '../deploy/programs/free-port.ts';
import { requestAll } from './answers.ts';
import type { DataSet } from './data-set.ts';
import { type Child, start } from './processes.ts';
import { log, type Verdict } from './report.ts';
import { judgeRate, runRounds } from './rounds.ts';
import { startServer } from './server.ts';

const rounds = 5;
const sampled = 1000;

type Answer = { line: string; head: string; body: string };

/** The answers of a server to these requests. */
async function answersOf(port: number, lines: string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  await requestAll(port, lines, (line, head, body) => void answers.push({ line, head, body }));
  return answers;
}

const bytesOf = ({ head, body }: Answer) => head.length + 2 + body.length;

/** The answer of middle length among the first requests. */
async function middleAnswer(port: number, urlsFile: string): Promise<Answer> {
  const lines = readFileSync(urlsFile, 'utf8').trimEnd().split('\n', sampled);
  const answers = await answersOf(port, lines);
  return answers.sort((a, b) => bytesOf(a) - bytesOf(b))[answers.length >> 1] as Answer;
}

/** An nginx configuration that serves a file with the headers of this answer, as fast as nginx can. */
function configuration(folder: string, port: number, { line, head }: Answer): string {
  const own = ['content-type', 'content-length', 'date', 'connection', 'keep-alive'];
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
          default_type 'application/json; charset=utf-8'; etag off; max_ranges 0;
          add_header Last-Modified ''; ${headers.join(' ')}
          alias ${folder}/answer.json;
        }
      }
    }`;
}

/** Starts nginx as one process on the server's core; it serves this answer as a file. */
async function startNginx(
  program: string,
  folder: string,
  answer: Answer,
): Promise<Child & { port: number }> {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'answer.json'), answer.body, 'latin1');
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, answer));
  const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  const child = start(program, args, { core: 'server' });
  for (let tries = 0; ; tries += 1) {
    const served = await answersOf(port, [answer.line]).catch(() => null);
    if (served?.[0]) {
      if (served[0].body !== answer.body) throw new Error('nginx serves other bytes');
      log(`an answer has ${bytesOf(answer)} bytes, ${bytesOf(served[0])} from nginx`);
      return { ...child, port };
    }
    if (child.process.exitCode !== null || tries > 200) throw new Error('nginx did not start');
    await pause(20);
  }
}

/**
 * Compares the ads endpoint with 100,000 apps with nginx, which serves one answer of middle length as a file. The ads
 * endpoint is measured with requests for this one app, and with requests for all apps.
 */
export async function measureNginx(data: DataSet, folder: string): Promise<Verdict[]> {
  const program = findNginx();
  if (!program) {
    log('skipped: nginx is not installed');
    return [];
  }
  const oneFile = join(folder, 'one.txt');
  const found = await runRounds(rounds, async () => {
    const real = await startServer(data.dataDir, { core: 'server' });
    const answer = await middleAnswer(real.port, data.urlsFile);
    writeFileSync(oneFile, `${answer.line}\n`);
    const nginx = await startNginx(program, folder, answer);
    return {
      nginx: { server: nginx, requestsFile: oneFile },
      'same answer': { server: real, requestsFile: oneFile },
      'all answers': { server: real, requestsFile: data.urlsFile },
    };
  });
  const limit = { atLeast: 0.45 };
  return [
    judgeRate('ads, requests for one app: rate / nginx', found, ['same answer', 'nginx'], limit),
    judgeRate('ads, requests for all apps: rate / nginx', found, ['all answers', 'nginx'], limit),
  ];
}
