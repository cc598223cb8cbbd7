import { counted } from '@adwarden/contract/counted';
import { succeed } from '@adwarden/contract/envelope';
import { openSessionCalls } from '@adwarden/contract/open-sessions';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { OpenSessions } from './open-sessions.service.ts';

/** Registers the calls about open sessions (ADR 135). */
export function openSessionRoutes(
  server: BackOffice,
  { openSessions }: { openSessions: OpenSessions },
): void {
  server.route({
    ...contractRoute(openSessionCalls.getSessions),
    handler: async (request) =>
      succeed('Sessions', await openSessions.list(actorOf(request), request.query.account)),
  });

  server.route({
    ...contractRoute(openSessionCalls.endSession),
    async handler(request) {
      const { id } = request.params;
      await openSessions.end(actorOf(request), id);
      return succeed('Session ended', { id });
    },
  });

  server.route({
    ...contractRoute(openSessionCalls.endOtherSessions),
    async handler(request) {
      const ended = await openSessions.endOthers(actorOf(request));
      return succeed(`${counted(ended, 'session')} ended`, { ended });
    },
  });
}
