import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from '../kit/ids.ts';
import type { Logger } from '../kit/logger.ts';
import { ownFile } from '../kit/own-files.ts';
import type { Settings } from '../settings.ts';
import type { StartReport } from '../start-report.ts';
import { stopLimits } from '../stop.ts';
import { socketFolderPrefix, streamSocketName } from './copies.ts';
import { variables } from './link.ts';
import { openPort, takePort } from './listening.ts';
import type { FromProcess } from './messages.ts';
import { createMetricsOfAll } from './metrics.ts';
import { createSlot, type Slot, type SlotParts } from './slot.ts';

/** The nice value of the office: the ads processes go first. */
const ofOffice = 10;

const program = fileURLToPath(ownFile('main'));

/**
 * Starts the processes of one machine and keeps them running; serves nothing itself (ADR 48). Resolves when all serve.
 * When one cannot start, it stops all of them and throws a one-line Error.
 */
export async function supervise(parts: {
  settings: Settings;
  logger: Logger;
  report: StartReport;
  /** Sets the function that a signal to this process calls. */
  stopBy: (stop: () => Promise<void>) => void;
}): Promise<void> {
  const { settings, logger, report, stopBy } = parts;
  process.title = 'adwarden supervisor';
  // Before the first administrator is made: that password is shown only once, and this start could fail after it.
  const { handle, address } = await takePort(settings.port, settings.host);
  const metricsPort =
    settings.metricsPort === null
      ? null
      : await openPort(settings.metricsPort, '127.0.0.1', 'METRICS_PORT');
  const sockets = await makeSocketFolder();
  const prepared = Promise.withResolvers<Parameters<StartReport['prepared']>[0]>();
  const handles: SlotParts['handles'] = [{ kind: 'listen', handle }];
  if (metricsPort) handles.push({ kind: 'listen-metrics', handle: metricsPort.handle });
  let isStopping = false;

  const slotOf = (
    name: string,
    own: Record<string, string>,
    { listens, niceness }: { listens: boolean; niceness: number | null },
  ): Slot => {
    const environment = {
      ...own,
      [variables.officeSocket]: sockets.office,
      [variables.streamSocket]: sockets.stream,
    };
    const slot: Slot = createSlot({
      ...{ name, program, logger, niceness, handles: listens ? handles : [] },
      environment,
      hear(message) {
        // For the next process of this slot.
        if (message.kind === 'serving') environment[variables.again] = '1';
        hear(message, slot);
      },
      ended: () => metrics.ended(name),
    });
    return slot;
  };
  const { role } = settings;
  const isAlone = role === 'office';
  const office =
    role === 'ads'
      ? null
      : slotOf('office', { [variables.task]: 'office' }, { listens: isAlone, niceness: ofOffice });
  const ads = Array.from({ length: isAlone ? 0 : settings.workers }, (_, index) => {
    const number = String(index + 1);
    const environment = { [variables.task]: 'ads', [variables.number]: number };
    return slotOf(`ads ${number}`, environment, { listens: true, niceness: null });
  });
  const slots = office ? [office, ...ads] : ads;
  // An edge has no database, so nothing is prepared.
  if (!office) prepared.resolve(null);
  const metrics = createMetricsOfAll((id) =>
    slots.filter((slot) => slot.tell({ kind: 'ask', id })).map((slot) => slot.name),
  );

  async function hear(message: FromProcess, slot: Slot): Promise<void> {
    if (message.kind === 'prepared') prepared.resolve(message.admin);
    if (message.kind === 'metrics') metrics.heard(slot.name, message.id, message.metrics);
    if (message.kind === 'ask-all') {
      slot.tell({ kind: 'metrics-of-all', id: message.id, text: await metrics.gather() });
    }
  }

  /** The ads processes hand on their last usage before the office stops. */
  async function stop(): Promise<void> {
    isStopping = true;
    // Otherwise connections would wait for processes that do not come any more, and be reset at the end.
    handle.close();
    metricsPort?.handle.close();
    office?.tell({ kind: 'calm' });
    const began = performance.now();
    await Promise.all(ads.map((slot) => slot.stop(stopLimits.adsProcess)));
    await office?.stop(stopLimits.office - (performance.now() - began));
    await sockets.remove();
  }

  stopBy(stop);
  try {
    const serving = Promise.all(slots.map((slot) => slot.start()));
    await Promise.race([prepared.promise, serving]);
    // Before anything else can fail, because the password is shown only this once.
    report.prepared(await prepared.promise);
    await serving;
    report.serving(settings.publicUrl ?? address.replace('//127.0.0.1:', '//localhost:'));
  } catch (error) {
    if (isStopping) return;
    await stop();
    throw error;
  }
}

/** Where the office listens: sockets in a new folder that only this user can open; on Windows, pipes with random names. */
async function makeSocketFolder() {
  if (process.platform === 'win32') {
    const name = `\\\\.\\pipe\\adwarden-${newId()}`;
    return { office: `${name}-office`, stream: `${name}-stream`, async remove() {} };
  }
  const folder = await mkdtemp(resolve(tmpdir(), socketFolderPrefix)).catch((error) => {
    throw new Error(`${tmpdir()} (TMPDIR) cannot hold the sockets of the office: ${error.message}`);
  });
  return {
    office: join(folder, 'office'),
    stream: join(folder, streamSocketName),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
