import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileForm } from '../samples/file-form.ts';
import { type BatchServer, openBatchServer } from '../servers/batch-server.ts';

/*
 * One edit, many sources (ADR 52): made in the form, in a batch, by an import or on a schedule, it leaves the same app and
 * the same entries in the log, or it is refused for the same reason, and an undo takes it back.
 */

let api: BatchServer;
beforeAll(async () => {
  api = await openBatchServer({ APPS_PER_OWNER: '2' });
  for (let number = 0; number < 2; number += 1) await api.add({ selectedUser: 'eve' });
});
afterAll(() => api.close());

type Values = Partial<Record<RequestedField, string>>;
type Refusal = { field: string; message: string };
/** Makes an edit of an app. Returns why not; null when it was made. */
type Source = {
  make: (appID: string, values: Values) => Promise<Refusal | null>;
  /** Takes back what `make` has just done. */
  undo?: (appID: string) => Promise<void>;
};

const refusalIn = ({ body }: Awaited<ReturnType<BatchServer['call']>>): Refusal => {
  const [{ field, message }] = body.errors;
  return { field: field.replace(/^(changes|change\.set|change)\./, ''), message };
};

async function undoLastEntry(appID: string): Promise<void> {
  const { seq } = (await api.entriesOf(appID)).at(-1) as { seq: number };
  const answer = await api.call('undoChange', { as: api.admin, id: seq, body: {} });
  expect(answer.status, answer.text).toBe(200);
}

/** Starts a preview of one app, and waits for its batch; returns the refusal of the app. */
async function startBatch(previewID: string): Promise<{ refusal: Refusal | null; id: string }> {
  const [row] = (await api.rows(previewID)).data;
  if (row?.outcome === 'refused') {
    const [{ field, message }] = row.errors as [Refusal];
    return { refusal: { field, message }, id: '' };
  }
  if (row?.outcome === 'unchanged') return { refusal: null, id: '' };
  const { body, text } = await api.start(previewID);
  expect(body.success, text).toBe(true);
  const batch = await api.ends(body.data.batch.id);
  expect(batch.changed).toBe(1);
  return { refusal: null, id: batch.id };
}

let lastBatch = '';
const sources: Record<string, Source> = {
  form: {
    async make(appID, values) {
      const answer = await api.update(appID, values);
      return answer.status === 200 ? null : refusalIn(answer);
    },
    undo: undoLastEntry,
  },
  batch: {
    async make(appID, { country, ...set }) {
      const change = { ...(Object.keys(set).length > 0 && { set }), ...(country && { country }) };
      const answer = await api.ask({ select: { appIDs: [appID] }, change });
      if (answer.status !== 200) return refusalIn(answer);
      const { refusal, id } = await startBatch(answer.body.data.previewID);
      lastBatch = id;
      return refusal;
    },
    async undo() {
      await api.undo(lastBatch);
    },
  },
  import: {
    async make(appID, values) {
      const content = JSON.stringify([{ appID, ...values }]);
      const { payload, headers } = fileForm(api.admin, { content, name: 'apps.json' });
      const url = '/apps/import/preview';
      const answer = await api.inject({ method: 'POST', url, headers, payload });
      expect(answer.status, answer.text).toBe(200);
      return (await startBatch(answer.body.data.previewID)).refusal;
    },
    undo: undoLastEntry,
  },
  schedule: {
    async make(appID, changes) {
      const answer = await api.create({ appID, changes });
      if (answer.status !== 200) {
        const refusal = refusalIn(answer);
        return refusal.message.startsWith('Nothing to change') ? null : refusal;
      }
      await api.fallDue(answer.body.data.id);
      await api.becomes(answer.body.data.id, 'applied');
      return null;
    },
    undo: undoLastEntry,
  },
};

/** Returns the values of an app and its countries, without those that identify the app. */
async function stateOf(appID: string) {
  const { appID: _, authToken, createdAt, updatedAt, version, ...rest } = await api.app(appID);
  const country = await api.db
    .selectFrom('app_configuration')
    .select(['country', 'countryCodes'])
    .where('appID', '=', appID)
    .executeTakeFirst();
  return { ...rest, country };
}

/** Returns the entries of an app, without the values that identify the app. */
async function entriesOf(appID: string) {
  return (await api.entriesOf(appID)).map(({ entity, action, row }) => {
    const { appID: _, createdAt, tokens, ...values } = row;
    return { entity, action, values };
  });
}

/** Makes the same edit by several sources, each of an app of its own; compares what became of each, then undoes all. */
async function compare(
  values: Values,
  names: string[],
  { country, ...before }: Values = {},
): Promise<void> {
  const found: Record<string, unknown> = {};
  for (const name of names) {
    const source = sources[name] as Source;
    const { appID } = await api.add({ packageName: 'com.harbour.same', ...before });
    const configuration = { id: appID, country } as const;
    if (country) await api.callLoosely('addConfigureApp', { as: api.admin, body: configuration });
    const earlier = (await api.entriesOf(appID)).length;
    const original = await stateOf(appID);
    const refusal = await source.make(appID, values);
    const entries = (await entriesOf(appID)).slice(earlier);
    found[name] = { refusal, state: await stateOf(appID), entries };
    if (refusal) expect(entries, `${name} has refused it`).toEqual([]);
    if (source.undo && entries.length > 0) {
      await source.undo(appID);
      expect(await stateOf(appID), `undone, ${name}`).toEqual(original);
    }
    const gone = await api.call('deleteApp', { as: api.admin, id: appID });
    expect(gone.status, gone.text).toBe(200);
  }
  const [first, ...others] = Object.entries(found);
  for (const [name, one] of others) expect(one, `${name}, as ${first?.[0]}`).toEqual(first?.[1]);
}

const text = fc.constantFrom('', 'Plain', "It's 100 %", '🚢 سفينة', '=1+1', '"quoted", \\n');
const values: fc.Arbitrary<Values> = fc.record(
  {
    appName: text.map((one) => one || 'Named'),
    accountName: text,
    note: text,
    category: fc.constantFrom('Weather', 'Games', 'Nonsense', 'Weathers'),
    adsStatus: fc.constantFrom('on', 'off'),
    appStatus: fc.constantFrom('live', 'suspend', 'in-develop'),
    ipAddress: fc.constantFrom('on', 'off'),
    selectedUser: fc.constantFrom('', 'ada', 'ADA', 'eve', 'nobody'),
    googleNative1: text,
  },
  { requiredKeys: [] },
);

it('is the same edit by whatever source', async () => {
  const edits = values.filter((one) => Object.keys(one).length > 0);
  await fc.assert(
    fc.asyncProperty(edits, fc.boolean(), async (edit, isOwned) => {
      await compare(edit, Object.keys(sources), isOwned ? { selectedUser: 'ada' } : {});
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

it.each(['IN, us', 'Germany', 'Gremany', ',', '! RU, !China', '!RU,IN', '!!RU', '!', '!XX'])(
  'sets the countries "%s" in the same way, except in the form, which has none',
  async (country) => {
    await compare({ country }, ['batch', 'import', 'schedule'], { country: 'FR' });
  },
);

it('the sample has a category that exists', () => {
  expect(sampleAppForm().category).toBe('Weather');
});
