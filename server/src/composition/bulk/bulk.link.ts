import { createWrite } from '../../db/open-beside.ts';
import type { Db } from '../../db/schema.ts';
import type { ImportFile } from '../../features/import/import.service.ts';
import type { Logger } from '../../kit/logger.ts';
import { createHeldThread } from '../threads/thread.held.ts';
import { type ThreadSettings, threadSettings } from '../threads/thread.program.ts';
import type { BulkAnswers, ExportOrder, HeldFile, ServingAnswers } from './bulk.messages.ts';
import type { BulkWork } from './compose-bulk.ts';

/** How long some work may take, in milliseconds; of an export, one piece. The largest previews take half a minute. */
const usualLimits = { columns: 60_000, preview: 300_000, piece: 60_000 };

/** What the thread may ask of the serving thread. */
function answersOf(db: Db) {
  const files = new Map<number, AsyncIterator<Buffer>>();
  let lastFile = 0;
  const answers: ServingAnswers = {
    write: createWrite(db),
    async readFile(id) {
      const next = await files.get(id)?.next();
      return !next || next.done ? null : next.value;
    },
  };

  /** Lets the thread read a file while `work` runs. */
  async function withFile<T>(
    { name, chunks }: ImportFile,
    work: (file: HeldFile) => Promise<T>,
  ): Promise<T> {
    lastFile += 1;
    const id = lastFile;
    files.set(id, chunks()[Symbol.asyncIterator]());
    try {
      return await work({ id, name });
    } finally {
      files.delete(id);
    }
  }

  return { answers, withFile };
}

/** Builds the thread for work that takes seconds with many apps, and only reads (ADR 43). */
export function createBulkThread({
  settings,
  db,
  logger,
  withinMs = usualLimits,
}: {
  settings: ThreadSettings;
  db: Db;
  logger: Logger;
  withinMs?: typeof usualLimits;
}) {
  const { answers, withFile } = answersOf(db);
  const { take, using, stop } = createHeldThread<BulkAnswers>({
    name: 'bulk',
    program: new URL('./bulk.thread.ts', import.meta.url),
    settings: threadSettings(settings),
    serve: () => ({ answers }),
    logger,
  });

  async function* exported(order: ExportOrder): AsyncGenerator<Uint8Array> {
    const { calls, work, leave } = take();
    const terms = { withinMs: withinMs.piece };
    try {
      const id = await work(({ call }) => call('beginExport', order), terms);
      try {
        const next = () => work(({ call }) => call('continueExport', id), terms);
        for (let piece = await next(); piece; piece = await next()) yield piece;
      } finally {
        calls.call('endExport', id).catch(() => {});
      }
    } finally {
      leave();
    }
  }

  const work: BulkWork = {
    makePreview: (actor, session, form) =>
      using(({ call }, signal) => call('preview', { actor, session, form }, signal), {
        withinMs: withinMs.preview,
      }),
    imports: {
      columns: (file) =>
        withFile(file, (held) =>
          using(({ call }, signal) => call('importColumns', held, signal), {
            withinMs: withinMs.columns,
          }),
        ),
      preview: (actor, session, file, form, left) =>
        withFile(file, (held) =>
          using(
            ({ call }, signal) =>
              call('importPreview', { actor, session, file: held, form }, signal),
            { withinMs: withinMs.preview, signal: left },
          ),
        ),
    },
    exportTexts: {
      apps: (actor, query) => exported({ list: 'apps', actor, query }),
      someApps: (actor, form) => exported({ list: 'someApps', actor, form }),
      users: (query) => exported({ list: 'users', query }),
    },
  };

  return { work, stop };
}
