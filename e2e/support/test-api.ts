import type { App, NewAppForm } from '@adwarden/contract/apps';
import type { AnswerOf } from '@adwarden/contract/call';
import { type CallName, calls } from '@adwarden/contract/calls';
import type { Requests } from '@adwarden/contract/request';
import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { type LooseRequest, looseWire } from '@adwarden/contract/testing/wire';

/** The administrator of every tested server. */
export const administrator = {
  email: 'harbour.master@example.com',
  password: 'harbour-lights-9',
  fullName: 'Morgan Quay',
};

/** The entry in the session storage after a sign-in (spec, section 3 "Login session"). */
export type StoredSession = { token: string; user: { role: 'admin' | 'user'; fullName: string } };

type DataOf<N extends CallName> =
  AnswerOf<(typeof calls)[N]> extends { data: infer Data } ? Data : never;
type Credentials = Pick<App, 'appID' | 'authToken'>;

/** Ad units without findings: saving an app with Google's samples asks first. */
function ownUnits() {
  made += 1;
  const unit = (format: number) => {
    const number = `${format}${process.env.TEST_WORKER_INDEX ?? 0}`.padEnd(4, '0');
    return `ca-app-pub-7315520018462791/${number}${String(made).padStart(6, '0')}`;
  };
  return { googleNative1: unit(1), googleBanner1: unit(2) };
}

export type TestApi = Awaited<ReturnType<typeof openTestApi>>;

let made = 0;
/** Returns a name that no other test of this run uses. */
export const fresh = (word: string): string => {
  made += 1;
  return `${word} ${process.env.TEST_WORKER_INDEX ?? 0}x${made}y`;
};

/** Calls the API of the server at `address`, as the administrator unless `as` is given. */
export async function openTestApi(address: string) {
  const { email, password } = administrator;
  let admin = await signIn('adminSignIn', { email, password });

  async function signIn(name: 'adminSignIn' | 'userSignIn', body: object): Promise<StoredSession> {
    const { token, user } = await send(name, { body });
    return { token, user };
  }

  async function send<N extends CallName>(
    name: N,
    request: LooseRequest,
  ): Promise<AnswerOf<(typeof calls)[N]> & { data: DataOf<N> }> {
    const { path, ...init } = looseWire(name, request);
    const response = await fetch(address + path, init);
    const answer = await response.json();
    if (answer.again && request.as === admin.token) {
      // The session of a whole run is older than ten minutes (ADR 136).
      const body = { ticket: answer.again.ticket, password };
      admin = { ...admin, token: (await send('confirmAgain', { body, as: admin.token })).token };
      return send(name, { ...request, as: admin.token });
    }
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${answer.message}`);
    return answer;
  }

  /** Makes a call and returns its `data`. */
  async function call<N extends CallName>(
    name: N,
    ...[options]: Requests<(typeof calls)[N], { as?: string }>
  ): Promise<DataOf<N>> {
    return (await send(name, { as: admin.token, ...(options as LooseRequest) })).data;
  }

  const addApp = (over: Partial<NewAppForm> = {}) =>
    call('addApp', {
      body: sampleAppForm({ appName: fresh('Tide Clock'), ...ownUnits(), ...over }),
    });

  return {
    address,
    call,
    /** Signs in again, after a test that ended all sessions of the administrator. */
    renew: async () => {
      admin = await signIn('adminSignIn', { email, password });
    },
    /** A new session of the administrator, which a test may end. */
    signInAdmin: () => signIn('adminSignIn', { email, password }),
    signInOwner: (owner: { userID: string; password: string }) =>
      signIn('userSignIn', { userID: owner.userID, password: owner.password }),
    addApp,
    /** An app with a configuration for these countries. */
    addConfigured: async (country = 'IN', over: Partial<NewAppForm> = {}) => {
      const app = await addApp(over);
      await call('addConfigureApp', { body: { id: app.appID, country } });
      return app;
    },
    /** Requests an app's ads, as a phone does, and reads the whole answer. */
    requestAds: async ({ appID, authToken }: Credentials, headers = {}): Promise<Response> => {
      const query = new URLSearchParams({ appID, authToken });
      const answer = await fetch(`${address}${calls.getAds.path}?${query}`, { headers });
      await answer.arrayBuffer();
      return answer;
    },
    /** A session of a new viewer. */
    signInViewer: async (): Promise<StoredSession> => {
      const email = `${fresh('viewer').replaceAll(' ', '.')}@example.com`;
      const body = { email, fullName: 'Vera Quay', role: 'viewer', invite: true };
      const { invitation } = await send('addAdmin', { body, as: admin.token });
      const link = invitation?.link.split('#')[1];
      const chosen = { password: 'Kelp-Harbour-31', confirmPassword: 'Kelp-Harbour-31' };
      const { token, user } = await send('acceptInvitation', { body: { token: link, ...chosen } });
      return { token, user };
    },
    /** Makes a link for an owner: the whole one, as it is copied. */
    invite: async (id: string): Promise<string> => {
      const { invitation } = await send('inviteUser', { id, as: admin.token });
      return address + (invitation?.link ?? '');
    },
    addUser: async (over: Parameters<typeof sampleUserForm>[0] = {}) => {
      const form = sampleUserForm({ userId: fresh('ada').replaceAll(' ', '.'), ...over });
      return { ...(await call('createNewUser', { body: form })), password: form.password };
    },
  };
}
