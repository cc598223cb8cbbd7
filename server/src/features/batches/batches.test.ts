import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BatchServer, openBatchServer } from '../../../test/servers/batch-server.ts';

let api: BatchServer;
beforeAll(async () => {
  api = await openBatchServer();
});
afterAll(() => api?.close());

const off = { set: { adsStatus: 'off' } };

describe('a preview', () => {
  it('says what would change, app by app, and changes nothing', async () => {
    const [first = '', second = ''] = await api.addSome(2);
    await api.update(second, { adsStatus: 'off' });
    const before = await api.everything();
    const preview = await api.preview({ appIDs: [first, second, 'nobody'] }, off);
    expect(preview).toMatchObject({
      kind: 'edit',
      title: 'Ads Status: OFF',
      total: 3,
      changed: 1,
      created: 0,
      unchanged: 1,
      refused: 1,
      at: null,
    });
    const left = Date.parse(preview.expiresAt) - Date.now();
    expect(left / 60_000).toBeCloseTo(15, 0);
    const { data, total } = await api.rows(preview.previewID);
    expect(total).toBe(3);
    expect(data).toMatchObject([
      {
        appID: first,
        outcome: 'changed',
        diff: [{ field: 'adsStatus', before: 'on', after: 'off' }],
        reason: '',
        errors: [],
      },
      {
        appID: second,
        outcome: 'unchanged',
        diff: [],
        reason: 'It has these values already.',
      },
      {
        appID: 'nobody',
        appName: '',
        outcome: 'refused',
        errors: [{ field: 'appID', message: 'Application not found' }],
      },
    ]);
    const refused = await api.rows(preview.previewID, { outcome: 'refused', pageSize: 1 });
    expect([refused.total, refused.data[0]?.appID]).toEqual([1, 'nobody']);
    expect(await api.everything(), 'nothing has changed').toEqual(before);
  });

  it('shows nothing of an app that belongs to somebody else by now', async () => {
    const appIDs = await api.addSome(2, { selectedUser: 'ada', note: 'mine', appName: 'Ada’s' });
    const [kept = '', given = ''] = appIDs;
    const change = { set: { note: 'all', appStatus: 'live' }, rotateTokens: { keepOldForDays: 1 } };
    const { previewID } = await api.preview({ appIDs }, change, api.ada);
    await api.update(given, { selectedUser: 'eve', note: 'Kelp', googleBanner2: 'Kelp' });
    const { data } = await api.rows(previewID, {}, api.ada);
    expect(JSON.stringify(data)).not.toContain('Kelp');
    expect(data.find(({ appID }) => appID === kept)?.diff).toHaveLength(2);
    expect(data.find(({ appID }) => appID === given)).toEqual({
      appID: given,
      appName: 'Ada’s',
      outcome: 'changed',
      row: null,
      reason: '',
      diff: [],
      findings: [],
      errors: [{ field: 'appID', message: 'Application not found' }],
    });
    const { body } = await api.start(previewID, api.ada);
    await api.ends(body.data.batch.id, api.ada);
    const became = await api.apps(body.data.batch.id, {}, api.ada);
    expect(JSON.stringify(became.data)).not.toContain('Kelp');
    expect(became.data.map(({ outcome }) => outcome).sort()).toEqual(['changed', 'skipped']);
  });

  it('selects by the query of the list', async () => {
    const appIDs = await api.addSome(3, { accountName: 'Lantern Yard' });
    const { previewID, total } = await api.preview(
      { where: { accountName: 'lantern', adsStatus: 'on' } },
      off,
    );
    expect(total).toBe(3);
    const { data } = await api.rows(previewID, { pageSize: 2, page: 1 });
    expect(data.map(({ appID }) => appID)).toEqual(appIDs.slice(2));
    const but = { where: { accountName: 'lantern' }, except: [appIDs[1] ?? '', 'gone'] };
    const { total: left, ...some } = await api.preview(but, off);
    expect(left).toBe(2);
    const rest = await api.rows(some.previewID);
    expect(rest.data.map(({ appID }) => appID)).toEqual([appIDs[0], appIDs[2]]);
    const all = await api.preview({ where: { search: '' } }, off);
    const { body } = await api.call('getAllApp', { as: api.admin, query: { page: 0 } });
    expect(all.total).toBe(body.total);
  });

  it('counts the findings that are new, also those that compare apps', async () => {
    const appIDs = await api.addSome(2);
    const unit = 'ca-app-pub-7777777777777777/9053316842';
    const preview = await api.preview({ appIDs }, { set: { appOpen1: unit, reward1: 'a~b' } });
    const rules = new Map(preview.findings.map(({ rule, apps }) => [rule, apps]));
    expect(rules.get('unit-in-two-apps'), JSON.stringify(preview.findings)).toBe(2);
    const { data } = await api.rows(preview.previewID);
    expect(data[0]?.findings.map(({ rule }) => rule)).toContain('unit-in-two-apps');
    const alone = await api.preview({ appIDs: appIDs.slice(1) }, { set: { appOpen1: unit } });
    expect(alone.findings).toEqual([]);
  });

  it('says of a placeholder and of a bundle id of Apple what the form says', async () => {
    const appIDs = await api.addSome(2);
    const held = await api.preview({ appIDs }, { set: { reward1: '@string/reward_unit' } });
    const rules = held.findings.map(({ rule, apps }) => [rule, apps]);
    expect(rules).toEqual([['placeholder-in-live-app', 2]]);
    const [first = '', second = ''] = appIDs;
    const apple = await api.preview(
      { appIDs },
      {
        setEach: {
          [first]: { packageName: 'com.harbour.tide-clock' },
          [second]: { packageName: 'tideclock' },
        },
      },
    );
    expect(apple.findings).toEqual([]);
  });

  it('adds up what phones would lose', async () => {
    const appIDs = await api.addSome(3);
    const day = Date.now() - (Date.now() % 86_400_000);
    const counts = { notModified: 0, oldToken: 0, wrongToken: 0 };
    await api.db
      .insertInto('app_usage')
      .values(
        appIDs.map((appID, index) => ({ ...counts, day, appID, country: 'IN', ok: 10 + index })),
      )
      .execute();
    const { impact } = await api.preview({ appIDs }, off);
    expect(impact).toEqual({
      requests: 33,
      lost: 33,
      unknown: 0,
      parts: [{ reason: 'ads-off', country: 'IN', requests: 33 }],
    });
    expect((await api.preview({ appIDs }, { set: { note: 'x' } })).impact).toBeNull();
    const deleted = await api.preview({ appIDs }, { delete: true });
    expect(deleted.impact).toEqual({ requests: 33, lost: 33, unknown: 0, parts: [] });
  });
});

