import type { AppTable, Db } from '../../src/db/schema.ts';
import { sampleAppRow } from './sample-app-snapshot.ts';

/** App names with special characters, several scripts, upper and lower case. */
export const names = [
  'Game Master',
  'GAME master 2',
  'Éclair Puzzle',
  'Пазл Мастер',
  '100% Fun',
  'under_score',
  `O'Reilly "Quoted" *star*`,
  '🎮 Play 👨‍👩‍👧',
  'لعبة الكلمات',
  'a',
];
const at = (list: readonly string[], index: number) => list[index % list.length] as string;

/** The owners of the sample. */
export const users = [
  { id: 'u0', userID: 'Ada@Example.com', fullName: 'Ada Smith' },
  { id: 'u1', userID: 'bob_1', fullName: 'bob smith' },
  { id: 'u2', userID: 'дмитрий', fullName: 'Дмитрий Игоревич' },
];

/** Returns an app of the sample. 67 of them have all combinations of values, and many equal values. */
export function appOf(index: number): AppTable {
  const name = at(names, index);
  const row = sampleAppRow({
    appID: `${at(['ga', 'xy', 'm2'], index)}${String((index * 7919) % 1000).padStart(3, '0')}`,
    appName: index % 4 === 0 ? name : `${name} ${index % 7}`,
    packageName: `com.${at(['acme', 'Globex'], index)}.app${index % 11}`,
    accountName: at(['', 'Zen Studio', 'zen labs', 'Éclair'], index),
    category: at(['Action', 'Music & Audio', 'Tools'], index * 5),
    adsStatus: at(['on', 'off'], index),
    appStatus: at(['live', 'in-develop', 'suspend'], index),
    visibleExtra: at(['on', 'on', 'off'], index),
    ipAddress: at(['off', 'off', 'off', 'on'], index),
    note: 'a note is not searched',
    reward1: index % 3 ? `ca-app-pub-1/${1000 + index}` : '',
    ownerId: [null, 'u0', 'u1', 'u2', 'u1'][index % 5] ?? null,
    createdAt: 1_700_000_000_000 + (index % 9) * 1000,
  });
  return { ...row, version: index, updatedAt: 1_700_000_000_000 + (index % 8) * 1000 };
}

const tokenOf = (appID: string) => `${at(['abc', 'ABC', 'Zz9'], Number(appID.at(-1)))}-${appID}`;

/** Writes the sample: 67 apps with an old and a current token each, a third of them configured. */
export async function fillAppLists(db: Db): Promise<void> {
  const rest = {
    position: 'Owner',
    passwordHash: '',
    passwordSealed: '',
    createdAt: 0,
    version: 0,
  };
  await db
    .insertInto('app_user')
    .values(users.map((user) => ({ ...user, userIDKey: user.userID.toLowerCase(), ...rest })))
    .execute();
  const apps = Array.from({ length: 67 }, (_, index) => appOf(index));
  await db.insertInto('app').values(apps).execute();
  for (const { appID, version } of apps) {
    await db
      .updateTable('app_list')
      .set({ requests7d: (version % 7) * 1000 })
      .where('appID', '=', appID)
      .execute();
    await db
      .insertInto('app_token')
      .values([
        { token: `old-${appID}`, appID, since: 0, until: 5 },
        { token: tokenOf(appID), appID, since: 5, until: null },
      ])
      .execute();
  }
  const configured = apps.filter((_, index) => index % 3 === 0);
  await db
    .insertInto('app_configuration')
    .values(
      configured.map(({ appID, version }) => ({
        appID,
        country: at(['India,US', 'de', 'FR'], version),
        countryCodes: 'IN',
        createdAt: 1_700_000_000_000 + (version % 5),
        version,
      })),
    )
    .execute();
}
