import { fileURLToPath } from 'node:url';
import { readEmergencyStop } from '../emergency-stop.ts';
import { refuseByHand } from '../front/answer-by-hand.ts';
import { systemClock } from '../kit/clock.ts';
import { untilStep } from '../kit/in-step.ts';
import type { Logger } from '../kit/logger.ts';
import { ownFile } from '../kit/process/own-files.ts';
import type { Settings } from '../settings.ts';
import type { StartReport } from '../start-report.ts';
import { stopLimits } from '../stop.ts';
import { answerServer } from './ask-supervisor.ts';
import { createEmergencyStop, stoppedWords } from './emergency-stop.ts';
import { createAwakeClock, heartbeat } from './heartbeat.ts';
import { variables } from './link.ts';
import { openPort, takePort } from './listening.ts';
import type { FromProcess } from './messages.ts';
import { createMetricsOfAll } from './metrics.ts';
import { createProcessFigures } from './process-figures.ts';
import { logServed } from './served.ts';
import { createSlot, type Slot, type SlotDeps } from './slot.ts';
import { makeSocketFolder } from './socket-folder.ts';
import { reportToSystemd } from './watchdog.ts';

/** The nice value of the office, so that the ads processes go first. */
const ofOffice = 10;

/** Milliseconds between two reads of the emergency stop's file: a command may have written it. */
const emergencyLookMs = 1_000;

/** The state that stands for an unreadable file. */
const allStopped = { isStopped: true, steps: [] };

/** The time limit for the start of an office, which may have a long migration in it. */
const unlimited = Number.POSITIVE_INFINITY;

const program = fileURLToPath(ownFile('main'));

/**
 * Starts the processes of one machine and keeps them running; serves nothing itself (ADR 48). Resolves when all serve.
 * When one cannot start, it stops all of them and throws a one-line Error.
 */
