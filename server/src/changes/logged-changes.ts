import type { Logger } from '../kit/logger.ts';
import type { WrittenEntry } from './change-log.ts';

/** The most entries of one write by hand that get a line each. */
const mostLines = 20;

/**
 * Builds the function that logs a line for each change: who, what, which one, but not the values, because some are secrets. The
 * number leads to the entry in the Audit Log. A batch has one line, when it begins here.
 */
export function logWritten(logger: Logger): (entries: readonly WrittenEntry[]) => void {
  let lastBatch = '';
  return (entries) => {
    let lines = 0;
    for (const { by, entity, key, action, seq, batch } of entries) {
      const author = { kind: by.kind, id: by.id, ...(by.via && { key: by.via.key }) };
      if (batch === null) {
        lines += 1;
        // An entry also says who has read secrets.
        const message = action === 'read' ? 'secrets read' : 'changed';
        if (lines <= mostLines) logger.info({ by: author, action, entity, key, seq }, message);
      } else if (batch !== lastBatch) {
        lastBatch = batch;
        logger.info({ by: author, batch, seq }, 'a batch begins to change things');
      }
    }
    if (lines > mostLines) logger.info({ entries: lines - mostLines }, 'and more changed with it');
  };
}
