import type { OutsideHosts } from '../../src/ads/callers/caller.ts';
import { addAdsMetrics } from '../../src/ads/endpoint/ads.metrics.ts';
import { buildInfo } from '../../src/build-info.ts';
import { cannotListen } from '../../src/cannot-listen.ts';
import { composeAds } from '../../src/composition/compose-ads.ts';
import { composeCallers } from '../../src/composition/compose-callers.ts';
import { composeOffice } from '../../src/composition/compose-office.ts';
import { prepareOrResume } from '../../src/composition/prepare-or-resume.ts';
import { closeServer } from '../../src/front/closing.ts';
import { createConnectionLimit } from '../../src/front/connection-limit.ts';
import { createForwardedWarning } from '../../src/front/forwarded-warning.ts';
import { answerHealth } from '../../src/front/health.ts';
import { addNodeMetrics, answerMetrics, createMetrics } from '../../src/front/metrics.ts';
import { openedBy } from '../../src/front/opened.ts';
import type { BodyPace } from '../../src/front/slow-bodies.ts';
import { createCallerAddresses } from '../../src/kit/caller-address.ts';
import { type Clock, systemClock } from '../../src/kit/clock.ts';
import { newId } from '../../src/kit/ids.ts';
import type { Logger } from '../../src/kit/logger.ts';
import type { ResolveHost } from '../../src/kit/outside/resolve-host.ts';
import type { PasswordCost } from '../../src/kit/password-hash.ts';
import { readinessOf } from '../../src/processes/readiness.ts';
import type { Settings } from '../../src/settings.ts';
import { createReports } from '../../src/stream/stream.reports.ts';

/** The office and the ads in one process. */
export type Joined = Awaited<ReturnType<typeof joinOfficeAndAds>>;

export type JoinedOptions = {
  clock?: Clock;
  /** It does due work by itself, such as batches; by default true. */
  begins?: boolean;
  webFolder?: string;
  /** Milliseconds between two writes of the usage, by default 6 seconds. */
  writeUsageEvery?: number;
  /** Replaces ipinfo.io and vpnapi.io. */
  outsideHosts?: OutsideHosts;
  /** Replaces the DNS servers that webhooks ask. */
  resolve?: ResolveHost;
  /** The least speed of a body; by default `limits.slowBody`. */
  bodyPace?: BodyPace;
  /** The cost of a password hash; low by default, because tests make many. */
  passwordCost?: PasswordCost;
};

/**
 * Builds the office and the ads in one process, with the stream as a function call: for tests of features. Tests of processes
 * start `main.ts`.
 */
export async function joinOfficeAndAds(
  settings: Settings,
  logger: Logger,
  {
    clock = systemClock,
    begins = true,
    webFolder,
    writeUsageEvery,
    outsideHosts,
    resolve,
    bodyPace,
    passwordCost = { memory: 64, passes: 1, parallelism: 1 },
  }: JoinedOptions = {},
) {
  const build = buildInfo();
  const connections = createConnectionLimit(logger);
  const addresses = createCallerAddresses(settings.trustProxy);
  const { warnOfForwarded, ignored } = createForwardedWarning(addresses.isFromProxy, logger);
  const metrics = createMetrics({
    build,
    connectionsRefused: connections.refused,
    forwardedIgnored: ignored,
  });
  const callers = await composeCallers({
    settings,
    clock,
    warnOfForwarded,
    logger,
    hosts: outsideHosts,
  });
  const known = createReports(clock);
  const sender = newId();
  const reports = {
    ...known,
    sinceLast() {
      known.take(sender, ads.report());
      return known.sinceLast();
    },
  };
  const office = await composeOffice({
    settings,
    build,
    callers,
    metrics,
    reports,
    clock,
    logger,
    resolve,
    passwordCost,
    // On a busy machine the ads may take longer than a write usually waits; then a test would see the ads of before.
    writePatienceMs: 30_000,
  });
  const { dataFolder, db } = office;
  const ads = composeAds({
    settings,
    number: 1,
    callers,
    writeUsageEvery,
    connections,
    clock,
    logger,
    office: office.officeOf(sender),
    hasRoom: () => !dataFolder.isFull(),
  });
  const start = await prepareOrResume({
    prepare: office.prepare,
    resume: ads.resume,
    mayWait: settings.postgres !== undefined,
    logger,
  });
  ads.keep();
  if (begins) office.begin();
  ads.count();
  const stopping = new AbortController();
  let isPrepared = start.prepared !== null;
  addAdsMetrics(metrics, ads.figures);

  const readiness = readinessOf({
    status() {
      const status = ads.status();
      return { ...status, failing: status.failing || !isPrepared };
    },
    refusal: start.refusal,
    troubles: office.troubles,
    maySuffice: dataFolder.maySuffice,
    isServing: () => !stopping.signal.aborted,
    build,
  });
  addNodeMetrics(metrics, { readiness, dataDir: settings.dataDir });
  const server = await office.buildServer({
    ads: ads.endpoint,
    withLane: settings.adsLane,
    ownAnswers: [
      answerHealth(readiness, openedBy(settings.metricsToken)),
      answerMetrics(() => metrics.metrics(), openedBy(settings.metricsToken)),
    ],
    addresses,
    away: start.away,
    warnOfForwarded,
    webFolder,
    bodyPace,
  });
  connections.hold(server.server);

  return {
    server,
    db,
    metrics,
    /** Null while the last good ads stand in for the database. */
    firstAdmin: start.prepared,
    /** Listens, then loads the ads. Returns the address. */
    async listen(): Promise<string> {
      const following = start.whenPrepared(stopping.signal).then(async () => {
        isPrepared = true;
        await ads.start();
      });
      following.catch(() => {});
      if (office.kind === 'postgres' && isPrepared && !ads.status().isLoaded) await following;
      const { port, host } = settings;
      const address = await server.listen({ port, host }).catch((error) => {
        throw cannotListen(error, { port, host });
      });
      if (isPrepared) await following;
      return address.replace('//127.0.0.1:', '//localhost:');
    },
    /** Stops: `/readyz` answers 503, running requests finish, then everything is closed. */
    async stop(): Promise<void> {
      stopping.abort();
      const calmed = office.calm();
      await closeServer(server.server, () => server.close(), 10_000, logger);
      await ads.stopCounting();
      await Promise.all([calmed, ads.stop()]);
      await office.close();
    },
  };
}
