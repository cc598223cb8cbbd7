import { adUnitSlots } from '@adwarden/contract/ad-units';
import { optionalText, requiredText } from '@adwarden/contract/fields';
import type { FileFormat } from '@adwarden/contract/spreadsheets/exports';
import { oddPieces } from '@adwarden/contract/testing/odd-texts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyText } from '../../../test/samples/any-text.ts';
import { fileForm } from '../../../test/samples/file-form.ts';
import { sampleAppRow } from '../../../test/samples/sample-app-snapshot.ts';
import { type AppServer, openAppServer } from '../../../test/servers/app-server.ts';

let server: AppServer;
let ownerIds: (string | null)[];

beforeAll(async () => {
  server = await openAppServer();
  const owners = await server.db.selectFrom('app_user').select('id').orderBy('userID').execute();
  ownerIds = [null, ...owners.map(({ id }) => id)];
});
afterAll(() => server.close());

/** Texts as an older release could have stored them, also texts that today's rules would refuse. */
const ugly = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...oddPieces,
        "'",
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '\n',
        '\r\n',
        '"',
        ';',
        ',',
      ),
      fc.constantFrom('1.23E+15', '2026-11-22', '#REF!', '\ufeff', '\u2028', '＝', "'='"),
      anyText({ maxLength: 4 }),
    ),
    { maxLength: 5 },
  )
  .map((pieces) => pieces.join('').replaceAll('\0', '').toWellFormed());

const note = optionalText({ label: 'Note', max: 5000, lines: true });
const packageName = requiredText('missing', { label: 'Package', max: 200, name: true });
/** Texts as today's release stores them. */
const proper = ugly.map((text) => note.safeParse(text).data ?? '');
const properName = ugly.map((text) => packageName.safeParse(text).data ?? 'x');

type Portfolio = {
  texts: [string, string, string, string];
  packageName: string;
  units: [string, string];
  owner: number;
  country: string | null;
  isOn: boolean;
}[];

const portfolio = (text: fc.Arbitrary<string>, packages: fc.Arbitrary<string>) =>
  fc.array(
    fc.record({
      texts: fc.tuple(text, text, text, text),
      packageName: packages,
      units: fc.tuple(text, text),
      owner: fc.nat(2),
      country: fc.option(fc.oneof(text, fc.constantFrom('IN,US', 'Germany'))),
      isOn: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  );

const onOff = (isOn: boolean) => (isOn ? 'on' : 'off');

/** Writes a portfolio directly into the tables. */
async function store(apps: Portfolio): Promise<void> {
  const { db } = server;
  await db.deleteFrom('app').execute();
  for (const [index, app] of apps.entries()) {
    const [appName, accountName, category, text] = app.texts;
    const appID = `app${index}`;
    const [first, last] = [adUnitSlots[0].name, adUnitSlots[14].name];
    const row = sampleAppRow({
      appID,
      appName,
      accountName,
      category,
      note: text,
      packageName: `${app.packageName}${index}`,
      [first]: app.units[0],
      [last]: app.units[1],
      adsStatus: onOff(app.isOn),
      ipAddress: onOff(!app.isOn),
      ownerId: ownerIds[app.owner] ?? null,
      createdAt: index,
    });
    await db.insertInto('app').values(row).execute();
    const token = { token: appID.repeat(8).slice(0, 32), appID, since: 1, until: null };
    await db.insertInto('app_token').values(token).execute();
    if (app.country === null || app.country === '') continue;
    const configuration = {
      appID,
      country: app.country,
      countryCodes: '',
      createdAt: 1,
      version: 1,
    };
    await db.insertInto('app_configuration').values(configuration).execute();
  }
}

/** Exports everything that the caller sees and imports it again; returns the counts of the preview. */
async function roundTrip(as: string, format: FileFormat, key: string) {
  const file = await server.call('exportApps', { as, query: { format } });
  expect(file.status, file.text).toBe(200);
  const answer = await server.inject({
    method: 'POST',
    url: '/apps/import/preview',
    ...fileForm(as, { content: file.bytes, name: `apps.${format}` }, { key, mode: 'update' }),
  });
  expect(answer.status, answer.text).toBe(200);
  const { previewID, total, changed, created, unchanged, refused } = answer.body.data;
  const wrong = await server.call('getBatchPreview', {
    as,
    id: previewID,
    query: { outcome: 'refused' },
  });
  expect(wrong.body.data).toEqual([]);
  return { total, changed, created, unchanged, refused };
}

const same = (total: number) => ({ total, changed: 0, created: 0, unchanged: total, refused: 0 });

it('an export that is imported again changes nothing, whatever the texts are', async () => {
  await fc.assert(
    fc.asyncProperty(
      portfolio(ugly, ugly),
      fc.constantFrom('csv', 'xlsx', 'json'),
      async (apps, format) => {
        await store(apps);
        expect(await roundTrip(server.admin, format, 'appID')).toEqual(same(apps.length));
      },
    ),
    { numRuns: 60 },
  );
});

it('nor by package names, nor for owners', async () => {
  await fc.assert(
    fc.asyncProperty(
      portfolio(proper, properName),
      fc.constantFrom('csv', 'xlsx', 'json'),
      async (apps, format) => {
        await store(apps);
        expect(await roundTrip(server.admin, format, 'packageName')).toEqual(same(apps.length));
        const own = apps.filter(({ owner }) => owner === 1).length;
        if (own > 0) expect(await roundTrip(server.ada, format, 'appID')).toEqual(same(own));
      },
    ),
    { numRuns: 40 },
  );
});
