import type { NewAppForm } from '@adwarden/contract/apps';
import type { AnswerOf } from '@adwarden/contract/call';
import type { CallName, calls } from '@adwarden/contract/calls';
import type { Requests } from '@adwarden/contract/request';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { type Beside, type LooseRequest, looseWire } from '@adwarden/contract/testing/wire';
import { ask } from './ask.ts';
import { admin } from './node.ts';

export type BackOffice = Awaited<ReturnType<typeof openBackOffice>>;

/** An app as a phone knows it: its ID, and the path of its ads. */
export type App = { appID: string; path: string };

/** Signs in as the administrator at a port (of a node or of nginx), and calls the back office. */
export async function openBackOffice(port: number) {
  let token = '';
  async function call<N extends CallName>(
    name: N,
    ...[request]: Requests<(typeof calls)[N], Beside>
  ): Promise<AnswerOf<(typeof calls)[N]>> {
    const { path, body, ...wire } = looseWire(name, { as: token, ...(request as LooseRequest) });
    const answer = await ask(port, path, { ...wire, ...(body && { body: String(body) }) });
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text);
  }
  ({ token } = await call('adminSignIn', { body: admin }));

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
