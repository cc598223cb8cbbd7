import { sampleAdUnits } from '@adwarden/contract/ad-units';
import { limits } from '@adwarden/contract/limits';
import { pastedListAnswer } from '@adwarden/contract/pasted/pasted-lists';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, expectRefusal, openAppServer } from '../../../test/servers/app-server.ts';
import { pruneNow } from '../../../test/servers/prune.ts';

/* Lists of texts by which apps are found (ADR 82). */

let api: AppServer;
let tide: string;
let kelp: string;
const unit = 'ca-app-pub-1234567890123456/1234567890';

beforeAll(async () => {
  api = await openAppServer();
  const add = async (over: Record<string, unknown>) => (await api.add(over)).appID;
  tide = await add({
    appName: 'Tide Clock',
    packageName: 'com.harbour.Tide',
    selectedUser: 'ada',
    googleBanner1: unit,
  });
  kelp = await add({
    appName: 'Ärger',
    packageName: 'com.harbour.kelp',
    selectedUser: 'eve',
    googleBanner1: '/1234567/kelp_banner',
    reward1: sampleAdUnits.reward,
  });
  await add({ appName: 'Tide Clock Pro', packageName: 'com.harbour.tide.pro' });
});
afterAll(() => api?.close());

const paste = async (terms: string[], as = api.admin) => {
  const answer = await api.call('addPastedList', { as, body: { terms } });
  expect(answer.status, answer.text).toBe(200);
  return pastedListAnswer.parse(answer.body).data;
};
const found = async (pasted: string, as = api.admin) => {
  const call = as === api.admin ? 'getAllApp' : 'getApp';
  const id = as === api.ada ? 'ada' : 'eve';
  const question = { as, ...(as !== api.admin && { id }), query: { pasted, page: 0 } };
  const answer = await api.call(call, question);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.map(({ appID }: { appID: string }) => appID).sort();
};

describe('a pasted list', () => {
  it('finds all apps of its package names, and says which it has not found', async () => {
    const list = await paste(['com.harbour.tide', 'COM.HARBOUR.KELP', 'com.harbour.gone']);
    expect(list).toMatchObject({ terms: 3, missing: ['com.harbour.gone'] });
    expect(await found(list.id)).toEqual([kelp, tide].sort());
    const { body } = await api.call('getPastedList', { as: api.admin, id: list.id });
    expect(body.data).toEqual(list);
  });

  it.each<[string, () => string[]]>([
    ['an ad unit', () => [unit]],
    ['an ad unit without its beginning', () => ['1234567890123456/1234567890']],
    ['an ad unit from an address', () => ['ca-app-pub-1234567890123456%2F1234567890']],
    ['an app ID', () => [tide]],
    ['a whole name', () => ['tide clock']],
    [
      'a link to the store',
      () => ['https://play.google.com/store/apps/details?id=com.harbour.Tide'],
    ],
  ])('finds an app by %s, and by no part of it', async (_, terms) => {
    const { id, missing } = await paste(terms());
    expect(missing).toEqual([]);
    expect(await found(id)).toEqual([tide]);
  });

  it('finds ad units of other networks, samples, and names in other scripts', async () => {
    const terms = ['/1234567/kelp_banner', sampleAdUnits.reward, 'ÄRGER'];
    for (const term of terms) {
      const { id, missing } = await paste([term]);
      expect([await found(id), missing], term).toEqual([[kelp], []]);
    }
  });

  it('finds no part of a text, and takes no sign for a placeholder', async () => {
    for (const term of ['com.harbour', 'Tide', 'com.harbour.%', '1234567890']) {
      const { id, missing } = await paste([term]);
      expect([await found(id), missing], term).toEqual([[], [term]]);
    }
  });

  it('has each text once, and keeps its id when it is pasted again', async () => {
    const first = await paste(['a.b', 'a.b', 'c.d']);
    expect(first.terms).toBe(2);
    expect((await paste(['a.b', 'c.d'])).id).toBe(first.id);
    expect((await paste(['a.b', 'c.d'], api.ada)).id).not.toBe(first.id);
  });

  it('selects the apps of a batch and of an export', async () => {
    const { id: pasted } = await paste(['com.harbour.tide', 'com.harbour.kelp']);
    const body = { select: { where: { pasted } }, change: { set: { note: 'Pasted' } } };
    const preview = await api.call('previewBatch', { as: api.admin, body });
    expect(preview.body.data).toMatchObject({ total: 2, changed: 2 });
    const query = { pasted, format: 'json', columns: 'packageName' } as const;
    const file = await api.call('exportApps', { as: api.admin, query });
    expect(JSON.parse(file.text)).toHaveLength(2);
  });
});

describe('who sees a list', () => {
  it('an owner finds and is told of own apps only', async () => {
    const { id, missing } = await paste(['com.harbour.tide', 'com.harbour.kelp'], api.ada);
    expect(missing).toEqual(['com.harbour.kelp']);
    expect(await found(id, api.ada)).toEqual([tide]);
  });

  it('lists of others are not there', async () => {
    const { id } = await paste(['com.harbour.tide'], api.ada);
    for (const as of [api.eve, api.admin]) {
      expect((await api.call('getPastedList', { as, id })).status).toBe(404);
      expect(await found(id, as)).toEqual([]);
    }
    const ofAdmin = await paste(['com.harbour.tide']);
    expect((await api.call('getPastedList', { as: api.ada, id: ofAdmin.id })).status).toBe(404);
    expect(await found(ofAdmin.id, api.ada)).toEqual([]);
  });
});

describe('bounds', () => {
  const many = (count: number, length = 8) =>
    Array.from({ length: count }, (_, index) => String(index).padEnd(length, 'x'));

  it('takes as many texts as it says, at their full length as well', async () => {
    const { terms, length } = limits.filters;
    expect((await paste(many(terms))).terms).toBe(terms);
    const wide = '字'.repeat(limits.text.filter);
    const list = Array.from({ length: Math.floor(length / limits.text.filter) }, (_, index) =>
      `${index}${wide}`.slice(0, limits.text.filter),
    );
    expect((await paste(list)).terms).toBe(list.length);
  });

  it.each<[string, unknown]>([
    ['none', []],
    ['no list', 'com.harbour.tide'],
    ['too many', many(limits.filters.terms + 1)],
    ['too much in all', many(250, 250)],
  ])('refuses %s by name', async (_, terms) => {
    const answer = await api.callLoosely('addPastedList', { as: api.admin, body: { terms } });
    expectRefusal(answer, 400, 'terms');
  });

  it('keeps the newest lists of a person, and those of saved views', async () => {
    const { ofPerson } = limits.kept.pastedLists;
    const kept = await paste(['kept by a view'], api.eve);
    const view = { list: 'apps', name: 'Pasted', query: { pasted: kept.id } } as const;
    expect((await api.call('addView', { as: api.eve, body: view })).status).toBe(200);
    const first = await paste(['first'], api.eve);
    for (let index = 0; index < ofPerson; index += 1) await paste([`list ${index}`], api.eve);
    const statusOf = async (id: string) =>
      (await api.call('getPastedList', { as: api.eve, id })).status;
    expect([await statusOf(kept.id), await statusOf(first.id)]).toEqual([200, 404]);

    await api.db.updateTable('pasted_list').set({ usedAt: 0 }).execute();
    expect((await pruneNow(api.db)).pastedLists).toBeGreaterThan(ofPerson - 1);
    expect(await statusOf(kept.id)).toBe(200);
    const { count } = await api.db
      .selectFrom('pasted_list')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });
});
