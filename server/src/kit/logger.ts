import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Matches everything that could be a token: by its characters and its length. */
const likeToken = /[A-Za-z0-9_-]{32,}/g;

/**
 * The part of a request's target that may be logged: the path up to where a query could begin, in any encoding,
 * with everything cut out that could be a token.
 */
export const loggedPath = (target: string): string =>
  (/^[\w./~@:-]*/.exec(target)?.[0] ?? '').slice(0, 200).replace(likeToken, '…');

/** The part of a typed login that may be logged: at most 100 characters, without anything that could be a token. */
export const loggedLogin = (login: string): string => login.slice(0, 100).replace(likeToken, '…');

/** The structured log: paths without query strings, and no header, body, token, password or key (ADR 29 "Secrets"). */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
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