describe('a batch', () => {
  it('changes every app by the same rules, with one entry of the log that holds the others', async () => {
    const appIDs = await api.addSome(5);
    const change = {
      ...off,
      replaceInAdUnits: { find: '7777777777777777', with: '8888888888888888' },
      country: 'IN, DE',
    };
    const batch = await api.run({ appIDs }, change);
    expect(batch).toMatchObject({
      state: 'done',
      kind: 'edit',
      total: 5,
      done: 5,
      changed: 5,
      requested: 0,
      skipped: 0,
      failed: 0,
      by: { kind: 'admin', name: 'Administrator' },
      remainingSeconds: null,
      undoneBy: null,
      canCancel: false,
      canUndo: true,
    });
    for (const appID of appIDs) {
      const app = await api.app(appID);
      expect(app.adsStatus).toBe('off');
      expect(app.googleBanner1).toMatch(/^ca-app-pub-8{16}\/\d{10}$/);
      const entries = await api.entriesOf(appID);
      expect(entries.map(({ entity, action }) => `${action} ${entity}`)).toEqual([
        'create app',
        'update app',
        'create app-configuration',
      ]);
      expect(app.version, 'the version is that of its entry').toBe(entries[1]?.seq);
      expect(entries[2]?.row).toMatchObject({ country: 'IN,DE', countryCodes: 'IN,DE' });
    }
    const list = async (query: object) =>
      (await api.call('getChanges', { as: api.admin, query: { pageSize: 100, ...query } })).body;
    const whole = await list({});
    expect(whole.data[0]).toMatchObject({
      entity: 'batch',
      key: batch.id,
      action: 'create',
      name: batch.title,
    });
    expect(whole.data.filter((entry: { batch?: string }) => entry.batch)).toEqual([]);
    const own = await list({ batch: batch.id });
    expect(own.total).toBe(10);
    expect(new Set(own.data.map((entry: { batch?: string }) => entry.batch))).toEqual(
      new Set([batch.id]),
    );
    expect((await list({ key: appIDs[0] ?? '' })).total, 'the history of an app').toBe(3);
    const { data, total } = await api.apps(batch.id, { outcome: 'changed', page: 1, pageSize: 2 });
    expect([total, data.map(({ appID }) => appID)]).toEqual([5, appIDs.slice(2, 4)]);
    const { body } = await api.call('getBatches', { as: api.admin });
    expect(body.data[0]).toEqual(batch);
  });

  it('judges each app that it changes', async () => {
    const [appID = ''] = await api.addSome(1);
    await api.run({ appIDs: [appID] }, { set: { googleBanner1: 'ca-app-pub-1' } });
    const { body } = await api.call('getFindings', { as: api.admin, query: { appID } });
    expect(body.data.map(({ rule }: { rule: string }) => rule)).toContain('malformed-unit');
  });

  it('leaves apps alone that somebody has changed or deleted since the preview', async () => {
    const [first = '', second = '', third = ''] = await api.addSome(3);
    const { previewID } = await api.preview({ appIDs: [first, second, third] }, off);
    await api.update(first, { note: 'meanwhile' });
    await api.call('deleteApp', { as: api.admin, id: second });
    const { body } = await api.start(previewID);
    const batch = await api.ends(body.data.batch.id);
    expect(batch).toMatchObject({ changed: 1, skipped: 2, failed: 0 });
    expect((await api.apps(batch.id)).data).toMatchObject([
      { appID: first, outcome: 'skipped', reason: 'Somebody has changed this application since' },
      { appID: second, outcome: 'skipped', reason: 'The application was deleted since' },
      { appID: third, outcome: 'changed', reason: '' },
    ]);
    expect((await api.app(first)).adsStatus).toBe('on');
  });

  it('leaves countries alone that somebody has changed since', async () => {
    const [appID = ''] = await api.addSome(1);
    const { previewID } = await api.preview({ appIDs: [appID] }, { country: 'IN' });
    const body = { id: appID, country: 'DE' };
    await api.call('addConfigureApp', { as: api.admin, body });
    const started = await api.start(previewID);
    expect(await api.ends(started.body.data.batch.id)).toMatchObject({ changed: 0, skipped: 1 });
  });

  it('removes countries, gives new tokens, and deletes', async () => {
    const appIDs = await api.addSome(2);
    const before = await Promise.all(appIDs.map(api.app));
    await api.run({ appIDs }, { country: 'IN' });
    const change = { country: null, rotateTokens: { keepOldForDays: 0 } };
    expect(await api.run({ appIDs }, change)).toMatchObject({ changed: 2 });
    const configured = await api.db.selectFrom('app_configuration').selectAll().execute();
    expect(configured.filter(({ appID }) => appIDs.includes(appID))).toEqual([]);
    const after = await Promise.all(appIDs.map(api.app));
    const tokensOf = (apps: { authToken: string }[]) => apps.map(({ authToken }) => authToken);
    expect(tokensOf(before).filter((token) => tokensOf(after).includes(token))).toEqual([]);
    const tokens = await api.run({ appIDs }, { rotateTokens: { keepOldForDays: 7 } });
    expect(tokens).toMatchObject({ kind: 'tokens', changed: 2, canUndo: false });
    const deleted = await api.run({ appIDs }, { delete: true });
    expect(deleted).toMatchObject({ kind: 'delete', changed: 2 });
    expect(await api.app(appIDs[0] ?? '')).toBeUndefined();
    const query = { entity: 'app', gone: 'true', pageSize: 100 } as const;
    const gone = await api.call('getChanges', { as: api.admin, query });
    const keys = gone.body.data.map(({ key }: { key: string }) => key);
    expect(keys, 'deleted apps can be restored one by one').toEqual(expect.arrayContaining(appIDs));
  });
});

