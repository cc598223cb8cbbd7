import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from '../kit/logger.ts';

/** Looks at the headers of a request for signs of a proxy that nobody said to trust. */
export type ForwardedWarning = (headers: IncomingHttpHeaders) => void;

/**
 * Warns once when forwarded headers arrive and TRUST_PROXY is not set. The server then takes the proxy's address for
 * that of every caller behind it: in IP rules, limits and the audit log (ADR 29 "First start").
 */
export function createForwardedWarning(trustProxy: string[], logger: Logger): ForwardedWarning {
  let warned = trustProxy.length > 0;
  return (headers) => {
    if (warned || !('x-forwarded-for' in headers || 'forwarded' in headers)) return;
    warned = true;
    logger.warn(
      'a request has forwarded headers, and TRUST_PROXY is unset: they are ignored, and callers behind a proxy count as the proxy',
    );
  };
}
