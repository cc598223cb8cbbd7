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

/**
 * The longest time that the command waits for the processes. A process that hangs learns of it when it works again, or after its
 * restart.
 */
const takenWithinMs = 2_000;

export const stoppedWords =
  'the ads of all apps are stopped on this machine: npm run admin -- resume-all ends it';

/** Builds the emergency stop of this machine. `tell` tells an ads process; `taken` must be called with its answer. */
export function createEmergencyStop(deps: {
  dataDir: string;
  ads: () => Pick<Slot, 'name' | 'tell'>[];
  /** The content of the file at the start. */
  initial: EmergencyStop | null;
  /** Sets the state with which later processes begin. */
  forLater: (isStopped: boolean) => void;
  clock: () => number;
  logger: Logger;
}) {
  const { dataDir, ads, initial, forLater, clock, logger } = deps;
  let stop = initial;
  let isKept = true;
  let asked = 0;
  /** The number of commands that the processes are told and that are not in the file yet. */
  let atWork = 0;
  let isLooking = false;
  let writing = Promise.resolve('');
  const taken = new Map<string, number>();
  forLater(stop?.isStopped === true);
  if (stop?.isStopped) logger.warn(stoppedWords);

  /**
   * Writes one stop after the other, so that the file has the last one in the end. Resolves to the reason of a failure, '' for
   * none.
   */
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
    // A missing file says nothing: the folder may be away. During a command, the file still has the old state.
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
    /** Notes that an ads process has taken a command. */
    taken: (name: string, id: number) => void taken.set(name, id),

    /** Reads the file once a second: a command that could not reach this process has written it. */
    look(): void {
      if (isLooking || atWork > 0) return;
      isLooking = true;
      lookAtFile()
        // The known state stays: a failing disk neither stops nor resumes the ads.
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
      // Phones come first: a disk that hangs must not delay the stop.
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
