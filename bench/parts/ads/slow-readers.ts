import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { longestWaits, type Waits } from '../../clients/ads-probe.ts';
import { getRequest, pathOfLine } from '../../clients/answers.ts';
import { signIn } from '../../clients/api.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { median } from '../../measuring/statistics.ts';
import { start, waitForMessage } from '../../servers/processes.ts';
import {
  metricsToken,
  type Server,
  type ServerOptions,
  startServer,
} from '../../servers/server.ts';

const clients = 1000;
const senders = 1500;
const rounds = 3;
const seconds = { quiet: 1, slow: 4, leftOver: 120 };
const mostDelayMs = 50;
/** The number of requests that a client pipelines. */
const pipelined = 8;

/** Returns the requests that each client sends, by the name of the requested thing. */
async function requestsOfClients(server: Server, adsUrl: string): Promise<Record<string, string>> {
  const api = await signIn(server.port);
  const list = JSON.parse(String(await api.call('getAllApp', { query: { page: 0 } })));
  api.close();
  const icon = list.data.find((app: { icon: string }) => app.icon).icon;
  const page = fileURLToPath(new URL('../../../web/dist/index.html', import.meta.url));
  const asset = /assets\/[^"]+\.js/.exec(readFileSync(page, 'utf8'))?.[0];
  const one = (path: string, ...headers: string[]) => getRequest([path, ...headers].join('\t'));
  return {
    'the script of /docs': one('/docs/static/swagger-ui-bundle.js'),
    'the same, compressed': one('/docs/static/swagger-ui-bundle.js', 'Accept-Encoding: gzip'),
    'an asset': one(`/${asset}`),
    'the page': one('/', 'Accept: text/html'),
    '/openapi.json': one('/openapi.json'),
    '/openapi.json, pipelined': one('/openapi.json').repeat(pipelined),
    'an icon': one(`/${icon}`),
    '/metrics': one('/metrics', `Authorization: Bearer ${metricsToken}`),
    'the whole list of apps': one('/apps/getAllApp', `Authorization: Bearer ${api.bearer}`),
    'an unknown path': one('/no/such/thing'),
    'ads, pipelined': one(adsUrl).repeat(pipelined),
  };
}

/** Bodies without end: 1,500 clients with the same head, by a length or in chunks of so many bytes. */
const endless: Record<string, { head: string; chunkBytes: number }> = {
  'send a body without end to a call': { head: headOf('POST /apps/addApp', false), chunkBytes: 0 },
  'send one to /healthz': { head: headOf('GET /healthz', true), chunkBytes: 16_000 },
  'send one in chunks of 100 bytes': { head: headOf('POST /apps/addApp', true), chunkBytes: 100 },
  'send one in chunks of a byte': { head: headOf('POST /apps/addApp', true), chunkBytes: 1 },
  'send one to the ads': { head: headOf('GET /api/getAds?appID=a', false), chunkBytes: 0 },
};

function headOf(line: string, isChunked: boolean): string {
  const framing = isChunked ? 'Transfer-Encoding: chunked' : 'Content-Length: 9000000000000';
  return `${line} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`;
}

/** Waits until the server has read everything from clients that are gone: then a new connection gets its ads soon. */
async function untilNothingIsLeft({ port }: Server, adsUrl: string): Promise<void> {
  const began = performance.now();
  for (let waited = Number.POSITIVE_INFINITY; waited > mostDelayMs; ) {
    if (performance.now() - began > seconds.leftOver * 1000)
      throw new Error('The server still reads what clients have left');
    const asked = performance.now();
    const asking = get({ port, host: '127.0.0.1', path: pathOfLine(adsUrl), agent: false });
    const [answer] = await once(asking, 'response');
    answer.resume();
    waited = performance.now() - asked;
  }
}

/** Measures the longest waits of ads: first without other clients, then beside the clients of this program. */
async function oneRound(server: Server, adsUrl: string, args: string[]): Promise<[Waits, Waits]> {
  const quiet = await longestWaits(server, adsUrl, pause(seconds.quiet * 1000));
  const slow = start(process.execPath, args, { lowPriority: true });
  await waitForMessage(slow);
  const done = pause(seconds.slow * 1000);
  slow.process.send('send');
  const beside = await longestWaits(server, adsUrl, done);
  await slow.stop();
  await untilNothingIsLeft(server, adsUrl);
  return [quiet, beside];
}

/** Measures some rounds; the verdict is by processor time, so other programs on the machine do not matter. */
async function measure(
  server: Server,
  adsUrl: string,
  what: string,
  args: string[],
): Promise<Verdict> {
  const found: Waits[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const [quiet, beside] = await oneRound(server, adsUrl, args);
    found.push({ clock: beside.clock - quiet.clock, cpu: beside.cpu - quiet.cpu });
    const shown = ({ clock, cpu }: Waits) =>
      `${cpu.toFixed(1)} ms (by the clock ${clock.toFixed(0)})`;
    log(`${what}, round ${round}: quiet ${shown(quiet)}; beside ${shown(beside)}`);
  }
  const name = `ads while ${what}: longest delay`;
  const detail = `by the clock ${median(found.map(({ clock }) => clock)).toFixed(0)} ms`;
  const delay = median(found.map(({ cpu }) => cpu));
  return judge(name, delay, { atMost: mostDelayMs }, { unit: ' ms', digits: 1, detail });
}

/**
 * Measures the delay of ads by 1,000 clients that all request the same thing and read nothing, and by 1,500 that send endless
 * bodies; once for each thing. The verdict uses the processor time of the serving thread while an ads request waited.
 */
export async function measureSlowReaders(
  data: DataSet,
  options: ServerOptions = {},
): Promise<Verdict[]> {
  const server = await startServer(data.dataDir, options);
  const adsUrl = readFileSync(data.urlsFile, 'utf8').split('\n', 1)[0] as string;
  const file = join(data.dataDir, 'slow-requests.txt');
  const verdicts: Verdict[] = [];
  const program = (name: string) =>
    fileURLToPath(new URL(`../../clients/${name}`, import.meta.url));
  for (const [what, text] of Object.entries(await requestsOfClients(server, adsUrl))) {
    writeFileSync(file, text, 'latin1');
    const args = [program('slow-readers-client.ts'), String(server.port), String(clients), file];
    const name = `${clients} clients request ${what} and read nothing`;
    verdicts.push(await measure(server, adsUrl, name, args));
  }
  for (const [what, { head, chunkBytes }] of Object.entries(endless)) {
    writeFileSync(file, head, 'latin1');
    const args = [program('endless-bodies-client.ts'), String(server.port), String(senders), file];
    const name = `${senders} clients ${what}`;
    verdicts.push(await measure(server, adsUrl, name, [...args, String(chunkBytes)]));
  }
  await server.stop();
  return verdicts;
}
