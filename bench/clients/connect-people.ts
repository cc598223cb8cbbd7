import { get } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Connection } from '@adwarden/contract/connections/connections';
import { wireOf } from '@adwarden/contract/testing/wire';
import type { Api } from './api.ts';

/**
 * Reads the stream of an app's answers. Opens it again when it ends, as the web app does. Returns the function that stops
 * the reading.
 */
function follow(port: number, { bearer }: Api, appID: string, onEvent: (data: Connection) => void) {
  const { path, headers } = wireOf('getConnection', {
    as: bearer,
    id: appID,
    headers: { accept: 'text/event-stream' },
  });
  let hasEnded = false;
  let current = open();

  function open() {
    const asked = get({ host: '127.0.0.1', port, path, agent: false, headers }, (response) => {
      if (response.statusCode !== 200) throw new Error(`${path} answers ${response.statusCode}`);
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        const events = (text + part).split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) onEvent(JSON.parse(event.replace(/^data: /, '')));
      });
      response.on('end', () => {
        if (!hasEnded) current = open();
      });
    });
    return asked.on('error', (error) => {
      if (!hasEnded) throw error;
    });
  }
  return () => {
    hasEnded = true;
    current.destroy();
  };
}

/** Opens Connect for an app; resolves when the stream has begun. */
export async function look(
  port: number,
  api: Api,
  appID: string,
  onEvent: (data: Connection) => void,
) {
  await api.call('connectApp', { id: appID });
  const begun = Promise.withResolvers<void>();
  const end = follow(port, api, appID, (data) => {
    begun.resolve();
    onEvent(data);
  });
  await begun.promise;
  return end;
}

/** Ends all watches, as ten minutes would. */
export function endWatches(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'adwarden.db'));
  db.exec('pragma busy_timeout = 5000; delete from app_watch');
  db.close();
}
