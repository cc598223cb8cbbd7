import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getRequest, openConnection } from './answers.ts';
import type { DataSet } from './data-set.ts';
import { driver, type Load, load } from './driver.ts';
import { type Child, cores, start } from './processes.ts';
import { judge, tell, type Verdict } from './report.ts';
import { startServer } from './server.ts';
import { median } from './statistics.ts';

const rounds = 5;
/** Answers whose bytes are compared before anything is measured. */
const compared = 200;
const seconds = { warming: 2, turn: 2 };
/** A driver that takes more of a core than this may be what is measured. */
const busyDriver = 0.8;

/** Starts the bare server that answers what the real one on this port answers. */
async function startBareServer(
  realPort: number,
  urlsFile: string,
): Promise<Child & { port: number }> {
  const file = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = start(process.execPath, [file, String(realPort), urlsFile], { core: 'server' });
  const port = await new Promise<number>((resolve, reject) => {
    child.process.once('message', (message) => resolve((message as { port: number }).port));
    child.ended.then((code) => reject(new Error(`The bare server ended with ${code}`)), reject);
  });
  return { ...child, port };
}

/** Throws unless two servers answer the first of the URLs with the same bytes, but for the date. */
async function mustAnswerAlike(one: number, other: number, urlsFile: string): Promise<void> {
  const urls = readFileSync(urlsFile, 'utf8').split('\n', compared);
  const answers = async (port: number) => {
    const heard: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const { socket, ask } = await openConnection(port, (head, body) => {
      heard.push(head.replace(/\r\nDate: [^\r]+/, '') + body);
      if (heard.length === urls.length) resolve();
    });
    ask(urls.map(getRequest).join(''));
    await promise;
    socket.destroy();
    return heard;
  };
  const [left, right] = [await answers(one), await answers(other)];
  const different = left.findIndex((answer, index) => answer !== right[index]);
  if (different === -1) return;
  throw new Error(`The bare server answers otherwise:\n${left[different]}\n${right[different]}`);
}

/** The ads endpoint beside a bare server, and with many apps beside few (issue 2, limits). */
export async function measureAds(many: DataSet, few: DataSet): Promise<Verdict[]> {
  const real = await startServer(many.dataDir, { core: 'server' });
  const small = await startServer(few.dataDir, { core: 'server' });
  tell('the bare server learns all answers …');
  const bare = await startBareServer(real.port, many.urlsFile);
  await mustAnswerAlike(bare.port, real.port, many.urlsFile);
  const targets = {
    bare: { server: bare, urlsFile: many.urlsFile },
    many: { server: real, urlsFile: many.urlsFile },
    few: { server: small, urlsFile: few.urlsFile },
  };
  type Name = keyof typeof targets;
  const ask = (name: Name, duration: number) =>
    load(targets[name].server, targets[name].urlsFile, duration, { core: 'driver' });
  const names = Object.keys(targets) as Name[];
  for (const name of names) await ask(name, seconds.warming);

  const found: Record<Name, Load>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const turns: Record<Name, Load[]> = { bare: [], many: [], few: [] };
    // There and back, so that what else happens on the machine meets all of them alike.
    for (const name of [...names, ...names.toReversed()]) {
      turns[name].push(await ask(name, seconds.turn));
    }
    const figures = { bare: mean(turns.bare), many: mean(turns.many), few: mean(turns.few) };
    tell(
      `round ${round + 1}: ${names.map((name) => `${name} ${shown(figures[name])}`).join(', ')}`,
    );
    found.push(figures);
  }
  await Promise.all([bare.stop(), real.stop(), small.stop()]);

  tell(aboutDriver(found.flatMap((figures) => names.map((name) => figures[name].driverShare))));
  const against = (name: string, other: Name, atLeast: number) => {
    const ratio = (of: (load: Load) => number) =>
      median(found.map((figures) => of(figures.many) / of(figures[other])));
    const rate = (one: Name) => median(found.map((figures) => figures[one].perSecond)).toFixed(0);
    // Steadier than the rate while other programs take turns on the servers' core.
    const byCpu = ratio(({ perSecond, serverShare }) => perSecond / (serverShare ?? Number.NaN));
    const detail =
      `${rate('many')}/s of ${rate(other)}/s` +
      (Number.isNaN(byCpu) ? '' : `; by processor time ${byCpu.toFixed(3)}`);
    const value = ratio(({ perSecond }) => perSecond);
    return judge(name, value, { atLeast }, { digits: 3, detail });
  };
  return [
    against('ads, 100,000 apps: rate / bare node:http', 'bare', 0.9),
    against('ads, 100,000 apps: rate / 100 apps', 'few', 0.95),
  ];
}

/** What several loads are on average. */
function mean(turns: Load[]): Load {
  const of = (value: (load: Load) => number | null) => {
    const values = turns.map(value).filter((one) => one !== null);
    return values.length > 0 ? values.reduce((sum, one) => sum + one) / values.length : null;
  };
  return {
    perSecond: of(({ perSecond }) => perSecond) ?? 0,
    driverShare: of(({ driverShare }) => driverShare),
    serverShare: of(({ serverShare }) => serverShare),
  };
}

/** A rate, and the share of its core that the server got. */
function shown({ perSecond, serverShare }: Load): string {
  const share = serverShare === null ? '' : ` (${(serverShare * 100).toFixed(0)} % of a core)`;
  return `${perSecond.toFixed(0)}/s${share}`;
}

/** Which driver it was, how busy, and on which core. */
function aboutDriver(found: (number | null)[]): string {
  const shares = found.filter((share) => share !== null);
  const pinned = cores
    ? `servers on core ${cores.server}, driver on core ${cores.driver}`
    : 'servers and driver on any core';
  if (shares.length === 0) return `driver: ${driver}, its processor time is unknown; ${pinned}`;
  const most = Math.max(...shares);
  const verdict = `${most > busyDriver ? 'MORE' : 'not more'} than ${busyDriver * 100} %`;
  return `driver: ${driver}, took up to ${(most * 100).toFixed(0)} % of a core (${verdict}); ${pinned}`;
}
