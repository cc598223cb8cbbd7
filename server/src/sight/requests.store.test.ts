import type { Person } from '@adwarden/contract/people/people';
import { expect, it } from 'vitest';
import { eachDialect } from '../../test/databases/dialects.ts';
import { requestOf } from '../../test/samples/change-request-row.ts';
import { sampleAppRow } from '../../test/samples/sample-app-snapshot.ts';
import type { Values } from '../edits/edits.table.ts';
import { insertRequest } from '../features/change-requests/change-requests.store.ts';
import { newId } from '../kit/ids.ts';
import { readsRequest, seesRequest } from './requests.policy.ts';
import { requestsRead, requestsSeen } from './requests.store.ts';

const people: Person[] = [
  { kind: 'admin', id: 'a1' },
  { kind: 'user', id: 'ada' },
  { kind: 'user', id: 'eve' },
];
const changes: Values[] = [
  { adsStatus: 'off' },
  { selectedUser: 'eve' },
  { note: 'x', selectedUser: '', adsStatus: 'off' },
  { note: '"selectedUser":"eve"' },
  { note: '\\"selectedUser":' },
];

eachDialect('the requests that somebody sees', (database) => {
  it('are the same in a list and one by one', async () => {
    const { db } = database;
    const rest = { position: '', passwordHash: '', passwordSealed: '', createdAt: 0, version: 0 };
    for (const id of ['ada', 'eve']) {
      const user = { ...rest, id, userID: id, userIDKey: id, fullName: id };
      await db.insertInto('app_user').values(user).execute();
    }
    const apps = ['ada', 'eve', null].map((ownerId) => ({ appID: newId(), ownerId }));
    for (const app of apps) await db.insertInto('app').values(sampleAppRow(app)).execute();
    const gone = newId();
    const ids = [...apps.map(({ appID }) => appID), gone];
    const requests = ids.flatMap((appID) =>
      people.flatMap(({ kind: authorKind, id: authorId }) =>
        changes.map((wanted, index) => {
          const ownerId = index % 2 === 0 ? 'ada' : null;
          return requestOf({ appID, authorKind, authorId, ownerId, changes: wanted });
        }),
      ),
    );
    await db.transaction().execute(async (tx) => {
      for (const request of requests) await insertRequest(tx, request);
    });
    for (const person of people) {
      const rows = await db
        .selectFrom('change_request')
        .select('id')
        .where((eb) => eb.and(requestsSeen(eb, person)))
        .execute();
      const seen = requests.filter((one) =>
        seesRequest(
          person,
          one,
          apps.find(({ appID }) => appID === one.appID),
        ),
      );
      expect(rows.map(({ id }) => id).sort(), person.id).toEqual(seen.map(({ id }) => id).sort());
      const read = await db
        .selectFrom('change_request')
        .select('id')
        .where((eb) => eb.and([...requestsSeen(eb, person), requestsRead(eb, person)]))
        .execute();
      expect(read.map(({ id }) => id).sort()).toEqual(
        seen
          .filter((one) => readsRequest(person, one))
          .map(({ id }) => id)
          .sort(),
      );
      expect(seen.length).toBe(person.kind === 'admin' ? 60 : 20 + 3);
    }
  });
});
