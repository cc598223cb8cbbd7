import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathOfLine } from '../../clients/answers.ts';
import { apiOf, signIn } from '../../clients/api.ts';
import { endWatches, look } from '../../clients/connect-people.ts';
import { startConstantLoad } from '../../clients/constant-rate.ts';
import { load } from '../../clients/driver.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import { withoutRun } from '../../measuring/judged.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { samplesOf, startSampled } from '../../measuring/samples.ts';
import { median } from '../../measuring/statistics.ts';
import { cpuTimeOfAll } from '../../servers/processes.ts';
import type { Server } from '../../servers/server.ts';
import { makeVariant } from '../../tricks/variant.ts';

/** People who look at the same time, each at another app. */
const people = 100;
const comingAtOnce = 10;
const leastRatio = 0.99;
const rounds = 8;
/** The answers are measured before the streams end (50 s): beside full load, a new one may be refused. */
const seconds = { warming: 10, answers: 25, settling: 3, events: 10 };
/**
 * The most requests per second for each watched app. With more, the number of events stays the same: an app has one about every
 * 1.2 s.
 */
const mostRequestsPerSecond = 3;

type Measured = { data: DataSet; appIDs: string[]; main: string };

/** Measures the share of work that the thread that answers spends on looking up and noting, and its answers per second. */
async function measureAnswers(measured: Measured) {
  const server = await startSampled(measured.data, measured.main);
  const { end } = await lookAt(server, measured);
  const all = seconds.warming + seconds.answers + 5;
  const loaded = load(server, measured.data.urlsFile, all, { core: 'driver' });
  await pause(seconds.warming * 1000);
  const { working, noting } = await samplesOf(server, seconds.answers);
  const { perSecond } = await loaded;
  end();
  await server.stop();
  // Otherwise a renamed file would look like an answer that costs nothing.
  if (noting === 0) throw new Error('No sample shows that an answer was looked up or noted');
  log(`answers: ${noting} of ${working} samples`);
  return { share: noting / working, perSecond };
}

/**
 * Measures the share of a core that events, reads and writes take while people look: by samples of the process that answers, and
 * by the processor time of the office. Phones ask only for the apps that people look at.
 */
async function measureEvents(
  measured: Measured,
  urlsFile: string,
  perSecond: number,
): Promise<number> {
  const server = await startSampled(measured.data, measured.main);
  const ads = await startConstantLoad(server.port, urlsFile, perSecond, 1);
  const share = async () => {
    await pause(seconds.settling * 1000);
    const before = cpuTimeOfAll(server.office) ?? 0;
    const { all, working, noting } = await samplesOf(server, seconds.events);
    const ms = (cpuTimeOfAll(server.office) ?? 0) - before;
    return (working - noting) / all + ms / 1000 / seconds.events;
  };
  const shareWith = async () => {
    const { end, events } = await lookAt(server, measured);
    const found = await share();
    end();
    return { found, events: events() };
  };
  const more: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Each part comes first in every second round, because a server needs less and less time in its first minutes.
    const early = round % 2 === 0 ? await share() : null;
    const { found, events } = await shareWith();
    const without = early ?? (await share());
    more.push(found - without);
    log(`events: ${events}, ${without.toFixed(4)} and ${found.toFixed(4)} of a core`);
    ads.reset();
  }
  await ads.end();
  await server.stop();
  return median(more);
}

/** Opens Connect for each app; `end` ends all watches. */
async function lookAt({ port }: Server, { data, appIDs }: Measured) {
  let events = 0;
  const ends: (() => void)[] = [];
  const coming = [...appIDs];
  const { bearer } = await signIn(port);
  const come = async () => {
    // Each person has one connection.
    const api = apiOf(port, bearer);
    for (let appID = coming.pop(); appID !== undefined; appID = coming.pop()) {
      ends.push(await look(port, api, appID, () => void events++));
    }
    api.close();
  };
  await Promise.all(Array.from({ length: comingAtOnce }, come));
  return {
    events: () => events,
    end(): void {
      for (const end of ends) end();
      endWatches(data.dataDir);
    },
  };
}

/**
 * Measures the processor time of an answer without people who look, divided by that with them. People cause two kinds of work:
 * each answer is looked up and noted, and answers are written, read and sent as events. `folder` is empty.
 */
export async function measureCost(name: string, data: DataSet, folder: string): Promise<Verdict> {
  const main = makeVariant(folder, { changes: [withoutRun] });
  const measured = { data, appIDs: data.appIDs.slice(0, people), main };
  const { share: noting, perSecond } = await measureAnswers(measured);
  const watchedFile = join(folder, 'urls-of-watched.txt');
  const watched = new Set(measured.appIDs);
  const lines = readFileSync(data.urlsFile, 'utf8').trimEnd().split('\n');
  const isWatched = (line: string) =>
    watched.has(new URL(pathOfLine(line), 'http://x').searchParams.get('appID') ?? '');
  writeFileSync(watchedFile, `${lines.filter(isWatched).join('\n')}\n`);
  const requestsForWatched = Math.round((perSecond * people) / data.appIDs.length);
  const most = people * mostRequestsPerSecond;
  const share = await measureEvents(measured, watchedFile, Math.min(most, requestsForWatched));
  const label = `${name}: processor time per answer / while ${people} people look`;
  const detail = `looking up and noting ${(noting * 100).toFixed(2)} %; events, reads and writes ${(share * 100).toFixed(2)} % of a core`;
  return judge(label, (1 - noting) * (1 - share), { atLeast: leastRatio }, { digits: 3, detail });
}
