import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from '../kit/logger.ts';

/** Checks the headers of a request for a proxy that is not in TRUST_PROXY. */
export type ForwardedWarning = (headers: IncomingHttpHeaders) => void;

/**
 * Warns once when forwarded headers arrive and TRUST_PROXY is not set. Then all callers behind the proxy have the
 * proxy's address: in IP rules, limits and the audit log (ADR 29 "First start"). `ignored` counts such requests.
 */
export function createForwardedWarning(trustProxy: string[], logger: Logger) {
  let ignored = 0;
  const warnOfForwarded: ForwardedWarning = (headers) => {
    if (trustProxy.length > 0 || !('x-forwarded-for' in headers || 'forwarded' in headers)) return;
    ignored += 1;
    if (ignored > 1) return;
    logger.warn(
      'a request has forwarded headers, and TRUST_PROXY is unset: they are ignored, and callers behind a proxy count as the proxy',
    );
  };
  return { warnOfForwarded, ignored: () => ignored };
}
