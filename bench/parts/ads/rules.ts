import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestAll } from '../../clients/answers.ts';
import type { DataSets } from '../../data-sets/data-sets.ts';
import { judge, type Verdict } from '../../measuring/report.ts';
import { costOf, judgeRate, ratio, runRounds } from '../../measuring/rounds.ts';
import { seededRandom } from '../../measuring/statistics.ts';
import { startBareServer } from '../../servers/bare.ts';
import { startServer } from '../../servers/server.ts';

const rounds = 5;
const callers = { many: 10_000, few: 16 };
/** First bytes of IPv4 addresses whose ranges contain only public addresses. */
const publicFirst = [5, 23, 41, 62, 78, 81, 95, 103, 122, 154, 177, 186, 200, 212];
/** The number of answers that are checked before the measurement. */
const checked = 200;
/** Trusts the headers with the caller's address. */
export const behindProxy = { TRUST_PROXY: '127.0.0.1' };

const firstOf = (file: string) => readFileSync(file, 'utf8').split('\n', 1)[0] as string;

/** Returns the same requests, each from one of `count` callers behind a proxy. */
export function requestsByCallers(urls: string[], count: number): string[] {
  const random = seededRandom(count);
  const byte = () => Math.floor(random() * 256);
  const first = () => publicFirst[Math.floor(random() * publicFirst.length)];
  const addresses = Array.from({ length: count }, () =>
    [first(), byte(), byte(), 1 + Math.floor(random() * 254)].join('.'),
  );
  return urls.map(
    (url) => `${url}\tX-Forwarded-For: ${addresses[Math.floor(random() * addresses.length)]}`,
  );
}

/** Returns the same requests from clients that already have the answer. */
export async function conditionalRequests(dataDir: string, urls: string[]): Promise<string[]> {
  const server = await startServer(dataDir);
  const lines: string[] = [];
  await requestAll(server.port, urls, (url, head) => {
    const etag = /\r\nETag: ([^\r]+)/.exec(head)?.[1];
    if (!etag) throw new Error(`An answer without an entity tag: ${head}`);
    lines.push(`${url}\tIf-None-Match: ${etag}`);
  });
  await server.stop();
  return lines;
}

/** Throws unless most of the first answers contain the caller's country; otherwise the measurement would be useless. */
async function assertCallersKnown(port: number, requestsFile: string): Promise<void> {
  const lines = readFileSync(requestsFile, 'utf8').split('\n', checked);
  let known = 0;
  await requestAll(port, lines, (_line, _head, body) => {
    if (/"caller":\{"country":"[A-Z]{2}"/.test(body)) known += 1;
  });
  if (known < checked * 0.8) throw new Error(`Only ${known} of ${checked} callers have a country`);
}

/**
 * Compares the ads endpoint with 100,000 apps with bare servers that send one of its answers: without IP rules, with IP
 * rules, and with clients that already have the answer (304). Callers are behind a trusted proxy, each app is requested
 * by one of them, and countries come from the bundled database.
 */
export async function measureRules(sets: DataSets): Promise<Verdict[]> {
  const [free, ruled] = [await sets.withRules('off'), await sets.withRules('on')];
  const urls = readFileSync(free.urlsFile, 'utf8').trimEnd().split('\n');
  const folder = sets.folder('rules');
  const write = (name: string, lines: string[]) => {
    const file = join(folder, `${name}.txt`);
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  };
  const held = write('held', await conditionalRequests(free.dataDir, urls));
  const many = write('many-callers', requestsByCallers(urls, callers.many));
  const few = write('few-callers', requestsByCallers(urls, callers.few));

  const found = await runRounds(rounds, async () => {
    const open = await startServer(free.dataDir, { core: 'server' });
    const strict = await startServer(ruled.dataDir, { core: 'server', settings: behindProxy });
    await assertCallersKnown(strict.port, many);
    const bare = {
      open: await startBareServer(open.port, urls[0] as string),
      strict: await startBareServer(strict.port, firstOf(many)),
      held: await startBareServer(open.port, firstOf(held)),
    };
    return {
      'bare 200': { server: bare.open, requestsFile: free.urlsFile },
      'real 200': { server: open, requestsFile: free.urlsFile },
      'bare 304': { server: bare.held, requestsFile: held },
      'real 304': { server: open, requestsFile: held },
      'bare with rules': { server: bare.strict, requestsFile: many },
      'rules, 10,000 callers': { server: strict, requestsFile: many },
      'rules, 16 callers': { server: strict, requestsFile: few },
    };
  });
  const bare = 'bare with rules';
  return [
    judgeRate('ads without IP rules: rate / bare node:http', found, ['real 200', 'bare 200'], {
      atLeast: 0.88,
    }),
    judgeRate(
      'ads with IP rules, 10,000 callers: rate / bare node:http',
      found,
      ['rules, 10,000 callers', bare],
      { atLeast: 0.75 },
    ),
    judgeRate(
      'ads with IP rules, 16 callers: rate / bare node:http',
      found,
      ['rules, 16 callers', bare],
      { atLeast: 0.75 },
    ),
    judge(
      'ads with IP rules, 10,000 callers: processor time of an answer / without IP rules',
      ratio(found, ['rules, 10,000 callers', 'real 200'], costOf),
      // An answer to a known caller has at least 0.7 of the rate.
      { atMost: 1 / 0.7 },
      { digits: 3 },
    ),
    judgeRate('ads 304 without IP rules: rate / bare 304', found, ['real 304', 'bare 304'], {
      atLeast: 0.9,
    }),
  ];
}