describe('search in GET /batches', () => {
  const found = async (search: string, as = api.admin) => {
    const answer = await api.call('getBatches', { as, query: { search } });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.total).toBe(answer.body.data.length);
    return answer.body.data.map(({ id }: { id: string }) => id);
  };

  it('finds a batch by what it does, by its person, and by its applications and their values', async () => {
    const [appID = ''] = await api.addSome(1, { appName: 'Breakwater Zulu', note: 'Formerly' });
    const set = { note: 'Quokka 100%' };
    const { id } = await api.run({ appIDs: [appID] }, { set });
    const other = await api.run({ appIDs: await api.addSome(1) }, { set: { note: 'Wombat' } });
    for (const word of ['quokka', '100%', 'UOKKA', 'breakwater z', appID, 'ormerl']) {
      expect(await found(word), word).toEqual([id]);
    }
    expect(await found('wombat')).toEqual([other.id]);
    expect(await found('_okka')).toEqual([]);
    const { body } = await api.call('getBatch', { as: api.admin, id });
    expect(await found(body.data.batch.by.name)).toEqual(expect.arrayContaining([id, other.id]));
    await api.run({ appIDs: [appID] }, { delete: true });
    expect(await found('Breakwater Zulu'), 'of a deleted one').toHaveLength(2);
  });

  it('finds no batch of somebody else for an owner', async () => {
    const appIDs = await api.addSome(1, { appName: 'Searched Shared', selectedUser: 'ada' });
    await api.run({ appIDs }, { set: { note: 'Numbat' } });
    const mine = await api.run({ appIDs }, { set: { note: 'Bandicoot' } }, api.ada);
    expect(await found('searched shared', api.ada)).toEqual([mine.id]);
    expect(await found('numbat', api.ada), 'the value before').toEqual([mine.id]);
    expect(await found('Bandicoot', api.eve)).toEqual([]);
  });
});
