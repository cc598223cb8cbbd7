import { succeed } from '@adwarden/contract/envelope';
import { requiredText } from '@adwarden/contract/fields';
import { limits } from '@adwarden/contract/limits';
import {
  deletedUser,
  newUserForm,
  userAnswer,
  userChanges,
  userList,
  userListQuery,
} from '@adwarden/contract/users';
import { z } from 'zod';
import { actorOf } from '../../http/actor.ts';
import { at, type BackOffice } from '../../http/route.ts';
import { sendList } from '../../http/streamed-list.ts';
import type { UsersService } from './users.service.ts';

const params = z.object({
  id: requiredText('The address must name a user', { label: 'User', max: limits.text.id }),
});

/** The app owners, for administrators (spec, section 7). */
export function userRoutes(server: BackOffice, { users }: { users: UsersService }): void {
  server.route({
    ...at('getUser'),
    schema: { querystring: userListQuery, response: { 200: userList } },
    async handler({ query }, reply) {
      if (Object.keys(query).length === 0) return sendList(reply, 'Users', users.all());
      const { users: data, totals } = await users.page(query);
      return { ...succeed('Users', data), ...totals };
    },
  });

  server.route({
    ...at('createNewUser'),
    schema: { body: newUserForm, response: { 200: userAnswer } },
    handler: async (request) =>
      succeed('User created', await users.create(actorOf(request), request.body)),
  });

  server.route({
    ...at('updateUser'),
    schema: { params, body: userChanges, response: { 200: userAnswer } },
    handler: async (request) =>
      succeed(
        'User updated',
        await users.update(actorOf(request), request.params.id, request.body),
      ),
  });

  server.route({
    ...at('deleteUser'),
    schema: { params, response: { 200: deletedUser } },
    async handler(request) {
      const { id } = request.params;
      await users.remove(actorOf(request), id);
      return succeed('User deleted', { id });
    },
  });
}
