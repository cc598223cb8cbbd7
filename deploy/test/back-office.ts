import type { NewAppForm } from '@adwarden/contract/apps';
import { type CallName, calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { ask } from './ask.ts';
import { admin } from './node.ts';

export type BackOffice = Awaited<ReturnType<typeof openBackOffice>>;

/** An app as a phone knows it: its ID, and the path of its ads. */
export type App = { appID: string; path: string };

/** Signs in as the administrator at a port (of a node or of nginx), and calls the back office. */
export async function openBackOffice(port: number) {
  async function call(name: CallName, { id = '', body = {}, headers = {}, bearer = token } = {}) {
    const { method, path } = calls[name];
    const answer = await ask(port, path.replace(/:\w+/, id), {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${bearer}`,
        ...headers,
      },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text);
  }

  let token = '';
  token = (await call('adminSignIn', { body: admin })).token;

  return {
    token,
    call,
    async addApp(over: Partial<NewAppForm> = {}): Promise<App> {
      const { data } = await call('addApp', { body: sampleAppForm(over) });
      return {
        appID: data.appID,
        path: `/api/getAds?appID=${data.appID}&authToken=${data.authToken}`,
      };
    },
  };
}
