import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectRefusal } from '../../../test/servers/app-server.ts';
import { type BatchServer, openBatchServer } from '../../../test/servers/batch-server.ts';
import { inHours } from '../../../test/servers/change-request-server.ts';

let api: BatchServer;
beforeAll(async () => {
  api = await openBatchServer();
});
afterAll(() => api?.close());

const unit = (number: number) => `ca-app-pub-${'4'.repeat(16)}/${String(number).padStart(10, '0')}`;

/** Returns the values of a field in some apps, in their order. */
async function valuesOf(appIDs: string[], field: string): Promise<string[]> {
  const { body } = await api.call('getAllApp', { as: api.admin, query: { pageSize: 100 } });
  const found = new Map(
    body.data.map((app: Record<string, string>) => [app.appID, app[field]] as const),
  );
  return appIDs.map((appID) => String(found.get(appID)));
}

it('gives each app its own value in one batch, and one undo takes all back', async () => {
  const appIDs = await api.addSome(12);
  const units = appIDs.map((_, index) => unit(index));
  const setEach = Object.fromEntries(
    appIDs.map((appID, index) => [appID, { googleInterstitial2: units[index] }]),
  );
  const preview = await api.preview({ appIDs }, { setEach });
  expect(preview).toMatchObject({
    kind: 'edit',
    title: 'Google Interstitial 2: one value for each',
    total: 12,
    changed: 12,
    unchanged: 0,
    refused: 0,
  });
  const { data } = await api.rows(preview.previewID, { pageSize: 100 });
  expect(data.map(({ diff }) => diff[0]?.after)).toEqual(units);
  const { body } = await api.start(preview.previewID);
  const batch = await api.ends(body.data.batch.id);
  expect(batch.changed).toBe(12);
  expect(await valuesOf(appIDs, 'googleInterstitial2')).toEqual(units);
  const again = await api.preview({ appIDs }, { setEach });
  expect(again.unchanged).toBe(12);
  const same = await api.rows(again.previewID);
  expect(same.data[0]?.reason).toBe('It has the values already that it would get.');
  expect((await api.undo(batch.id)).changed).toBe(12);
  expect(await valuesOf(appIDs, 'googleInterstitial2')).toEqual(units.map(() => ''));
});

it('sets other fields for all at the same time, and clears a field', async () => {
  const appIDs = await api.addSome(2, { note: 'old' });
  const [first = '', second = ''] = appIDs;
  const batch = await api.run(
    { appIDs },
    {
      set: { adsStatus: 'off' },
      setEach: { [first]: { appName: ' Tide ', category: 'Weather' }, [second]: { note: '' } },
    },
  );
  expect(batch.title).toBe(
    'Ads Status: OFF; App Name: one value for each; Category: one value for each; Note: one value for each',
  );
  expect(await valuesOf(appIDs, 'adsStatus')).toEqual(['off', 'off']);
  expect((await valuesOf(appIDs, 'appName'))[0]).toBe('Tide');
  expect(await valuesOf(appIDs, 'note')).toEqual(['old', '']);
});

it('leaves an app as it is that is selected and has no value', async () => {
  const appIDs = await api.addSome(2);
  const [first = ''] = appIDs;
  const preview = await api.preview({ appIDs }, { setEach: { [first]: { note: 'own' } } });
  expect(preview).toMatchObject({ changed: 1, unchanged: 1 });
  const { data } = await api.rows(preview.previewID, { outcome: 'unchanged' });
  expect(data[0]?.reason).toBe('It has the values already that it would get.');
});

it('names the field at fault before any app is looked at, and nothing changes', async () => {
  const appIDs = await api.addSome(2, { selectedUser: 'ada' });
  const [first = '', second = ''] = appIDs;
  const before = await api.everything();
  const refused = async (setEach: object, field: string, as = api.admin) => {
    const change = { setEach };
    expectRefusal(await api.ask({ select: { appIDs }, change }, as), 400, field);
  };
  const note = { note: 'x' };
  await refused({ [first]: note, [second]: note, other: note }, 'change.setEach');
  await refused({ [first]: note, [second]: {} }, `change.setEach.${second}`);
  await refused({ [first]: note, [second]: { appName: '' } }, `change.setEach.${second}.appName`);
  await refused(
    { [first]: note, [second]: { category: 'No such' } },
    `change.setEach.${second}.category`,
  );
  const rules = { ipAddress: 'on' };
  await refused({ [first]: rules, [second]: rules }, 'change.setEach', api.ada);
  expect(await api.everything()).toEqual(before);
});

it('makes a request for each app when it is for later, or needs approval', async () => {
  const appIDs = await api.addSome(2, { selectedUser: 'ada' });
  const setEach = Object.fromEntries(appIDs.map((appID, at) => [appID, { note: `note ${at}` }]));
  const notes = async (as: string) => {
    const query = { state: 'open', pageSize: 100 } as const;
    const { body } = await api.call('getChangeRequests', { as, query });
    return body.data.map(({ diff }: { diff: { after: string }[] }) => diff[0]?.after).sort();
  };
  const later = await api.run({ appIDs }, { setEach, at: inHours(2) });
  expect(later).toMatchObject({ kind: 'request', requested: 2 });
  expect(await notes(api.admin)).toEqual(['note 0', 'note 1']);
  expect((await api.undo(later.id)).changed).toBe(2);
  await api.needApproval('ada', 'on');
  const asked = await api.run({ appIDs }, { setEach }, api.ada);
  expect(asked).toMatchObject({ kind: 'request', requested: 2 });
  expect(await notes(api.ada)).toEqual(['note 0', 'note 1']);
});

it('finds neither apps nor words of other owners', async () => {
  const [own = ''] = await api.addSome(1, { selectedUser: 'eve' });
  const [other = ''] = await api.addSome(1, { selectedUser: 'ada', note: 'Kelp' });
  const appIDs = [own, other];
  const setEach = { [own]: { note: 'mine' }, [other]: { note: 'theirs' } };
  const preview = await api.preview({ appIDs }, { setEach }, api.eve);
  expect(preview).toMatchObject({ changed: 1, refused: 1 });
  const { data } = await api.rows(preview.previewID, {}, api.eve);
  expect(JSON.stringify(data)).not.toContain('Kelp');
  const { body } = await api.start(preview.previewID, api.eve);
  await api.ends(body.data.batch.id, api.eve);
  expect(await valuesOf(appIDs, 'note')).toEqual(['mine', 'Kelp']);
});
