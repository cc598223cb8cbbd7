import {
  type RequestedField,
  requestedChanges,
} from '@adwarden/contract/change-requests/change-requests';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileForm } from '../samples/file-form.ts';
import { type BatchServer, openBatchServer } from '../servers/batch-server.ts';

/*
 * The rights to set fields: each field, by each kind of person, through each source of edits. A field that a person may not set
 * is refused, or left out of a form; either way the app keeps its value.
 */

let api: BatchServer;
beforeAll(async () => {
  api = await openBatchServer({ WRITES_PER_MINUTE: '100000' });
});
afterAll(() => api.close());

type Outcome = 'set' | 'refused' | 'left out';
type Source = (as: string, field: RequestedField, value: string) => Promise<Outcome>;

const why = / is for administrators only$/;
const others: Partial<Record<RequestedField, string>> = {
  selectedUser: 'eve',
  country: 'FR',
  category: 'Tools',
  adsStatus: 'off',
  appStatus: 'suspend',
  ipAddress: 'on',
  visibleExtra: 'on',
};
const before = { selectedUser: 'ada', adsStatus: 'on', appStatus: 'live', visibleExtra: 'off' };

/** Returns the value of a field of an app, as it is stored. */
async function storedValue(appID: string, field: RequestedField): Promise<string> {
  if (field === 'country') {
    const row = await api.db
      .selectFrom('app_configuration')
      .select('country')
      .where('appID', '=', appID)
      .executeTakeFirst();
    return row?.country ?? '';
  }
  const app = await api.app(appID);
  return app[field === 'selectedUser' ? 'userID' : field];
}

const owned = async () => (await api.add({ ...before, ipAddress: 'off' })).appID;

/** Returns the outcome of a call: refused for the right reason, or made; `isSet` says whether the value was taken. */
function outcome(answer: Awaited<ReturnType<BatchServer['call']>>, isSet: boolean): Outcome {
  if (answer.status === 200) return isSet ? 'set' : 'left out';
  expect(answer.status, answer.text).toBe(400);
  expect(answer.body.errors[0].message).toMatch(why);
  return 'refused';
}

async function importRow(as: string, row: object): Promise<Outcome> {
  const { payload, headers } = fileForm(as, { content: JSON.stringify([row]), name: 'apps.json' });
  const answer = await api.inject({
    method: 'POST',
    url: '/apps/import/preview',
    headers,
    payload,
  });
  expect(answer.status, answer.text).toBe(200);
  const { previewID, refused, causes } = answer.body.data;
  if (refused > 0) {
    expect(causes[0].message).toMatch(why);
    return 'refused';
  }
  const [planned] = (await api.rows(previewID, {}, as)).data;
  return planned?.outcome === 'unchanged' ? 'left out' : 'set';
}

const sources: Record<string, { closed: Outcome; make: Source }> = {
  form: {
    closed: 'left out',
    async make(as, field, value) {
      if (field === 'country') return 'left out';
      const appID = await owned();
      const answer = await api.update(appID, { [field]: value }, as);
      return outcome(answer, (await storedValue(appID, field)) === value);
    },
  },
  'form of a new app': {
    closed: 'left out',
    async make(as, field, value) {
      const body = { ...sampleAppForm(), ipAddress: 'off', [field]: value } as const;
      const answer = await api.call('addApp', { as, body });
      return outcome(answer, (await storedValue(answer.body.data.appID, field)) === value);
    },
  },
  batch: {
    closed: 'refused',
    async make(as, field, value) {
      const appID = await owned();
      const change = field === 'country' ? { country: value } : { set: { [field]: value } };
      return outcome(await api.ask({ select: { appIDs: [appID] }, change }, as), true);
    },
  },
  'batch with a value for each': {
    closed: 'refused',
    async make(as, field, value) {
      const appID = await owned();
      const change =
        field === 'country'
          ? { countries: { add: value } }
          : field === 'selectedUser'
            ? { set: { [field]: value } }
            : { setEach: { [appID]: { [field]: value } } };
      return outcome(await api.ask({ select: { appIDs: [appID] }, change }, as), true);
    },
  },
  schedule: {
    closed: 'refused',
    async make(as, field, value) {
      const body = { appID: await owned(), changes: { [field]: value } };
      const answer = await api.create(body, as);
      if (answer.status === 200) {
        await api.call('cancelChangeRequest', { as, id: answer.body.data.id });
      }
      return outcome(answer, true);
    },
  },
  import: {
    closed: 'refused',
    make: async (as, field, value) => importRow(as, { appID: await owned(), [field]: value }),
  },
  'import of a new app': {
    closed: 'refused',
    make: (as, field, value) =>
      importRow(as, {
        ...sampleAppForm({ packageName: `com.harbour.${field}${as.length}` }),
        selectedUser: undefined,
        ipAddress: as === api.admin ? 'off' : undefined,
        [field]: value,
      }),
  },
};

const closedToOwners = ['selectedUser', 'ipAddress', 'country'];
const fields = Object.keys(requestedChanges.shape) as RequestedField[];

it.each(Object.keys(sources))(
  '%s: what owners may not set is only an administrator’s',
  async (name) => {
    const { closed, make } = sources[name] as (typeof sources)[string];
    for (const field of fields) {
      const value = others[field] ?? `com.harbour.${field}.${Object.keys(sources).indexOf(name)}`;
      const isOpen = !closedToOwners.includes(field);
      const byOwner = await make(api.ada, field, value);
      expect(byOwner, `${name}, ${field} by an owner`).toBe(isOpen ? 'set' : closed);
      // The form of an app that exists has no countries: they are set on the page App Configuration.
      if (name === 'form' && field === 'country') continue;
      expect(await make(api.admin, field, value), `${name}, ${field} by an administrator`).toBe(
        'set',
      );
    }
  },
);
