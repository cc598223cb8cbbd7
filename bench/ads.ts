import { fileURLToPath } from 'node:url';
import type { DataSet } from './data-set.ts';
import { driver, load } from './driver.ts';
import { type Child, cores, start } from './processes.ts';
import { judge, tell, type Verdict } from './report.ts';
import { startServer } from './server.ts';
import { median } from './statistics.ts';

const rounds = 5;
const seconds = { warming: 2, measuring: 4 };
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

/** The ads endpoint beside a bare server, and with many apps beside few (issue 2, limits). */
export async function measureAds(many: DataSet, few: DataSet): Promise<Verdict[]> {
  const real = await startServer(many.dataDir, { core: 'server' });
  const small = await startServer(few.dataDir, { core: 'server' });
  tell('the bare server learns all answers …');
  const bare = await startBareServer(real.port, many.urlsFile);
  const targets = {
    bare: { port: bare.port, urlsFile: many.urlsFile },
    many: { port: real.port, urlsFile: many.urlsFile },
    few: { port: small.port, urlsFile: few.urlsFile },
  };
  type Name = keyof typeof targets;
  const ask = (name: Name, duration: number) =>
    load(targets[name].port, targets[name].urlsFile, duration, { core: 'driver' });
  const names = Object.keys(targets) as Name[];
  for (const name of names) await ask(name, seconds.warming);

  const found: Record<Name, number>[] = [];
  const shares: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const figures = { bare: 0, many: 0, few: 0 };
    // Every other round goes backwards, so that no server always follows the same one.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { perSecond, driverShare } = await ask(name, seconds.measuring);
      figures[name] = perSecond;
      if (driverShare !== null) shares.push(driverShare);
    }
    tell(`round ${round + 1}: ${names.map((n) => `${n} ${figures[n].toFixed(0)}/s`).join(', ')}`);
    found.push(figures);
  }
  await Promise.all([bare.stop(), real.stop(), small.stop()]);

  tell(aboutDriver(shares));
  const perSecond = (name: Name) => `${median(found.map((figures) => figures[name])).toFixed(0)}/s`;
  return [
    judge(
      'ads, 100,000 apps: rate / bare node:http',
      median(found.map((figures) => figures.many / figures.bare)),
      { atLeast: 0.9 },
      { digits: 3, detail: `${perSecond('many')} of ${perSecond('bare')}` },
    ),
    judge(
      'ads, 100,000 apps: rate / 100 apps',
      median(found.map((figures) => figures.many / figures.few)),
      { atLeast: 0.95 },
      { digits: 3, detail: `${perSecond('many')} of ${perSecond('few')}` },
    ),
  ];
}

/** Which driver it was, how busy, and on which core. */
function aboutDriver(shares: number[]): string {
  const pinned = cores
    ? `servers on core ${cores.server}, driver on core ${cores.driver}`
    : 'servers and driver on any core';
  if (shares.length === 0) return `driver: ${driver}, its processor time is unknown; ${pinned}`;
  const most = Math.max(...shares);
  const verdict = `${most > busyDriver ? 'MORE' : 'not more'} than ${busyDriver * 100} %`;
  return `driver: ${driver}, took up to ${(most * 100).toFixed(0)} % of a core (${verdict}); ${pinned}`;
}
