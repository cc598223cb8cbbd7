// The runner as in React Native: its fetch (whatwg-fetch over XMLHttpRequest), no streams, and only what the engines of
// old phones have.
import type { ClientRequest, IncomingMessage } from 'node:http';
import XMLHttpRequest from 'xhr2';
import { deleteNewer } from './newer-functions.ts';

const world = globalThis as Record<string, unknown>;
deleteNewer('react-native');

// What xhr2 does otherwise than a phone: it refuses to set User-Agent, and follows redirects without end and only to
// whole addresses.
const { prototype } = XMLHttpRequest;
delete prototype._restrictedHeaders['user-agent'];
const { _onHttpResponse: answered } = prototype;
prototype._onHttpResponse = function onResponse(request: ClientRequest, response: IncomingMessage) {
  const { statusCode = 0, headers } = response;
  if (statusCode > 300 && statusCode !== 304 && statusCode < 400) {
    this.redirects = (this.redirects ?? 0) + 1;
    if (!headers.location || this.redirects > 20) {
      return this._onHttpRequestError(request, new Error('a redirect that leads nowhere'));
    }
    headers.location = new URL(headers.location, this._url.href).href;
  }
  return answered.call(this, request, response);
};
world.XMLHttpRequest = XMLHttpRequest;
await import('whatwg-fetch');
await import('./runner.ts');
