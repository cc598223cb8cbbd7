import type { Logger } from '../../kit/logger.ts';
import { connectOffice } from './ads.office.ts';
import { type Edge, type Office, streamHeaders, streamVersion } from './ads.stream.ts';
import { createOwnNetwork } from './own-network.ts';

/** The offices of an edge: it follows one of them, and takes the next one when that is lost. */
export type Offices = Office & {
  /** Returns the host of the office that it follows, or tries to. */
  host(): string;
};

/**
 * Reaches offices elsewhere, by their addresses. Usage, answers and reports go to the office that is followed. The follower
 * decides where the stream continues: it names the position.
 */
export function connectOffices(deps: {
  urls: readonly string[];
  key: string;
  /** Networks in which HTTP is enough. */
  networks: readonly string[];
  edge: Edge;
  logger: Logger;
}): Offices {
  const { urls, key, networks, edge, logger } = deps;
  const ownNetwork = createOwnNetwork(networks);
  const headers = {
    Authorization: `Bearer ${key}`,
    'User-Agent': `Adwarden/${edge.version}`,
    [streamHeaders.version]: streamVersion,
    [streamHeaders.edge]: edge.name,
    [streamHeaders.edgeProcess]: String(edge.process),
    [streamHeaders.edgeVersion]: edge.version,
  };
  const offices = urls.map((url) => ({
    host: new URL(url).host,
    ...connectOffice({ url, headers, ownNetwork }),
  }));
  let number = 0;
  const present = () => offices[number % offices.length] as (typeof offices)[number];
  let followed = '';

  return {
    async *follow(from, signal) {
      const { host, follow } = present();
      try {
        for await (const line of follow(from, signal)) {
          if (followed !== host) logger.info({ office: host }, 'follows an office');
          followed = host;
          yield line;
        }
      } catch (error) {
        if (!signal.aborted) number += 1;
        throw new Error(`${host}: ${(error as Error).message}`, { cause: error });
      }
    },
    addUsage: (part) => present().addUsage(part),
    storeAnswers: (answers) => present().storeAnswers(answers),
    report: (report) => present().report(report),
    async signOff() {
      let failure: unknown;
      for (const _ of offices) {
        try {
          return await present().signOff();
        } catch (error) {
          failure = error;
          number += 1;
        }
      }
      throw failure;
    },
    host: () => present().host,
  };
}
