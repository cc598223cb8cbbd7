import { Readable } from 'node:stream';
import { limits } from '@adwarden/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHeldSlots } from '../quotas/slots.ts';
import { actorOf } from './actor.ts';
import type { BackOffice } from './route.ts';

/**
 * Answers with a stream of server-sent events. `begin` gets the function that sends one, and returns the function that
 * ends the source.
 */
type SendEvents = (
  reply: FastifyReply,
  begin: (send: (data: object) => void) => () => void,
) => FastifyReply;

declare module 'fastify' {
  interface FastifyInstance {
    sendEvents: SendEvents;
  }
}

const eventType = 'text/event-stream';
const { streamSeconds } = limits.connect;

/** Tells whether the client asks for a stream of events. */
export const wantsEvents = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes(eventType) ?? false;

/**
 * Adds streams of events to a server. A stream ends with its session (`endAnswersWithSessions`), and after 50 s in any case:
 * proxies break an answer that is silent for 60 s, and the client's next one checks the rights again. 503 when a person
 * has too many open; a stop of the server ends all.
 */
export function eventStreams(server: BackOffice): void {
  const slots = createHeldSlots('eventStreams');
  /** The functions that end the open streams. */
  const open = new Set<() => void>();

  server.addHook('preClose', async () => {
    for (const end of open) end();
  });
  server.decorate('sendEvents', (reply, begin) => {
    const leave = slots.take(actorOf(reply.request));
    const body = new Readable({ read() {} });
    const stop = begin((data) => body.push(`data: ${JSON.stringify(data)}\n\n`));
    const end = () => {
      stop();
      clearTimeout(timer);
      open.delete(end);
      leave();
      body.push(null);
    };
    const timer = setTimeout(end, streamSeconds * 1000).unref();
    open.add(end);
    reply.endEarly = end;
    body.once('close', end);
    // nginx would keep the events until it has a whole buffer of them.
    return reply.type(eventType).header('X-Accel-Buffering', 'no').send(body);
  });
}