export async function supervise(deps: {
  settings: Settings;
  logger: Logger;
  report: StartReport;
  /** Sets the function that a signal to this process calls. */
  stopBy: (stop: () => Promise<void>) => void;
}): Promise<void> {
  const { settings, logger, report, stopBy } = deps;
  process.title = 'adwarden supervisor';
  const stopReporting = reportToSystemd(logger);
  // The port comes before the first administrator is made: that password is shown only once, and this start could fail after it.
  const { handle, address } = await takePort(settings.port, settings.host);
  const metricsPort =
    settings.metricsPort === null
      ? null
      : await openPort(settings.metricsPort, '127.0.0.1', 'METRICS_PORT');
  // This comes before commands can ask. An unreadable file counts as a stop: perhaps nobody has ended it.
  const stopBefore = await readEmergencyStop(settings.dataDir).catch(() => allStopped);
  const sockets = await makeSocketFolder(logger, (request, response) => {
    if (emergency.answer(request, response)) return;
    if (answerServer(settings.dataDir, request, response)) return;
    refuseByHand(response, 404, 'Not found');
  });
  const prepared = Promise.withResolvers<Parameters<StartReport['prepared']>[0]>();
  const handles: SlotDeps['handles'] = [{ kind: 'listen', handle }];
  if (metricsPort) handles.push({ kind: 'listen-metrics', handle: metricsPort.handle });
  const clock = createAwakeClock(heartbeat.lookMs);
  let isStopping = false;

  /** The environments with which ads processes begin, including those that replace another. */
  const adsEnvironments: Record<string, string>[] = [];
  const slotOf = (
    name: string,
    own: Record<string, string>,
    how: Pick<SlotDeps, 'niceness' | 'startMs' | 'restsWhenSilent'> & { listens: boolean },
  ): Slot => {
    const environment: Record<string, string> = {
      ...own,
      [variables.officeSocket]: sockets.office,
      [variables.streamSocket]: sockets.stream,
    };
    if (own[variables.task] === 'ads') adsEnvironments.push(environment);
    const slot: Slot = createSlot({
      name,
      program,
      environment,
      logger,
      now: clock.now,
      isWatched: settings.heartbeat,
      handles: how.listens ? handles : [],
      niceness: how.niceness,
      startMs: how.startMs,
      restsWhenSilent: how.restsWhenSilent,
      hear(message) {
        // This is for the next process of this slot.
        if (message.kind === 'serving') environment[variables.again] = '1';
        hear(message, slot).catch((error) =>
          logger.error({ err: error, process: name }, 'a message of a process was not understood'),
        );
      },
      ended(reason) {
        metrics.ended(name);
        if (reason) figures.ended(name, reason);
      },
    });
    return slot;
  };
  const { role } = settings;
  const isAlone = role === 'office';
  const office =
    role === 'ads'
      ? null
      : slotOf(
          'office',
          {
            [variables.task]: 'office',
            [variables.adsProcesses]: String(isAlone ? 0 : settings.workers),
          },
          { listens: isAlone, niceness: ofOffice, startMs: unlimited, restsWhenSilent: true },
        );
  const ads = Array.from({ length: isAlone ? 0 : settings.workers }, (_, index) => {
    const number = String(index + 1);
    const environment = { [variables.task]: 'ads', [variables.number]: number };
    return slotOf(`ads ${number}`, environment, {
      listens: true,
      niceness: null,
      startMs: heartbeat.longestWorkMs,
      restsWhenSilent: false,
    });
  });
  const emergency = createEmergencyStop({
    dataDir: settings.dataDir,
    ads: () => ads,
    initial: stopBefore,
    forLater(isStopped) {
      for (const one of adsEnvironments) one[variables.adsStopped] = isStopped ? '1' : '';
    },
    clock: systemClock,
    logger,
  });
  const slots = office ? [office, ...ads] : ads;
  // An edge has no database, so there is nothing to prepare.
  if (!office) prepared.resolve(null);
  const figures = createProcessFigures(slots);
  const metrics = createMetricsOfAll(
    (id) => slots.filter((slot) => slot.tell({ kind: 'ask', id })).map((slot) => slot.name),
    figures.metrics,
  );
  const stopLogging = logServed(metrics.gather, logger);
  let hasServed = false;
  let told = '';
  let emergencyAt = clock.now();
  let toldAt = Number.NEGATIVE_INFINITY;
  let looking: NodeJS.Timeout;
  function look(): void {
    clock.tick();
    // Every slot must look, not only those up to the first close one.
    const isClose = slots.map((slot) => slot.look()).includes(true);
    looking = setTimeout(look, isClose ? heartbeat.lookCloselyMs : untilStep(heartbeat.lookMs));
    if (clock.now() - emergencyAt >= emergencyLookMs) {
      emergencyAt = clock.now();
      emergency.look();
    }
    const stopped = emergency.isStopped() ? [stoppedWords] : [];
    const troubles = hasServed ? [...stopped, ...troublesOf(office, ads)] : stopped;
    if (troubles.join() === told && clock.now() - toldAt < heartbeat.stateMs) return;
    told = troubles.join();
    toldAt = clock.now();
    for (const slot of slots) slot.tellState(troubles);
  }
  look();

  async function hear(message: FromProcess, slot: Slot): Promise<void> {
    if (message.kind === 'prepared') prepared.resolve(message.admin);
    if (message.kind === 'stop-taken') emergency.taken(slot.name, message.id);
    if (message.kind === 'metrics') metrics.heard(slot.name, message.id, message.metrics);
    if (message.kind === 'ask-all') {
      slot.tell({ kind: 'metrics-of-all', id: message.id, all: await metrics.gather() });
    }
  }

  /** Stops all processes. The ads processes send their last usage before the office stops. */
  async function stop(): Promise<void> {
    isStopping = true;
    clearTimeout(looking);
    stopLogging();
    // Otherwise connections would wait for processes that no longer come, and be reset at the end.
    handle.close();
    metricsPort?.handle.close();
    office?.tell({ kind: 'calm' });
    const began = performance.now();
    await Promise.all(ads.map((slot) => slot.stop(stopLimits.adsProcess)));
    await office?.stop(stopLimits.office - (performance.now() - began));
    await sockets.remove();
    stopReporting();
  }

  stopBy(stop);
  try {
    const serving = Promise.all(slots.map((slot) => slot.start()));
    await Promise.race([prepared.promise, serving]);
    // The password is shown only this once, so it comes before anything else can fail.
    report.prepared(await prepared.promise);
    await serving;
    hasServed = true;
    const here = address.replace('//127.0.0.1:', '//localhost:') + settings.basePath;
    report.serving(settings.publicUrl ?? here);
  } catch (error) {
    if (isStopping) return;
    await stop();
    throw error;
  }
}

/** Returns the troubles of the processes, in words. Those who follow the office notice by themselves when it is away. */
function troublesOf(office: Slot | null, ads: Slot[]): string[] {
  const away = ads.filter((slot) => !slot.isReal()).length;
  return [
    office?.isStuck() ? 'the disk does not answer: the office hangs again and again' : '',
    away > 0 ? `${away} of ${ads.length} processes that answer ads are away` : '',
  ].filter(Boolean);
}
