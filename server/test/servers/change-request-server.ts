import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { expect } from 'vitest';
import { openAppServer } from './app-server.ts';

export type ChangeRequestServer = Awaited<ReturnType<typeof openChangeRequestServer>>;

const hourMs = 3_600_000;

/** Opens a test server with short ways to the calls about change requests. */
export async function openChangeRequestServer(...given: Parameters<typeof openAppServer>) {
  const test = await openAppServer(...given);

  async function request(id: string, as = test.admin): Promise<ChangeRequest> {
    const { body } = await test.call('getChangeRequests', { as, query: { pageSize: 100 } });
    const found = body.data.find((one: ChangeRequest) => one.id === id);
    expect(found, `change request ${id}`).toBeDefined();
    return found;
  }

  const create = (body: object, as = test.admin) =>
    test.callLoosely('createChangeRequest', { as, body: { at: inHours(1), ...body } });

  return {
    ...test,
    request,
    create,

    /** Makes a scheduled change, and returns the answered one. */
    async schedule(body: object, as = test.admin): Promise<ChangeRequest> {
      const answer = await create(body, as);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data;
    },

    /** Lets a request become due, as if its time had passed `hours` ago. */
    async fallDue(id: string, hours = 0): Promise<void> {
      await test.db
        .updateTable('change_request')
        .set({ at: Date.now() - hours * hourMs - 1 })
        .where('id', '=', id)
        .execute();
    },

    /** Resolves when a request is in this state, and returns it. */
    async becomes(id: string, state: ChangeRequest['state']): Promise<ChangeRequest> {
      await expect.poll(async () => (await request(id)).state, { timeout: 60_000 }).toBe(state);
      return request(id);
    },

    /** Returns the app as administrators see it. */
    async app(appID: string) {
      const { body } = await test.call('getAllApp', { as: test.admin, query: { appID } });
      return body.data[0];
    },

    /** Switches "Changes need approval" of an owner on or off. */
    async needApproval(login: string, needsApproval: 'on' | 'off'): Promise<void> {
      const query = { userID: login };
      const { body } = await test.call('getUser', { as: test.admin, query });
      const answer = await test.call('updateUser', {
        as: test.admin,
        id: body.data[0].id,
        body: { needsApproval },
      });
      expect(answer.body.data.needsApproval, answer.text).toBe(needsApproval);
    },

    /** Returns everything that a refused call must leave unchanged. */
    async requestsAndApps() {
      const requests = await test.db
        .selectFrom('change_request')
        .selectAll()
        .orderBy('id')
        .execute();
      return { requests, ...(await test.everything()) };
    },
  };
}

/** Returns a time from now, as it is sent. */
export const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
