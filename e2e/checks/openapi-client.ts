/**
 * A program with the types that openapi-typescript makes from the document (`./schema`). It must pass the type check
 * without casts. `generated-clients.test.ts` copies it beside the types and runs it against a server.
 */
// @ts-nocheck: the types exist only during the test, which removes this line
import createClient from 'openapi-fetch';
import type { paths } from './schema';

/** Makes a form of a body. A file keeps its name. */
function formOf(body: object | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
}

type Given = { email: string; password: string; owner: string; icon: File; table: File };

/** A day with the API; says what it saw. */
export async function everyday(baseUrl: string, given: Given): Promise<string[]> {
  const { email, password, owner, icon, table } = given;
  const client = createClient<paths>({ baseUrl });
  const said: string[] = [];

  const wrong = await client.POST('/admin/login', {
    body: { email, password: 'tide-clock-7' },
  });
  said.push(`a wrong password: ${wrong.error?.message}`);
  const signedIn = await client.POST('/admin/login', {
    body: { email, password },
  });
  if (!signedIn.data) return [...said, signedIn.error.message];
  const { token, user } = signedIn.data;
  const headers = { authorization: `Bearer ${token}` };
  said.push(`signed in: ${user.email}`);

  const added = await client.POST('/apps/addApp', {
    headers,
    body: {
      appName: 'Tide Clock',
      packageName: 'com.harbour.tideclock',
      category: 'Weather',
      adsStatus: 'on',
      appStatus: 'live',
      visibleExtra: 'off',
      ipAddress: 'off',
    },
  });
  if (!added.data) return [...said, added.error.message];
  const list = await client.GET('/apps/getAllApp', {
    headers,
    params: { query: { page: 0, pageSize: 10, sort: '-createdAt', adsStatus: 'on' } },
  });
  const [app] = list.data?.data ?? [];
  if (!app) return [...said, 'no apps'];
  said.push(`an app: ${app.appName}`);

  const path = { appID: app.appID };
  const edit = await client.PUT('/apps/updateApp/{appID}', {
    headers,
    params: { path },
    body: { adsStatus: app.adsStatus === 'on' ? 'off' : 'on', version: app.version },
  });
  if (edit.data && 'changeRequest' in edit.data.data) {
    const { state, at } = edit.data.data.changeRequest;
    return [...said, `${state}, to be applied ${at ?? 'when it is approved'}`];
  }
  if (edit.data && 'adsStatus' in edit.data.data) said.push(`ads: ${edit.data.data.adsStatus}`);
  const stale = await client.PUT('/apps/updateApp/{appID}', {
    headers,
    params: { path },
    body: { adsStatus: 'on', version: app.version },
  });
  if (stale.response.status === 409 && stale.error && 'current' in stale.error) {
    const { current, changedBy } = stale.error;
    const adsStatus: 'on' | 'off' = current.adsStatus;
    said.push(`${changedBy} was faster: ${adsStatus}`);
  }

  const withIcon = await client.PUT('/apps/updateApp/{appID}', {
    headers,
    params: { path },
    body: { icon },
    bodySerializer: formOf,
  });
  const saved = withIcon.data?.data;
  said.push(`icon: ${saved && 'icon' in saved ? saved.icon.length : withIcon.error?.message}`);
  const columns = await client.POST('/apps/import/columns', {
    headers,
    body: { mode: 'both', file: table },
    bodySerializer: formOf,
  });
  said.push(`columns: ${columns.data?.data.columns.map(({ field }) => field)}`);

  const pause = await client.POST('/pauses', {
    headers,
    body: { scope: 'app', value: app.appID, reason: 'A look' },
  });
  said.push(`paused: ${pause.data?.data.label}`);
  // Neither has a body.
  const revoked = await client.POST('/apps/revokeOldTokens/{appID}', {
    headers,
    params: { path },
  });
  said.push(`revoked: ${revoked.data?.data.appName}`);
  const invited = await client.POST('/user/createNewUser', {
    headers,
    body: { fullName: 'Ada', position: 'Lead', userId: owner, invite: true },
  });
  said.push(`invited: ${invited.data?.invitation ? invited.data.data.userID : ''}`);
  const ads = await client.GET('/api/getAds', {
    params: { query: { appID: app.appID, authToken: app.authToken } },
  });
  said.push(`ads: ${ads.data?.data.adsStatus}`);
  const deleted = await client.DELETE('/apps/deleteApp/{appID}', { headers, params: { path } });
  said.push(`deleted: ${deleted.data?.data.appID === app.appID}`);
  return said;
}
