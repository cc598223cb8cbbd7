import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHeldSlots } from '../quotas/slots.ts';
import { actorOf, bearerOf } from './actor.ts';
import type { BackOffice } from './route.ts';

/**
 * Answers with a stream of server-sent events. `begin` gets the function that sends one, and returns the function that
 * ends the source.
 */
export type SendEvents = (
  reply: FastifyReply,
  begin: (send: (data: object) => void) => () => void,
) => FastifyReply;

/** Which of these bearer tokens belong to sessions that have not ended. */
export type StillOpen = (bearers: string[]) => Promise<ReadonlySet<string>>;

declare module 'fastify' {
  interface FastifyInstance {
    sendEvents: SendEvents;
  }
}

const eventType = 'text/event-stream';
const { streamSeconds } = limits.connect;
/** How often the sessions of open streams are checked, in milliseconds. Any process may end a session. */
const checkEveryMs = 1000;

/** Whether the client asks for a stream of events. */
export const wantsEvents = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes(eventType) ?? false;

/**
 * Adds streams of events to a server. A stream ends within a second after its session, and after 50 s in any case:
 * proxies break an answer that is silent for 60 s, and the client's next one checks the rights again. 503 when a person
 * has too many open; a stop of the server ends all.
 */
export function eventStreams(server: BackOffice, stillOpen: StillOpen): void {
  const slots = createHeldSlots('eventStreams');
  /** The functions that end the open streams, with the bearer token of each. */
  const open = new Map<() => void, string>();

  async function endOrphans(): Promise<void> {
    const asked = [...open];
    const known = await stillOpen([...new Set(open.values())]);
    for (const [end, bearer] of asked) if (!known.has(bearer)) end();
  }
  let isChecking = false;
  /** Checks the sessions while streams are open. */
  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    while (open.size > 0) {
      await pause(checkEveryMs, undefined, { ref: false });
      // Without the database nobody can be asked; the streams end after 50 s.
      await endOrphans().catch(() => {});
    }
    isChecking = false;
  }

  server.addHook('preClose', async () => {
    for (const end of open.keys()) end();
  });
  server.decorate('sendEvents', (reply, begin) => {
    const { request } = reply;
    const leave = slots.take(actorOf(request));
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
    open.set(end, bearerOf(request) ?? '');
    void check();
    body.once('close', end);
    // nginx would keep the events until it has a whole buffer of them.
    return reply.type(eventType).header('X-Accel-Buffering', 'no').send(body);
  });
}
