import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { createNetworks } from '../../kit/address.ts';

const loopback = ['127.0.0.0/8', '::1'];

/** The targets that HTTP without TLS may reach: this machine, and networks of the operator's own (EDGE_NETWORKS). */
export type OwnNetwork = {
  /** Looks up a host's addresses; an error when none of them lies in these networks. */
  lookup: LookupFunction;
  /** Throws when a host is an address outside these networks. Node does not look addresses up. */
  mustHave(host: string): void;
};

/** Builds it from addresses and CIDRs. */
export function createOwnNetwork(networks: readonly string[]): OwnNetwork {
  const has = createNetworks([...loopback, ...networks]);
  const outside = (address: string) =>
    new Error(`${address} is not in EDGE_NETWORKS, so the stream needs HTTPS`);
  return {
    lookup(host, options, done) {
      lookup(host, { ...options, all: true }, (error, found) => {
        if (error) return done(error, '');
        const own = found.filter(({ address }) => has(address));
        const [first] = own;
        if (!first) return done(outside(found[0]?.address ?? host), '');
        if (options.all) return done(null, own);
        done(null, first.address, first.family);
      });
    },
    mustHave(host) {
      if (/^[\d.]+$|:/.test(host) && !has(host)) throw outside(host);
    },
  };
}
