import type { IncomingMessage } from 'node:http';
import type { Logger } from '../kit/logger.ts';

type Request = {
  headers: IncomingMessage['headers'];
  socket: { remoteAddress?: string | undefined };
};

/** Looks at a request for a proxy that TRUST_PROXY does not name. */
export type ForwardedWarning = (request: Request) => void;

/**
 * Warns once when forwarded headers come from an address that TRUST_PROXY does not name. Then all callers behind that
 * proxy have its address: in IP rules, limits and the audit log (ADR 29 "First start"). `ignored` counts such requests.
 */
export function createForwardedWarning(
  isFromProxy: (request: Request) => boolean,
  logger: Logger,
): { warnOfForwarded: ForwardedWarning; ignored: () => number } {
  let ignored = 0;
  return {
    warnOfForwarded(request) {
      const { headers, socket } = request;
      const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers;
      if (!isForwarded || isFromProxy(request)) return;
      ignored += 1;
      if (ignored > 1) return;
      logger.warn(
        { address: socket.remoteAddress },
        'a request has forwarded headers, and TRUST_PROXY does not name its address: they are ignored, and callers behind a proxy count as the proxy',
      );
    },
    ignored: () => ignored,
  };
}
