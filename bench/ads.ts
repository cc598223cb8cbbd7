import { fileURLToPath } from 'node:url';
import type { DataSet } from './data-set.ts';
import { driver, type Load, load } from './driver.ts';
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
    const loads: [Name, Load][] = [];
    // Every other round goes backwards, so that no server always follows the same one.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      loads.push([name, await ask(name, seconds.measuring)]);
    }
    const figures = Object.fromEntries(loads) as Record<Name, Load>;
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
    const byCpu = ratio(({ perSecond, serverShare }) => perSecond / (serverShare ?? 1)).toFixed(3);
    const detail = `${rate('many')}/s of ${rate(other)}/s; by the servers' processor time ${byCpu}`;
    return judge(
      name,
      ratio(({ perSecond }) => perSecond),
      { atLeast },
      { digits: 3, detail },
    );
  };
  return [
    against('ads, 100,000 apps: rate / bare node:http', 'bare', 0.9),
    against('ads, 100,000 apps: rate / 100 apps', 'few', 0.95),
  ];
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
