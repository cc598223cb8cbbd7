import { setTimeout as pause } from 'node:timers/promises';
import { driver, type Load, load } from './driver.ts';
import { cores } from './processes.ts';
import { judge, shownOnly, tell, type Verdict } from './report.ts';
import { median } from './statistics.ts';

/** Who is asked, and what: a file of requests (answers.ts). */
export type Target = {
  server: { port: number; pid: number; stop(): Promise<void> };
  requestsFile: string;
};

/** What each of the targets did in one round. */
export type Round<Name extends string> = Record<Name, Load>;

/**
 * A server that has just read 100,000 apps, and V8 after it, take some seconds to get to their speed. While
 * others have their turns V8 gives memory back, and the next second is half as slow again: it is not counted,
 * or whoever has two turns in a row would be the fastest.
 */
const seconds = { settling: 5, warming: 8, beginning: 2, turn: 3 };
/** A driver that takes more of a core than this may be what is measured. */
const busyDriver = 0.8;

/**
 * Rounds with processes of their own, which `begin` starts: how V8 happens to compile a process makes up to
 * a tenth of its speed, and must not make the figure. In a round all are asked in turn, there and back, so
 * that what else happens on the machine meets all of them alike. `core` keeps the driver to its core.
 */
export async function playRounds<Name extends string>(
  rounds: number,
  begin: () => Promise<Record<Name, Target>>,
  { core = 'driver' }: { core?: 'driver' | 'any' } = {},
): Promise<Round<Name>[]> {
  const found: Round<Name>[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const targets = await begin();
    const names = Object.keys(targets) as Name[];
    const ask = (name: Name, duration: number) => {
      const { server, requestsFile } = targets[name];
      return load(server, requestsFile, duration, core === 'any' ? {} : { core });
    };
    await pause(seconds.settling * 1000);
    for (const name of names) await ask(name, seconds.warming);
    const turns: [Name, Load][] = [];
    for (const name of [...names, ...names.toReversed()]) {
      await ask(name, seconds.beginning);
      turns.push([name, await ask(name, seconds.turn)]);
    }
    const servers = new Set(names.map((name) => targets[name].server));
    await Promise.all([...servers].map((server) => server.stop()));
    const mine = (name: Name) => turns.filter((turn) => turn[0] === name).map((turn) => turn[1]);
    const figures = Object.fromEntries(
      names.map((name) => [name, mean(mine(name))]),
    ) as Round<Name>;
    found.push(figures);
    tell(`round ${round}: ${names.map((name) => `${name} ${shown(figures[name])}`).join(', ')}`);
  }
  tell(
    aboutDriver(
      found.flatMap((figures) => Object.values<Load>(figures)),
      core,
    ),
  );
  return found;
}

/** Microseconds of processor time that a server took per answer; NaN where that is unknown. */
export const costOf = ({ perSecond, serverShare }: Load): number =>
  ((serverShare ?? Number.NaN) / perSecond) * 1e6;

/** The median over the rounds of a figure of one target by the same of another. */
export function ratio<Name extends string>(
  found: Round<Name>[],
  [one, other]: readonly [Name, Name],
  of: (load: Load) => number,
): number {
  return median(found.map((figures) => of(figures[one]) / of(figures[other])));
}

/** Judges the rate of one target by that of another where there is a limit, and says the same by processor time. */
export function judgeRate<Name extends string>(
  label: string,
  found: Round<Name>[],
  pair: readonly [Name, Name],
  limit?: { atLeast: number },
): Verdict {
  const rate = (name: Name) => median(found.map((round) => round[name].perSecond)).toFixed(0);
  // Steadier than the rate while other programs take turns on the servers' core.
  const byCost = 1 / ratio(found, pair, costOf);
  const detail =
    `${rate(pair[0])}/s of ${rate(pair[1])}/s` +
    (Number.isNaN(byCost) ? '' : `; by processor time ${byCost.toFixed(3)}`);
  const value = ratio(found, pair, ({ perSecond }) => perSecond);
  if (!limit) return shownOnly(label, `${value.toFixed(3)} (${detail})`);
  return judge(label, value, limit, { digits: 3, detail });
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

/** A rate, the share of a core that the server got, and its processor time per answer. */
function shown(load: Load): string {
  const { perSecond, serverShare } = load;
  const cpu = `${((serverShare ?? 0) * 100).toFixed(0)} % of a core, ${costOf(load).toFixed(1)} µs each`;
  return `${perSecond.toFixed(0)}/s${serverShare === null ? '' : ` (${cpu})`}`;
}

/** Which driver it was, how busy, and on which core. */
function aboutDriver(found: Load[], core: 'driver' | 'any'): string {
  const shares = found.map(({ driverShare }) => driverShare).filter((share) => share !== null);
  const pinned =
    cores && core === 'driver'
      ? `servers on core ${cores.server}, driver on core ${cores.driver}`
      : 'servers and driver on any core';
  if (shares.length === 0) return `driver: ${driver}, its processor time is unknown; ${pinned}`;
  const most = Math.max(...shares);
  const verdict = `${most > busyDriver ? 'MORE' : 'not more'} than ${busyDriver * 100} %`;
  return `driver: ${driver}, took up to ${(most * 100).toFixed(0)} % of a core (${verdict}); ${pinned}`;
}
