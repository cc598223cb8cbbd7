import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** As long as a token or longer, of the characters that tokens have. */
const likeToken = /[A-Za-z0-9_-]{32,}/g;

/**
 * What of a request's target may be logged: its path up to the first character that begins a query, in
 * whatever encoding, and nothing in it that could be a token that was put there by mistake.
 */
export const loggedPath = (target: string): string =>
  (/^[\w./~@:-]*/.exec(target)?.[0] ?? '').slice(0, 200).replace(likeToken, '…');

/** What of a login as it was typed may be logged: not all of a long one, and no token that was put there by mistake. */
export const loggedLogin = (login: string): string => login.slice(0, 100).replace(likeToken, '…');

/** The structured log: paths without query strings, and no header, body, token, password or key (design, section 4). */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      serializers: {
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          path: loggedPath(request.url),
          address: request.ip,
        }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      },
    },
    ...(destination ? [destination] : []),
  );
}
