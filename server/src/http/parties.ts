import type { FastifyRequest } from 'fastify';
import { doFor, type Party } from '../kit/turns/party.ts';
import type { BackOffice } from './route.ts';

/**
 * Makes each call act for its caller: for the address that it comes from until the person is known. Must be called before
 * `guardRoutes`, so that also the look for the session has its turn.
 */
export function actForCallers(server: BackOffice): void {
  server.addHook('onRequest', (request, _reply, done) => doFor(partyOf(request), done));
  // It is also needed because the events of a body belong to no call.
  server.addHook('preValidation', (request, _reply, done) => doFor(partyOf(request), done));
}

function partyOf({ actor, ip, routeOptions }: FastifyRequest): Party {
  const caller = actor ? `${actor.kind} ${actor.id}` : `address ${ip}`;
  return routeOptions.config.urgent
    ? { key: `${caller}, urgent`, isUrgent: true }
    : { key: caller, isUrgent: false };
}
