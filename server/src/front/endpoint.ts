import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../kit/answers/answer.ts';
import type { RequestOrigin } from '../kit/caller-address.ts';

/** A request, whichever reader has read it. */
type Asked = RequestOrigin & { method: string; url: string };

/** Answers the requests for one path without the framework. It knows no sockets (ADR 102). */
export type Endpoint = {
  path: string;
  /** All fields that it reads except If-Match, in lower case. */
  fields: readonly string[];
  /** Answers a request. It never throws, and its promise never rejects. */
  answer(asked: Asked): Answer | Promise<Answer>;
  /** Returns the answer while something is broken. It counts and logs the fault. */
  fault(error: unknown): Answer;
};

/** Sends an answer; to HEAD without its body. */
function send(response: ServerResponse, answer: Answer): void {
  const { head, body } = answer;
  response.writeHead(head.status, head.fieldsOf(answer));
  // Node sends a head and a text in one write, a head and a Buffer in two.
  if (body === '' || response.req.method === 'HEAD') response.end();
  else response.end(body, 'latin1');
}

/** Answers a request that is for the endpoint, over `node:http`; false when it is for another path. */
export function answerAt(
  endpoint: Endpoint,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { path, answer, fault } = endpoint;
  const url = request.url ?? '';
  if (!url.startsWith(path) || (url.length > path.length && url[path.length] !== '?')) return false;
  const sendSafely = (made: Answer) => {
    try {
      send(response, made);
    } catch (error) {
      const broken = fault(error);
      if (response.headersSent) response.destroy();
      else send(response, broken);
    }
  };
  const made = answer(request as IncomingMessage & Asked);
  if (made instanceof Promise) made.then(sendSafely);
  else sendSafely(made);
  return true;
}
