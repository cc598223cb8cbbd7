import { type DestinationStream, type Logger, pino } from 'pino';
import { createRepeatedErrors } from './faults/repeated-errors.ts';

export type { Logger } from 'pino';

/** Matches everything that could be a token: by its characters and its length. */
const likeToken = /[A-Za-z0-9_-]{32,}/g;

/**
 * Returns the part of a request's target that may be logged: the path up to where a query could begin, in any encoding, with
 * everything cut out that could be a token.
 */
export const loggedPath = (target: string): string =>
  (/^[\w./~@:-]*/.exec(target)?.[0] ?? '').slice(0, 200).replace(likeToken, '…');

/** Returns the part of a typed login that may be logged: at most 100 characters, without anything that could be a token. */
export const loggedLogin = (login: string): string => login.slice(0, 100).replace(likeToken, '…');

type Fields = { err?: unknown; [always]?: true };

/** The levels of errors and warnings, whose repetitions are counted; `fatal`, above them, is always written. */
const counted = { from: 40, to: 50 };

/** The length of an error's key: errors with the same first characters are the same. */
const mostKeyLength = 500;

/** The mark of a line with an error that is written each time, because its writer already counts. */
export const always = Symbol('always');

/**
 * Builds the structured log. It has paths without query strings, and no header, body, token, password or key (ADR 29 "Secrets").
 * A repeated error is written once and then counted (`kit/faults/repeated-errors`).
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const isFirst = createRepeatedErrors();
  return pino(
    {
      level,
      hooks: {
        logMethod(line, write, number) {
          const [fields, message = ''] = line as unknown as [Fields, string?];
          const isCounted = number >= counted.from && number <= counted.to;
          const error = fields?.err;
          if (!isCounted || !(error instanceof Error) || fields[always])
            return write.apply(this, line);
          const request = this.bindings().reqId as string | undefined;
          const say = (more: object) =>
            write.call(this, { reason: error.message, ...more }, `again: ${message}`);
          if (isFirst(`${message}\n${error.message}`.slice(0, mostKeyLength), request, say))
            write.apply(this, line);
        },
      },
      serializers: {
        req: (request: { method: string; url: string; address?: string }) => ({
          method: request.method,
          path: loggedPath(request.url),
          address: request.address,
        }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      },
    },
    ...(destination ? [destination] : []),
  );
}
