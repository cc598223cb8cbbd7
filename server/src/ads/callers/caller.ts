import { LRUCache } from 'lru-cache';
import { longestAddress, networkOf } from '../../kit/address.ts';
import type { CallerAddresses, RequestOrigin } from '../../kit/caller-address.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import type { createLookupBudgets, LookupShares } from './caller.budget.ts';
import { askIpinfo, ipinfoHost, readCountryHeader, torCode } from './caller.country.ts';
import type { CountryDatabaseFile } from './caller.database-file.ts';
import { createLookup, type Lookup, type LookupCounts } from './caller.lookup.ts';
import { type CallerPart, callerPart } from './caller.part.ts';
import { readPublicAddress } from './caller.public.ts';
import type { CallerSettings } from './caller.settings.ts';
import { askVpnapi, vpnapiHost } from './caller.vpn.ts';

/** The hosts of the outside services; tests name their own. */
export type OutsideHosts = { ipinfo: URL; vpnapi: URL };

/** Finds the caller of a request, for apps with IP rules (ADR 30 "Caller"). */
export type Callers = {
  /**
   * Finds the caller of a request: at once, or within 800 ms when an outside service must be asked. Never rejects. With `ask`
   * false no service is asked, and the caller has only what is already known.
   */
  find(request: RequestOrigin, ask: boolean): CallerPart | Promise<CallerPart>;
  /**
   * Finds the caller of a test: a phone at this address, without a proxy. AppError `too-many` when the test would have to ask an
   * outside service and the account's limit is reached.
   */
  findAt(address: string, ask: boolean, account: string): CallerPart | Promise<CallerPart>;
  /** Returns the country of an address by the database alone; null when it is not known. */
  countryOf(address: string): string | null;
  use(settings: CallerSettings): void;
  /** Sets how many questions a day this process may ask for phones. */
  useShares(shares: LookupShares): void;
  /** Returns how callers are found at the moment, for explanations. */
  sources(): CallerSources;
  counts(): Record<'ipinfo' | 'vpnapi', Readonly<LookupCounts>>;
  stop(): void;
};

export type CallerSources = {
  settings: CallerSettings;
  countryHeader: string;
  databaseBuiltAt: number;
  /** The reason of each service's last failure, as a text for people. */
  trouble: { ipinfo: string; vpnapi: string };
};

/** A parsed address, with what is known of it without asking a service. */
type Place = {
  /** The address; null for a text that is not one, and for an address that is not on the public internet. */
  address: string | null;
  network: string | null;
  /** The country from the database, when countries are taken from there. */
  country: string | null;
  /** The whole caller, as long as no service must be asked. */
  part: CallerPart;
};

const placesKept = 65_536;

