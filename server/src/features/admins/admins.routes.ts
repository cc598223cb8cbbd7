import { adminCalls } from '@adwarden/contract/admins/admins';
import { succeed } from '@adwarden/contract/envelope';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { shownName } from '../../kit/shown-name.ts';
import type { Administration } from './admins.manage.service.ts';

/** Registers the calls about administrators, for administrators (ADR 121). */
export function adminRoutes(
  server: BackOffice,
  { administration }: { administration: Administration },
): void {
  server.route({
    ...contractRoute(adminCalls.getAdmins),
    async handler({ query }) {
      const { items, totals } = await administration.page(query);
      return { ...succeed('Administrators', items), ...totals };
    },
  });

  server.route({
    ...contractRoute(adminCalls.addAdmin),
    async handler(request) {
      const { admin, ...made } = await server.once(request, {
        make: (noteMade) => administration.add(actorOf(request), request.body, noteMade),
        // A link is shown once. The answer to a repeated request has none: whoever lost the first answer makes another link.
        again: async (id) => ({ admin: await administration.readOne(id) }),
      });
      return { ...succeed(`${shownName(admin.fullName)} added`, admin), ...made };
    },
  });

  server.route({
    ...contractRoute(adminCalls.updateAdmin),
    async handler(request) {
      const { id } = request.params;
      const admin = await administration.update(actorOf(request), id, request.body);
      return succeed(`${shownName(admin.fullName)} updated`, admin);
    },
  });

  server.route({
    ...contractRoute(adminCalls.removeAdmin),
    async handler(request) {
      const { id } = request.params;
      const { fullName } = await administration.remove(actorOf(request), id);
      return succeed(`${shownName(fullName)} removed`, { id });
    },
  });
}
