import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import {
  afterStep,
  type EmergencyStop,
  readEmergencyStop,
  writeEmergencyStop,
} from '../emergency-stop.ts';
import { answerByHand, refuseByHand } from '../front/answer-by-hand.ts';
import type { Logger } from '../kit/logger.ts';
import { type StopAnswer, stopPath } from './ask-supervisor.ts';
import type { Slot } from './slot.ts';

/** The command waits at most so long for the processes. One that hangs hears of it when it turns, or after its restart. */
const takenWithinMs = 2_000;

export const stoppedWords =
  'the ads of all apps are stopped on this machine: npm run admin -- resume-all ends it';

/**
 * The emergency stop of this machine. `tell` tells an ads process; `taken` is to be called with what it answers.
 */
export function createEmergencyStop(parts: {
  dataDir: string;
  ads: () => Pick<Slot, 'name' | 'tell'>[];
  /** What the file said at the start. */
  initial: EmergencyStop | null;
  /** Sets what a process that starts later begins with. */
  forLater: (isStopped: boolean) => void;
  clock: () => number;
  logger: Logger;
}) {
  const { dataDir, ads, initial, forLater, clock, logger } = parts;
  let stop = initial;
  let isKept = true;
  let asked = 0;
  /** Commands that are told to the processes, and are not in the file yet. */
  let atWork = 0;
  let isLooking = false;
  let writing = Promise.resolve('');
  const taken = new Map<string, number>();
  forLater(stop?.isStopped === true);
  if (stop?.isStopped) logger.warn(stoppedWords);

  /** Writes one after the other, so that the file has the last stop in the end. Resolves to why it could not be written. */
  function keep(): Promise<string> {
    writing = writing.then(async () => {
      try {
        if (stop) await writeEmergencyStop(dataDir, stop);
        isKept = true;
        return '';
      } catch (error) {
        isKept = false;
        return (error as Error).message;
      }
    });
    return writing;
  }

  async function lookAtFile(): Promise<void> {
    if (!isKept) return void (await keep());
    const known = stop;
    const found = await readEmergencyStop(dataDir);
    // A file that is gone says nothing: the folder may be away. While a command is at work, the file has what was before.
    if (!found || atWork > 0 || stop !== known) return;
    const isOther = found.isStopped !== (stop?.isStopped === true);
    stop = found;
    if (!isOther) return;
    logger.warn({ isStopped: found.isStopped }, 'somebody has stopped or resumed all ads');
    await tellAll();
  }

  async function tellAll(): Promise<StopAnswer> {
    const isStopped = stop?.isStopped === true;
    forLater(isStopped);
    asked += 1;
    const told = ads().filter((slot) => slot.tell({ kind: 'stop-ads', isStopped, id: asked }));
    const began = performance.now();
    const own = asked;
    const haveTaken = () => told.filter(({ name }) => (taken.get(name) ?? 0) >= own).length;
    while (haveTaken() < told.length && performance.now() - began < takenWithinMs) await pause(5);
    return { processes: ads().length, taken: haveTaken(), isKept };
  }

  return {
    isStopped: () => stop?.isStopped === true,
    /** An ads process has taken what it was told. */
    taken: (name: string, id: number) => void taken.set(name, id),

    /** Looks once a second: a command that could not reach this process has written the file. */
    look(): void {
      if (isLooking || atWork > 0) return;
      isLooking = true;
      lookAtFile()
        // What is known stays: a disk that fails neither stops nor resumes the ads.
        .catch(() => {})
        .finally(() => {
          isLooking = false;
        });
    },

    /** Answers the command; false for any other request. Only the user of the server can open the socket. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const url = new URL(request.url ?? '', 'http://supervisor');
      if (url.pathname !== stopPath || request.method !== 'POST') return false;
      if (url.searchParams.get('dataDir') !== dataDir) {
        refuseByHand(response, 404, 'This is the server of another data folder');
        return true;
      }
      const isStopped = url.searchParams.get('isStopped') === 'true';
      const by = url.searchParams.get('by') ?? '';
      stop = afterStep(stop, { isStopped, by, at: clock() });
      logger.warn({ by, isStopped }, isStopped ? 'all ads are stopped' : 'all ads are resumed');
      // First the phones: a disk that hangs must not hold up the stop.
      atWork += 1;
      tellAll()
        .then(async (told) => {
          const why = await keep();
          return { ...told, isKept, why };
        })
        .then((answer: StopAnswer) => answerByHand(response, 200, JSON.stringify(answer)))
        .catch((error) => refuseByHand(response, 500, (error as Error).message))
        .finally(() => {
          atWork -= 1;
        });
      return true;
    },
  };
}
