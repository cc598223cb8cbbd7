import { succeed } from '@adwarden/contract/envelope';
import { mailCalls } from '@adwarden/contract/notifications/mail';
import { actorOf } from '../../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../../http/route.ts';
import type { MailService } from './mail.service.ts';

/** Registers the calls of each administrator's daily mail (ADR 57). */
export function mailRoutes(server: BackOffice, { mail }: { mail: MailService }): void {
  server.route({
    ...contractRoute(mailCalls.getMail),
    handler: async (request) => succeed('Mail', await mail.read(actorOf(request).id)),
  });

  server.route({
    ...contractRoute(mailCalls.updateMail),
    async handler(request) {
      const saved = await mail.save(actorOf(request).id, request.body.subscribed);
      return succeed(saved.subscribed ? 'You get a daily mail' : 'You get no daily mail', saved);
    },
  });

  server.route({
    ...contractRoute(mailCalls.testMail),
    async handler(request) {
      const error = await mail.test(actorOf(request).id);
      const said = error === '' ? 'has taken the mail' : `has not taken the mail: ${error}`;
      return succeed(`The mail server ${said}`, { error });
    },
  });
}
