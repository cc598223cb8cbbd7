import { openToRead } from '../../db/open-beside.ts';
import { createJudging } from '../../features/findings/judging/judging.service.ts';
import type { ImportFile } from '../../features/import/import.service.ts';
import { trafficOf } from '../../features/usage/usage.traffic.store.ts';
import { systemClock } from '../../kit/clock.ts';
import { connectCalls } from '../threads/thread.calls.ts';
import { beginThread, endThread, type ThreadSettings } from '../threads/thread.program.ts';
import type { BulkAnswers, ExportOrder, HeldFile, ServingAnswers } from './bulk.messages.ts';
import { inLargePieces } from './bulk.pieces.ts';
import { composeBulk } from './compose-bulk.ts';

/* The thread that does what takes seconds with many apps, beside the thread that answers the ads (ADR 43). */

const { settings, port } = beginThread<ThreadSettings>();
const { appsPerOwner } = settings;
const database = openToRead(settings, (statement) => call('write', statement));
const { makePreview, imports, exportTexts } = composeBulk({
  db: database.db,
  clock: systemClock,
  judging: createJudging({ trafficOf }),
  appsPerOwner,
});

const exporting = new Map<number, AsyncIterator<Uint8Array>>();
let lastExport = 0;

function textOf(order: ExportOrder): AsyncIterable<string | Uint8Array> {
  if (order.list === 'users') return exportTexts.users(order.query);
  if (order.list === 'apps') return exportTexts.apps(order.actor, order.query);
  return exportTexts.someApps(order.actor, order.form);
}

function fileOf({ id, name }: HeldFile, signal: AbortSignal): ImportFile {
  return {
    name,
    async *chunks() {
      const next = () => call('readFile', id);
      for (let bytes = await next(); bytes; bytes = await next()) {
        signal.throwIfAborted();
        yield Buffer.from(bytes);
      }
    },
  };
}

const answers: BulkAnswers = {
  preview: ({ actor, session, form }, signal) => makePreview(actor, session, form, signal),

  importColumns: (file, signal) => imports.columns(fileOf(file, signal)),

  importPreview: ({ actor, session, file, form }, signal) =>
    imports.preview(actor, session, fileOf(file, signal), form, signal),

  async beginExport(order) {
    lastExport += 1;
    exporting.set(lastExport, inLargePieces(textOf(order)));
    return lastExport;
  },

  async continueExport(id) {
    const next = await exporting.get(id)?.next();
    return !next || next.done ? null : next.value;
  },

  async endExport(id) {
    const pieces = exporting.get(id);
    exporting.delete(id);
    await pieces?.return?.();
  },

  end: () => endThread(port, database),
};

const { call } = connectCalls<ServingAnswers>(port, answers);
