/**
 * A program with the types that openapi-typescript makes from the document (`./schema`). It must pass the type check
 * without casts. It never runs; `openapi.test.ts` copies it beside the types.
 */
// @ts-nocheck: the types exist only during the test, which removes this line
import createClient from 'openapi-fetch';
import type { paths } from './schema';

const client = createClient<paths>({ baseUrl: 'http://localhost:8080' });

export async function everyday(icon: Blob): Promise<string> {
  const signedIn = await client.POST('/admin/login', {
    body: { email: 'admin@example.com', password: 'harbour-lights-9' },
  });
  if (!signedIn.data) return signedIn.error.message;
  const { token, user } = signedIn.data;
  const headers = { authorization: `Bearer ${token}` };
  const who: string = user.email;

  const list = await client.GET('/apps/getAllApp', {
    headers,
    params: { query: { page: 0, pageSize: 10, sort: '-createdAt', adsStatus: 'on' } },
  });
  const [app] = list.data?.data ?? [];
  if (!app) return `${who} has no apps`;

  const edit = await client.PUT('/apps/updateApp/{appID}', {
    headers,
    params: { path: { appID: app.appID } },
    body: { adsStatus: app.adsStatus === 'on' ? 'off' : 'on', version: app.version },
  });
  if (edit.response.status === 409 && edit.error && 'current' in edit.error) {
    const { current, changedBy } = edit.error;
    const adsStatus: 'on' | 'off' = current.adsStatus;
    return `${changedBy} was faster: ${adsStatus}`;
  }
  if (edit.data && 'changeRequest' in edit.data.data) {
    const { state, at } = edit.data.data.changeRequest;
    return `${state}, to be applied ${at ?? 'when it is approved'}`;
  }
  if (edit.error) return edit.error.errors?.map(({ field }) => field).join() ?? edit.error.message;

  const withIcon = await client.PUT('/apps/updateApp/{appID}', {
    headers,
    params: { path: { appID: app.appID } },
    body: { icon },
    bodySerializer(body) {
      const form = new FormData();
      if (body && 'icon' in body && body.icon instanceof Blob) form.set('icon', body.icon);
      return form;
    },
  });
  const owner = await client.GET('/user/getApp/{userID}', {
    headers,
    params: { path: { userID: app.userID } },
  });
  const ads = await client.GET('/api/getAds', {
    params: { query: { appID: app.appID, authToken: app.authToken } },
  });
  const banner: string | undefined = ads.data?.data.googleBanner1;
  const saved = withIcon.data?.data;
  const path: string | undefined = saved && 'icon' in saved ? saved.icon : undefined;
  return [path, owner.data?.data.length, banner].join();
}
