import { succeed } from '@adwarden/contract/envelope';
import { type User, userCalls } from '@adwarden/contract/users';
import { type Actor, actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { sendList } from '../../http/streamed-list.ts';
import { shownName } from '../../kit/shown-name.ts';
import type { UsersService } from './users.service.ts';

/** Records whose passwords somebody has read; null means all users. */
export type NotePasswordsRead = (
  reader: Actor,
  users: readonly Pick<User, 'userID' | 'fullName'>[] | null,
) => void;

/**
 * Registers the calls about app owners, for administrators (spec, section 7). Calls `noteRead` for each answer with passwords.
 */
export function userRoutes(
  server: BackOffice,
  { users, noteRead }: { users: UsersService; noteRead: NotePasswordsRead },
): void {
  server.route({
    ...contractRoute(userCalls.getUser),
    async handler(request, reply) {
      const { query } = request;
      const reader = actorOf(request);
      if (Object.keys(query).length === 0) {
        noteRead(reader, null);
        return sendList(reply, 'Users', users.all(reader));
      }
      const { users: data, totals } = await users.page(reader, query);
      noteRead(reader, data);
      return { ...succeed('Users', data), ...totals };
    },
  });

  server.route({
    ...contractRoute(userCalls.getUserNames),
    async handler({ query }) {
      const { names, totals } = await users.names(query);
      return { ...succeed('Users', names), ...totals };
    },
  });

  server.route({
    ...contractRoute(userCalls.getUserPassword),
    async handler(request) {
      const { password, ...user } = await users.password(request.params.id);
      noteRead(actorOf(request), [user]);
      return succeed('Password', { id: user.id, password });
    },
  });

  server.route({
    ...contractRoute(userCalls.createNewUser),
    async handler(request) {
      const { user, ...made } = await server.once(request, {
        make: (noteMade) => users.create(actorOf(request), request.body, noteMade),
        // A link is shown once. The answer to a repeated request has none: whoever lost the first answer makes another link.
        again: async (id) => ({ user: await users.readOne(id) }),
      });
      return { ...succeed(`${shownName(user.fullName)} created`, user), ...made };
    },
  });

  server.route({
    ...contractRoute(userCalls.updateUser),
    async handler(request) {
      const { id } = request.params;
      const { user, ...made } = await users.update(actorOf(request), id, request.body);
      return { ...succeed(`${shownName(user.fullName)} updated`, user), ...made };
    },
  });

  server.route({
    ...contractRoute(userCalls.inviteUser),
    async handler(request) {
      const { user, ...made } = await users.invite(actorOf(request), request.params.id);
      return { ...succeed(`${shownName(user.fullName)} invited`, user), ...made };
    },
  });

  server.route({
    ...contractRoute(userCalls.deleteUser),
    async handler(request) {
      const { id } = request.params;
      const { fullName } = await users.remove(actorOf(request), id);
      return succeed(`${shownName(fullName)} deleted`, { id });
    },
  });
}
