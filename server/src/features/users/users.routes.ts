import { succeed } from '@adwarden/contract/envelope';
import { userCalls } from '@adwarden/contract/users';
import { type Actor, actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { sendList } from '../../http/streamed-list.ts';
import { named } from '../../kit/named.ts';
import type { UsersService } from './users.service.ts';

/** The app owners, for administrators (spec, section 7). Calls `noteRead` for each answer with passwords. */
export function userRoutes(
  server: BackOffice,
  { users, noteRead }: { users: UsersService; noteRead: (reader: Actor) => void },
): void {
  server.route({
    ...contractRoute(userCalls.getUser),
    async handler(request, reply) {
      const { query } = request;
      noteRead(actorOf(request));
      if (Object.keys(query).length === 0) return sendList(reply, 'Users', users.all());
      const { users: data, totals } = await users.page(query);
      return { ...succeed('Users', data), ...totals };
    },
  });

  server.route({
    ...contractRoute(userCalls.createNewUser),
    async handler(request) {
      const user = await users.create(actorOf(request), request.body);
      return succeed(`${named(user.fullName)} created`, user);
    },
  });

  server.route({
    ...contractRoute(userCalls.updateUser),
    async handler(request) {
      // The answer always contains the password.
      noteRead(actorOf(request));
      const user = await users.update(actorOf(request), request.params.id, request.body);
      return succeed(`${named(user.fullName)} updated`, user);
    },
  });

  server.route({
    ...contractRoute(userCalls.deleteUser),
    async handler(request) {
      const { id } = request.params;
      const { fullName } = await users.remove(actorOf(request), id);
      return succeed(`${named(fullName)} deleted`, { id });
    },
  });
}
