import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** The structured log: paths without query strings, and no header, body, token, password or key (design, section 4). */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      serializers: {
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          path: request.url.split('?', 1)[0],
          address: request.ip,
        }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      },
    },
    ...(destination ? [destination] : []),
  );
}
