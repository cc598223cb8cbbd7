import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../kit/app-error.ts';
import { handleError } from './error-handler.ts';

const apiPaths =
  /^\/(api|apps|user|config|category|changes|changeRequests|batches|icons|assets|docs|schemas)(\/|$)/;

/** Whether a path is the web app's: a page that a person opens, outside the API's paths (ADR 28 "Paths"). */
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !apiPaths.test(path) &&
    // Uptime monitors ask for `/` with `Accept: */*` or without Accept.
    (path === '/' || (request.headers.accept ?? '').includes('text/html'))
  );
}

/** Unknown paths: a page of the web app, or 404 in the envelope. */
export function handleNotFound(sendPage: (reply: FastifyReply) => unknown) {
  return (request: FastifyRequest, reply: FastifyReply): unknown =>
    isPage(request)
      ? sendPage(reply)
      : handleError(new AppError('not-found', 'Not found'), request, reply);
}
