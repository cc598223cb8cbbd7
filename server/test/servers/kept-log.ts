import { createLogger, type Logger } from '../../src/kit/logger.ts';

/** Builds a logger of this level that keeps its lines in `lines`. */
export function keepLog<Line = Record<string, unknown> & { msg: string; level: number }>(
  level: string,
): { logger: Logger; lines: Line[] } {
  const lines: Line[] = [];
  return {
    logger: createLogger(level, { write: (text) => void lines.push(JSON.parse(text)) }),
    lines,
  };
}
