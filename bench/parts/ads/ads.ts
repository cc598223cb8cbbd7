import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answered, answersOf, bytesOf } from '../../clients/answers.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import type { DataSets } from '../../data-sets/data-sets.ts';
import { judge, log, shownOnly, type Verdict } from '../../measuring/report.ts';
import { costOf, type Round, ratio, runRounds, type Target } from '../../measuring/rounds.ts';
import { median } from '../../measuring/statistics.ts';
import { startBareServer } from '../../servers/bare.ts';
import { type FileServer, startNginx } from '../../servers/nginx.ts';
import { pin } from '../../servers/processes.ts';
import { startServer } from '../../servers/server.ts';
import { conditionalRequests } from './rules.ts';

const rounds = 5;
/** The most that an answer with 100,000 apps may cost more than one with 100, because of more cache misses. In microseconds. */
const mostMore = 3;

/** Starts the product. Only the process that answers ads is measured, so the office runs on the core of the driver. */
async function startAds(dataDir: string): Promise<Target['server']> {
  const { port, ads, office, stop } = await startServer(dataDir, { core: 'server' });
  pin(office, 'driver');
  return { port, pid: ads, stop };
}

/** Returns the requests of a data set, and its answers of middle and of smallest length. */
async function typicalAnswers(
  { port }: Target['server'],
  { urlsFile }: DataSet,
): Promise<{ middle: Answered; small: Answered }> {
  const lines = [...new Set(readFileSync(urlsFile, 'utf8').trimEnd().split('\n'))].slice(0, 1000);
  const answers = await answersOf(port, lines);
  answers.sort((one, other) => bytesOf(one) - bytesOf(other));
  return { middle: answers[answers.length >> 1] as Answered, small: answers[0] as Answered };
}

/**
 * Measures the processor time of an ads answer, beside servers that look nothing up and send as many bytes: nginx sends them as
 * a file, `node:http` as a text. Where nginx is not installed, its rows are missing.
 */
export async function measureAds(sets: DataSets): Promise<Verdict[]> {
  const [many, few] = [await sets.many(), await sets.few()];
  const folder = sets.folder('ads');
  const write = (name: string, lines: string[]) => {
    const file = join(folder, name);
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  };
  const urls = [...new Set(readFileSync(few.urlsFile, 'utf8').trimEnd().split('\n'))];
  const held = write('held.txt', await conditionalRequests(few.dataDir, urls));

  const found = await runRounds(rounds, async () => {
    const server = await startAds(few.dataDir);
    const { middle, small } = await typicalAnswers(server, few);
    const one = (name: string, { line }: Answered) => write(name, [line]);
    const targets: Record<string, Target> = {
      '100 apps': { server, requestsFile: few.urlsFile },
      '100,000 apps': { server: await startAds(many.dataDir), requestsFile: many.urlsFile },
      'a small answer': { server, requestsFile: one('small.txt', small) },
      '304': { server, requestsFile: held },
      'bare node:http': {
        server: await startBareServer(server.port, middle.line),
        requestsFile: one('middle.txt', middle),
      },
    };
    const add = (name: string, nginx: FileServer | null, ...lines: string[]) => {
      if (nginx) targets[name] = { server: nginx, requestsFile: write(`${name}.txt`, lines) };
    };
    const nginx = await startNginx(join(folder, 'nginx'), middle);
    add('nginx', nginx, middle.line);
    add('nginx, 304', nginx, `${middle.line}\tIf-None-Match: ${nginx?.etag}`);
    add('nginx, small', await startNginx(join(folder, 'nginx-small'), small), small.line);
    return targets;
  });
  return verdictsOf(found);
}

function verdictsOf(found: Round<string>[]): Verdict[] {
  const cost = (name: string) => median(found.map((round) => costOf(round[name] as never)));
  const rate = (name: string) =>
    median(found.map((round) => round[name]?.perSecond ?? Number.NaN)).toFixed(0);
  const against = (name: string, other: string, atMost: number): Verdict[] => {
    if (!found.every((round) => round[other])) return [];
    const value = ratio(found, [name, other], costOf);
    const detail =
      `${cost(name).toFixed(1)} µs of ${cost(other).toFixed(1)}; ` +
      `${rate(name)}/s of ${rate(other)}/s`;
    const label = `ads, ${name}: processor time of an answer / ${other}`;
    return [judge(label, value, { atMost }, { digits: 3, detail })];
  };
  if (!found.every((round) => round.nginx)) log('nginx is not installed: its rows are missing');
  const more = median(
    found.map(
      (round) => costOf(round['100,000 apps'] as never) - costOf(round['100 apps'] as never),
    ),
  );
  return [
    ...against('100 apps', 'nginx', 1.15),
    // It must be 1.35 times as fast.
    ...against('100 apps', 'bare node:http', 1 / 1.35),
    ...against('a small answer', 'nginx, small', 1.4),
    ...against('304', 'nginx, 304', 1.2),
    judge(
      'ads, 100,000 apps: more than 100 apps',
      more,
      { atMost: mostMore },
      { unit: ' µs', digits: 1 },
    ),
    shownOnly('ads, 100,000 apps: answers a second', rate('100,000 apps')),
  ];
}
