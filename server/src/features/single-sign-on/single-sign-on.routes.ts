import { succeed } from '@adwarden/contract/envelope';
import { singleSignOnCalls } from '@adwarden/contract/single-sign-on/single-sign-on';
import { actorOf, bearerOf } from '../../http/actor.ts';
import { asAppError } from '../../http/error-handler.ts';
import { originOf } from '../../http/origin.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { shownName } from '../../kit/shown-name.ts';
import { notSetUp, type SingleSignOn } from './single-sign-on.service.ts';
import type { Unbinding } from './single-sign-on.unbinding.service.ts';

/** Registers the calls of single sign-on; `singleSignOn` is null where it is not set up (ADR 142). */
export function singleSignOnRoutes(
  server: BackOffice,
  {
    singleSignOn,
    unbinding,
    name,
  }: { singleSignOn: SingleSignOn | null; unbinding: Unbinding; name: string },
): void {
  const service = (): SingleSignOn => {
    if (!singleSignOn) throw notSetUp();
    return singleSignOn;
  };

  server.route({
    ...contractRoute(singleSignOnCalls.beginSingleSignOn),
    async handler(request) {
      const from = { bearer: bearerOf(request), address: request.address };
      return succeed(`Go on at ${name}`, await service().begin(request.body, from));
    },
  });

  server.route({
    ...contractRoute(singleSignOnCalls.finishSingleSignOn),
    async handler(request) {
      const { address } = request;
      const note = (said: object) =>
        request.log.info({ signIn: { address, way: 'oidc', ...said } }, 'sign-in');
      try {
        const from = { ...originOf(request), bearer: bearerOf(request) };
        const done = await service().finish(request.body, from);
        if (done.for === 'link') return succeed(`${name} is linked`, null);
        if (done.for === 'again') return { ...succeed('Confirmed', null), token: done.token };
        const { kind, id, isStrong, answer } = done;
        note({ kind, id, isStrong, outcome: 'signed-in' });
        return answer;
      } catch (error) {
        note({ outcome: asAppError(error).code });
        throw error;
      }
    },
  });

  server.route({
    ...contractRoute(singleSignOnCalls.unbindAdmin),
    async handler(request) {
      const { fullName } = await unbinding.unbind(actorOf(request), 'admin', request.params.id);
      return succeed(`${shownName(fullName)} is no longer linked to ${name}`, null);
    },
  });

  server.route({
    ...contractRoute(singleSignOnCalls.unbindUser),
    async handler(request) {
      const { fullName } = await unbinding.unbind(actorOf(request), 'user', request.params.id);
      return succeed(`${shownName(fullName)} is no longer linked to ${name}`, null);
    },
  });
}
