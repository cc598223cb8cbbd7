/**
 * A program with the client that oazapfts makes from the document (`./api`). It must pass the type check without casts.
 * `generated-clients.test.ts` copies it beside the client and runs it against a server.
 */
// @ts-nocheck: the client exists only during the test, which removes this line
import {
  addApp,
  adminSignIn,
  createNewUser,
  defaults,
  deleteApp,
  getAds,
  getAllApp,
  readImportColumns,
  revokeOldTokens,
  startPause,
  updateApp,
} from './api';

type Given = { email: string; password: string; owner: string; table: File };

/** A day with the API; says what it saw. */
export async function everyday(baseUrl: string, given: Given): Promise<string[]> {
  const { email, password, owner, table } = given;
  defaults.baseUrl = baseUrl;
  const said: string[] = [];
  const wrong = await adminSignIn({ email, password: 'tide-clock-7' });
  said.push(`a wrong password: ${wrong.data.message}`);
  const signedIn = await adminSignIn({ email, password });
  if (signedIn.status !== 200) return [...said, signedIn.data.message];
  const { token, user } = signedIn.data;
  defaults.headers = { authorization: `Bearer ${token}` };
  said.push(`signed in: ${user.email}`);

  const added = await addApp({
    appName: 'Tide Clock',
    packageName: 'com.harbour.tideclock',
    category: 'Weather',
    adsStatus: 'on',
    appStatus: 'live',
    visibleExtra: 'off',
    ipAddress: 'off',
  });
  if (added.status !== 200) return [...said, added.data.message];
  const list = await getAllApp({
    page: 0,
    pageSize: 10,
    sort: '-createdAt',
    adsStatus: 'on',
  });
  const [app] = list.status === 200 ? list.data.data : [];
  if (!app) return [...said, 'no apps'];
  said.push(`an app: ${app.appName}`);

  const { appID, version } = app;
  const adsStatus = app.adsStatus === 'on' ? 'off' : 'on';
  const edit = await updateApp(appID, { adsStatus, version });
  if (edit.status === 200) said.push(`ads: ${edit.data.data.adsStatus}`);
  const stale = await updateApp(appID, { adsStatus: 'on', version });
  if (stale.status === 409 && 'current' in stale.data) {
    const { current, changedBy } = stale.data;
    said.push(`${changedBy} was faster: ${current.adsStatus}`);
  }
  const columns = await readImportColumns({ mode: 'both', file: table });
  if (columns.status === 200) {
    said.push(`columns: ${columns.data.data.columns.map(({ field }) => field)}`);
  }

  const pause = await startPause({ scope: 'app', value: appID, reason: 'A look' });
  if (pause.status === 200) said.push(`paused: ${pause.data.data.label}`);
  // Neither has a body.
  const revoked = await revokeOldTokens(appID);
  if (revoked.status === 200) said.push(`revoked: ${revoked.data.data.appName}`);
  const invited = await createNewUser({
    fullName: 'Ada',
    position: 'Lead',
    userId: owner,
    invite: true,
  });
  if (invited.status === 200 && invited.data.invitation) {
    said.push(`invited: ${invited.data.data.userID}`);
  }
  const ads = await getAds(appID, app.authToken);
  if (ads.status === 200) said.push(`ads: ${ads.data.data.adsStatus}`);
  const deleted = await deleteApp(appID);
  said.push(`deleted: ${deleted.status === 200 && deleted.data.data.appID === appID}`);
  return said;
}