/** Builds it. Until `use` is called, countries come from the database and VPNs are unknown. */
export function createCallers(deps: {
  addresses: CallerAddresses;
  database: CountryDatabaseFile;
  /** COUNTRY_HEADER, in lower case. */
  countryHeader: string;
  /** A clock that never goes back or jumps. */
  clock: Clock;
  budgets: ReturnType<typeof createLookupBudgets>;
  logger: Logger;
  /** Is called with every request. */
  warnOfForwarded: (request: RequestOrigin) => void;
  hosts?: OutsideHosts | undefined;
}): Callers {
  const { addresses, database, countryHeader, clock, budgets, logger, warnOfForwarded } = deps;
  const hosts = deps.hosts ?? { ipinfo: ipinfoHost, vpnapi: vpnapiHost };
  let settings: CallerSettings = { apiMethod: '', ipInfoToken: '', vpnApiKey: '' };
  const places = new LRUCache<string, Place>({ max: placesKept });
  const stopping = new AbortController();
  const common = { clock, logger, stop: stopping.signal };
  const ipinfo = createLookup<string | null>({
    ...common,
    service: 'ipinfo.io',
    budget: budgets.ipinfo,
    ask: (address, signal) => askIpinfo(hosts.ipinfo, settings.ipInfoToken, address, signal),
  });
  const vpnapi = createLookup<boolean>({
    ...common,
    service: 'vpnapi.io',
    budget: budgets.vpnapi,
    ask: (address, signal) => askVpnapi(hosts.vpnapi, settings.vpnApiKey, address, signal),
  });
  database.onReplaced(places.clear);

  let isLocal = true;
  /** Whether the place alone determines the caller's part. */
  let isQuick = true;

  function makePlace(written: string): Place {
    const address = readPublicAddress(written);
    const country = address !== null && isLocal ? database.current().countryOf(address) : null;
    const network = address === null ? null : networkOf(address);
    return { address, network, country, part: callerPart(country, null) };
  }

  function placeOf(written: string): Place {
    const known = places.get(written);
    if (known) return known;
    const place = makePlace(written);
    if (written.length <= longestAddress) places.set(written, place);
    return place;
  }

  /** Finds the caller at a place. `header` is the country that a trusted proxy names, or `torCode`. */
  function findFor(
    { address, network, country, part }: Place,
    header: string | null,
    ask: boolean,
    asker: 'phone' | 'test' = 'phone',
  ): CallerPart | Promise<CallerPart> {
    const { apiMethod, ipInfoToken, vpnApiKey } = settings;
    if (isQuick) return part;
    if (header === torCode) return callerPart(null, true);
    const look = <Answer>(lookup: Lookup<Answer>, key: string) => {
      if (key === '' || address === null || network === null) return null;
      return ask ? lookup.find(address, network, asker) : (lookup.known(network) ?? null);
    };
    const where =
      apiMethod === 'header'
        ? header
        : apiMethod === 'ipinfo'
          ? look(ipinfo, ipInfoToken)
          : country;
    const vpn = look(vpnapi, vpnApiKey);
    if (!(where instanceof Promise) && !(vpn instanceof Promise)) return callerPart(where, vpn);
    return Promise.all([where, vpn]).then((answers) => callerPart(...answers));
  }

  /** Tells whether an outside service would have to be asked about this address. */
  function needsCall({ address, network }: Place): boolean {
    const { apiMethod, ipInfoToken, vpnApiKey } = settings;
    if (address === null || network === null) return false;
    const needsCountry = apiMethod === 'ipinfo' && ipInfoToken !== '' && ipinfo.needsCall(network);
    return needsCountry || (vpnApiKey !== '' && vpnapi.needsCall(network));
  }

  /** Returns the country that a trusted proxy names, when countries are taken from its header. */
  function headerOf(request: RequestOrigin): string | null {
    if (settings.apiMethod !== 'header' || !addresses.isFromProxy(request)) return null;
    return readCountryHeader(request.headers[countryHeader]);
  }

  return {
    find(request, ask) {
      warnOfForwarded(request);
      return findFor(placeOf(addresses.of(request)), headerOf(request), ask);
    },
    findAt(address, ask, account) {
      const place = makePlace(address);
      if (ask && needsCall(place)) budgets.takeTest(account);
      return findFor(place, null, ask, 'test');
    },
    countryOf(written) {
      const address = readPublicAddress(written);
      return address === null ? null : database.current().countryOf(address);
    },
    use(next) {
      if (next.ipInfoToken !== settings.ipInfoToken) ipinfo.keyChanged();
      if (next.vpnApiKey !== settings.vpnApiKey) vpnapi.keyChanged();
      settings = next;
      isLocal = next.apiMethod === '' || next.apiMethod === 'local';
      isQuick = isLocal && next.vpnApiKey === '';
      places.clear();
    },
    useShares: budgets.use,
    sources: () => ({
      settings,
      countryHeader,
      databaseBuiltAt: database.current().builtAt,
      trouble: { ipinfo: ipinfo.trouble(), vpnapi: vpnapi.trouble() },
    }),
    counts: () => ({ ipinfo: ipinfo.counts, vpnapi: vpnapi.counts }),
    stop() {
      stopping.abort();
      database.stop();
    },
  };
}
