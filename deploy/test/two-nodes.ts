import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, openBackOffice } from './back-office.ts';
import { type Node, node } from './node.ts';

export type TwoNodes = {
  nodes: [Node, Node];
  shared: App[];
  perCaller: App[];
  stop(): Promise<void>;
};

/**
 * Two nodes with the same apps in two embedded databases; the second database is a copy of the first. `shared` apps
 * have one answer for all callers, `perCaller` apps have IP rules.
 */
export async function startTwoNodes(
  apps: { shared: number; perCaller: number },
  settings: Record<string, string> = {},
): Promise<TwoNodes> {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-nodes-'));
  const folders = ['a', 'b'].map((name) => join(folder, name)) as [string, string];
  for (const place of folders) mkdirSync(place);
  const given = { TRUST_PROXY: '127.0.0.1', ADS_MAX_AGE: '2', ...settings };
  const nodes = (await Promise.all(folders.map((place) => node(place, given)))) as [Node, Node];

  const [first, second] = nodes;
  await first.start();
  const backOffice = await openBackOffice(first.port);
  const add = (count: number, ipAddress: 'on' | 'off') =>
    Promise.all(Array.from({ length: count }, () => backOffice.addApp({ ipAddress })));
  const [shared, perCaller] = [await add(apps.shared, 'off'), await add(apps.perCaller, 'on')];
  await first.stop();
  cpSync(folders[0], folders[1], { recursive: true });
  await Promise.all([first.start(), second.start()]);

  return {
    nodes,
    shared,
    perCaller,
    async stop() {
      await Promise.all(nodes.map((each) => each.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
