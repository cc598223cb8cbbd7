import { adminEmail, adminPassword } from '../servers/calls.ts';

/* An installation as it is stored with a release. Only calls that the specification names, so that any release answers. */

/** A red PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const owners = ['ada', 'eve', 'leo'] as const;
const firstPassword = 'evening-ferry-12';
/**
 * This is not the contract's sample app, although it looks the same: the stored data of a release must not change with that one.
 */
const app = {
  appName: 'Tide Clock',
  packageName: 'com.harbour.tideclock',
  category: 'Weather',
  adsStatus: 'on',
  appStatus: 'live',
  visibleExtra: 'off',
  ipAddress: 'off',
  accountName: 'Harbour Apps',
  note: 'First release in spring',
  googleBanner1: 'ca-app-pub-3940256099942544/6300978111',
};

/** The passwords that sign in to the stored installation. */
export const passwords = { admin: adminPassword, ada: 'lantern-quay-31', eve: 'moored-boats-44' };
/** A word in the note of one app since an edit, and nowhere else. */
export const wordOfTheLog = 'sailors';

export type Bearers = { admin: string; ada: string };

/** Sends a JSON body or a form and answers the JSON; throws what was answered when it is not a 200. */
async function send(address: string, method: string, path: string, as: string, body?: unknown) {
  const isForm = body instanceof FormData;
  const response = await fetch(address + path, {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${as}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

function withIcon(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('icon', new Blob([png], { type: 'image/png' }), 'icon.png');
  return form;
}

/** Makes owners, apps, configurations, settings, tokens, usage and a history; answers who is signed in at the end. */
export async function fillInstallation(address: string): Promise<Bearers> {
  const signIn = async (kind: 'admin' | 'user', body: object) =>
    (await send(address, 'POST', `/${kind}/login`, '', body)).token as string;
  const admin = await signIn('admin', { email: adminEmail, password: passwords.admin });
  const by = (method: string, path: string, body?: unknown, as = admin) =>
    send(address, method, path, as, body).then(({ data }) => data);

  const ids: Record<string, string> = {};
  for (const userId of owners) {
    const form = {
      userId,
      fullName: `${userId} Harbour`,
      position: 'Publisher',
      password: firstPassword,
    };
    ids[userId] = (await by('POST', '/user/createNewUser', form)).id;
  }
  await by('PUT', `/user/updateUser/${ids.eve}`, { position: 'Éditrice', password: passwords.eve });

  const ada = await signIn('user', { userID: 'ada', password: firstPassword });
  const add = async (over: object, as = admin) => {
    const form = { ...app, ...over };
    return (await by('POST', '/apps/addApp', 'icon' in over ? withIcon(form) : form, as))
      .appID as string;
  };
  const tide = await add({ icon: true }, ada);
  const rules = await add({ appName: 'Ferry ⛴ Times', ipAddress: 'on', selectedUser: 'eve' });
  const paused = await add({ appName: 'Пазл Мастер', adsStatus: 'off', selectedUser: 'leo' });
  const old = await add({ appName: 'Old Chart', appStatus: 'suspend', note: '' });
  const gone = await add({ appName: 'Sunk', icon: true, selectedUser: 'eve' });

  await by('PUT', `/apps/updateApp/${tide}`, { note: `Tide tables for ${wordOfTheLog}` });
  const log = await by('GET', `/changes?entity=app&key=${tide}`);
  await by('PUT', `/apps/updateApp/${tide}`, { appName: 'Tide Clock 2', reward3: 'unit/3' });
  await by('POST', `/changes/${log[0].seq}/restore`, {});
  await by('POST', `/apps/rotateToken/${tide}`, { keepOldForDays: 30 }, ada);
  for (const [id, country] of [
    [rules, 'UnitedStates,IN'],
    [old, 'DE'],
    [gone, 'FR'],
    [paused, 'JPN'],
  ]) {
    await by('POST', '/apps/addConfigureApp', { id, country });
  }
  await by('PUT', `/apps/updateConfigureApp/${rules}`, { country: 'UnitedStates,IN,Chad' });
  await by('DELETE', `/apps/deleteConfigureApp/${paused}`);
  await by('PUT', '/config/updateAPIMethod', { apiMethod: 'local' });
  await by('PUT', '/config/updateIPInfoToken', { ipInfoToken: 'ip-token-of-then' });
  await by('PUT', '/config/updateVPNAPIKey', { VPNAPIKey: 'vpn-key-of-then' });
  await by('DELETE', `/apps/deleteApp/${gone}`);
  await by('DELETE', `/user/deleteUser/${ids.leo}`);
  const change = {
    oldPassword: firstPassword,
    newPassword: passwords.ada,
    confirmPassword: passwords.ada,
  };
  await by('POST', '/user/changePassword', change, ada);

  // Usage: answers with ads, a 304 and a refusal.
  for (const { appID, authToken } of await by('GET', '/apps/getAllApp')) {
    const ads = `${address}/api/getAds?appID=${appID}&authToken=`;
    const etag = (await fetch(ads + authToken)).headers.get('etag') ?? '';
    await fetch(ads + authToken, { headers: { 'if-none-match': etag } });
    await fetch(`${ads}wrong`);
  }
  return { admin, ada: await signIn('user', { userID: 'ada', password: passwords.ada }) };
}
