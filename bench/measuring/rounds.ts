import { setTimeout as pause } from 'node:timers/promises';
import { driver, type Load, load } from '../clients/driver.ts';
import { cores } from '../servers/processes.ts';
import { judge, log, shownOnly, type Verdict } from './report.ts';
import { median } from './statistics.ts';

/** A server and the file of requests that are sent to it (format: answers.ts). */
export type Target = {
  server: { port: number; pid: number; stop(): Promise<void> };
  requestsFile: string;
};

/** The measured load of each target in one round. */
export type Round<Name extends string> = Record<Name, Load>;

/**
 * `settling` and `warming`: after loading 100,000 apps, a server needs some seconds to reach its full speed.
 * `beginning`: while a server is idle, V8 releases memory, and the next second is up to 50 % slower. So the beginning
 * of each turn is not measured.
 */
const seconds = { settling: 5, warming: 8, beginning: 2, turn: 3 };
/** If the driver uses a larger share of a core than this, it may limit the rate, and not the server. */
const busyDriver = 0.8;

export type RoundsOptions = {
  core?: 'driver' | 'any';
  /** Returns the order in which the targets are loaded. */
  turnsOf?: <Name>(names: Name[]) => Name[];
};

const mirrored = <Name>(names: Name[]): Name[] => [...names, ...names.toReversed()];
/**
 * Three times the same order: each target has rested for the same time before each of its turns. In the mirrored order,
 * the last one has two turns in a row, and costs up to 10 % less in the second. For targets that change their places
 * from round to round.
 */
export const threeTimes = <Name>(names: Name[]): Name[] => [...names, ...names, ...names];

/**
 * Compares servers in several rounds. Each round starts new processes (`startTargets`), because V8 may compile the
 * same program differently, which changes its speed by up to 10 %. In a round, all targets are loaded one after the
 * other, and then in reverse order (`turnsOf`), so that other work on the machine affects all of them equally. `core` pins the
 * driver to its core.
 */
export async function runRounds<Name extends string>(
  rounds: number,
  startTargets: () => Promise<Record<Name, Target>>,
  { core = 'driver', turnsOf = mirrored }: RoundsOptions = {},
): Promise<Round<Name>[]> {
  const found: Round<Name>[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const targets = await startTargets();
    const names = Object.keys(targets) as Name[];
    const loadTarget = (name: Name, duration: number) => {
      const { server, requestsFile } = targets[name];
      return load(server, requestsFile, duration, core === 'any' ? {} : { core });
    };
    await pause(seconds.settling * 1000);
    for (const name of names) await loadTarget(name, seconds.warming);
    const turns: [Name, Load][] = [];
    for (const name of turnsOf(names)) {
      await loadTarget(name, seconds.beginning);
      turns.push([name, await loadTarget(name, seconds.turn)]);
    }
    const servers = new Set(names.map((name) => targets[name].server));
    await Promise.all([...servers].map((server) => server.stop()));
    const loadsOf = (name: Name) => turns.filter((turn) => turn[0] === name).map((turn) => turn[1]);
    const figures = Object.fromEntries(
      names.map((name) => [name, mean(loadsOf(name))]),
    ) as Round<Name>;
    found.push(figures);
    log(`round ${round}: ${names.map((name) => `${name} ${shown(figures[name])}`).join(', ')}`);
  }
  log(
    aboutDriver(
      found.flatMap((figures) => Object.values<Load>(figures)),
      core,
    ),
  );
  return found;
}

/** Returns a server's processor time per answer, in microseconds; NaN if it is unknown. */
export const costOf = ({ perSecond, serverShare }: Load): number =>
  ((serverShare ?? Number.NaN) / perSecond) * 1e6;

/** Returns the median over all rounds of one target's figure divided by the other's. */
export function ratio<Name extends string>(
  found: Round<Name>[],
  [one, other]: readonly [Name, Name],
  of: (load: Load) => number,
): number {
  return median(found.map((figures) => of(figures[one]) / of(figures[other])));
}

/** Compares the rates of two targets with the limit, if there is one; also shows their ratio by processor time. */
export function judgeRate<Name extends string>(
  label: string,
  found: Round<Name>[],
  pair: readonly [Name, Name],
  limit?: { atLeast: number },
): Verdict {
  const rate = (name: Name) => median(found.map((round) => round[name].perSecond)).toFixed(0);
  // While other programs use the servers' core, processor time varies less than the rate.
  const byCost = 1 / ratio(found, pair, costOf);
  const detail =
    `${rate(pair[0])}/s of ${rate(pair[1])}/s` +
    (Number.isNaN(byCost) ? '' : `; by processor time ${byCost.toFixed(3)}`);
  const value = ratio(found, pair, ({ perSecond }) => perSecond);
  if (!limit) return shownOnly(label, `${value.toFixed(3)} (${detail})`);
  return judge(label, value, limit, { digits: 3, detail });
}

/** Returns the average of several loads. */
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

/** Writes the rate, the server's share of a core, and its processor time per answer. */
function shown(load: Load): string {
  const { perSecond, serverShare } = load;
  const cpu = `${((serverShare ?? 0) * 100).toFixed(0)} % of a core, ${costOf(load).toFixed(1)} µs each`;
  return `${perSecond.toFixed(0)}/s${serverShare === null ? '' : ` (${cpu})`}`;
}

/** Writes the name of the driver, its share of a core, and the cores of both sides. */
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
