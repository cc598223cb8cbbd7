import { once } from 'node:events';
import { addAdsMetrics } from '../ads/endpoint/ads.metrics.ts';
import { connectOffice } from '../ads/following/ads.office.ts';
import { connectOffices } from '../ads/following/ads.offices.ts';
import { buildInfo } from '../build-info.ts';
import { cannotListen } from '../cannot-listen.ts';
import { composeAds } from '../composition/compose-ads.ts';
import { composeCallers } from '../composition/compose-callers.ts';
import { lockFolder, openDataFolder } from '../data-folder.ts';
import { foreignFiles } from '../foreign-files.ts';
import { refuseByHand } from '../front/answer-by-hand.ts';
import { answerBrokenRequest } from '../front/broken-request.ts';
import { closeServer, stopListening } from '../front/closing.ts';
import { createConnectionLimit } from '../front/connection-limit.ts';
import { createForwardedWarning } from '../front/forwarded-warning.ts';
import { createFront } from '../front/front.ts';
import { answerHealth } from '../front/health.ts';
import {
  addAwayMetric,
  addNodeMetrics,
  answerMetrics,
  createMetrics,
  textOfAll,
} from '../front/metrics.ts';
import { createMetricsServer, type IsOpened, openedBy } from '../front/opened.ts';
import { createPass, type Pass } from '../front/pass.ts';
import { createCallerAddresses } from '../kit/caller-address.ts';
import { systemClock } from '../kit/clock.ts';
import { lowerV8ThreadPriority } from '../kit/process/v8-threads.ts';
import { makeObjectsYoung } from '../kit/process/v8-young.ts';
import { resolvesWithin } from '../kit/within.ts';
import { stopLimits } from '../stop.ts';
import { type ProcessDeps, variables } from './link.ts';
import { edgeAway, readinessOf } from './readiness.ts';

/** The time between two reports to the office. */
const reportMs = 5_000;
/** The time that a stopped edge has to sign off. */
const signOffMs = 3_000;
/** The time that connections wait for the office's data. After it, phones get the last good ads, or a 503. */
const loadingMs = 500;
/** The longest start. It ends earlier when the office has answered; until then `/readyz` is 503. */
const startingMs = 10_000;

/**
 * Answers ads from memory, and passes every other request on to the office (ADR 48). It serves as soon as it knows the ads, from
 * the last good file or from the office. At an edge the office is elsewhere, and other requests are refused (ADR 49).
 */
export async function runAds({ settings, logger, link, stopBy }: ProcessDeps): Promise<void> {
  const { [variables.number]: number = '1', [variables.officeSocket]: socketPath = '' } =
    process.env;
  const streamPath = process.env[variables.streamSocket] ?? '';
  process.title = 'adwarden ads';
  lowerV8ThreadPriority();
  makeObjectsYoung();
  const clock = systemClock;
  const build = buildInfo();
  const { dataDir, trustProxy } = settings;
  const { isFromProxy } = createCallerAddresses(trustProxy);
  const connections = createConnectionLimit(logger, {
    isProxy: (socket) => isFromProxy({ headers: {}, socket }),
  });
  const forwarded = createForwardedWarning(isFromProxy, logger);
  const { warnOfForwarded } = forwarded;
  const metrics = createMetrics({
    build,
    connectionsRefused: connections.refused,
    forwardedIgnored: forwarded.ignored,
  });
  const dataFolder = await openDataFolder(dataDir, {
    isNeeded: false,
    mayMake: process.env[variables.again] === undefined,
    logger,
  });
  const callers = await composeCallers({
    settings,
    clock,
    warnOfForwarded,
    logger,
    hosts: undefined,
  });
  const { role, edge } = settings;
  const offices =
    role === 'ads'
      ? connectOffices({
          urls: edge.offices,
          key: edge.key,
          networks: settings.edgeNetworks,
          logger,
          edge: { name: edge.name, process: Number(number), version: build.version },
        })
      : null;
  const office = offices ?? connectOffice({ socketPath: streamPath });
  // Beside an office, the office holds the lock. At an edge, the process that writes the last good ads holds it.
  const lock = offices && number === '1' ? lockFolder(dataDir, { isNeeded: false }) : null;
  const hasRoom = () => !ads.status().isDiskFull;
  const ads = composeAds({
    settings,
    office,
    callers,
    hasRoom,
    connections,
    clock,
    logger,
    number: Number(number),
    writeUsageEvery: undefined,
  });
  addAdsMetrics(metrics, ads.figures);
  const {
    pass,
    endEvents,
    refused,
    stop: stopPassing,
  } = offices
    ? passOfEdge
    : createPass({ socketPath, isSilent: () => ads.status().isSilent, warnOfForwarded, logger });
  addAwayMetric(metrics, refused);
  ads.stopAll(process.env[variables.adsStopped] === '1');
  /** Whether it began with the last good ads. */
  let isResumed = false;
  let isStarting = true;
  let isStopping = false;
  /** Says how old the ads may be: always at an edge, and else while nobody brings new ones. */
  const age = () => ({ lagSeconds: secondsOf(ads.status().lagMs) });
  const readiness = readinessOf({
    status: ads.status,
    troubles: () => [...ads.status().troubles, dataFolder.trouble(), ...link.troubles()],
    maySuffice: () => isResumed || dataFolder.maySuffice(),
    isServing: () => !isStarting && !isStopping,
    build,
    ...(offices
      ? { texts: edgeAway, more: () => ({ office: offices.host(), ...age() }) }
      : { more: () => (ads.status().failing ? age() : {}) }),
  });
  addNodeMetrics(metrics, { readiness, dataDir });
  const hearsSupervisor = () => !settings.heartbeat || link.hearsSupervisor();
  const readMetrics = async () => textOfAll(await link.metricsOfAll());
  const operation = (isOpened: IsOpened) => [
    answerHealth(readiness, isOpened, hearsSupervisor),
    answerMetrics(readMetrics, isOpened),
  ];
  const metricsServer = createMetricsServer(operation, logger);
  const server = createFront({
    ads: ads.endpoint,
    own: operation(openedBy(settings.metricsToken)),
    rest: pass,
    basePath: settings.basePath,
    withLane: settings.adsLane,
  }).on('clientError', answerBrokenRequest);
  // A passed-on request needs a second file.
  connections.hold(server, offices ? 1 : 2);
  link.share(metrics);

  const damage = await ads.resume().then(
    (isThere) => {
      isResumed = isThere;
      return null;
    },
    (error: Error) => error,
  );
  if (damage)
    logger.error({ err: damage }, 'the last good ads cannot be read: the office has to tell them');
  if (number === '1') ads.keep();
  ads.count();
  const following = ads.start();
  let reported: Promise<unknown> = Promise.resolve();
  const report = () => {
    if (isStopping) return;
    reported = office.report(ads.report()).catch(() => {});
  };
  const reporting = setInterval(report, reportMs).unref();
  following.then(report);

  async function refuse({ message }: Error): Promise<void> {
    await link.refused(message);
    process.exit(1);
  }

  stopBy.by(async () => {
    const began = performance.now();
    const left = (limit: number) => Math.max(0, limit - (performance.now() - began));
    isStopping = true;
    clearInterval(reporting);
    metricsServer.close();
    metricsServer.closeAllConnections();
    dataFolder.stop();
    endEvents();
    await closeServer(server, () => stopListening(server), left(stopLimits.requests), logger);
    const isAllCounted = await ads.stopCounting(left(stopLimits.usage));
    // While counts are still to come, the office must know this edge.
    if (offices && isAllCounted) {
      // A report after the sign-off would list the edge again.
      const signingOff = reported.then(offices.signOff);
      const why = await resolvesWithin(signingOff, Math.min(signOffMs, left(stopLimits.signOff)))
        .then((isDone) => (isDone ? null : 'no office has answered in time'))
        .catch(({ message }: Error) => message);
      if (why) logger.warn({ why }, 'this edge could not sign off');
    }
    stopPassing();
    await ads.stop();
    lock?.release();
  });
  link.on({
    'stop-ads': ads.stopAll,
    'listen-metrics': (handle) => void metricsServer.listen(handle as object),
    async listen(handle) {
      // Until then another process answers, or the connections wait.
      await resolvesWithin(ads.heard, loadingMs);
      // An edge waits for its offices: its load balancer sends phones to other edges.
      if (damage && !offices) {
        // Without last good ads, only the office knows the ads. It may have a long migration to do before it answers.
        await ads.heard;
        if (!ads.status().isLoaded) return refuse(foreignFiles(dataDir)[0] ?? damage);
      }
      try {
        server.listen(handle as object);
        await once(server, 'listening');
      } catch (error) {
        return refuse(cannotListen(error, settings));
      }
      link.beat();
      await resolvesWithin(ads.heard, startingMs);
      isStarting = false;
      link.serving();
    },
  });
}

const secondsOf = (ms: number | null) => (ms === null ? null : Math.round(ms / 100) / 10);

/** The answer of an edge to requests that are not for it. It does not say where the office is. */
const passOfEdge: Pass = {
  pass(_request, response) {
    refuseByHand(
      response,
      404,
      'This server is an edge: it answers ads only, and has no back office',
    );
  },
  endEvents() {},
  refused: () => 0,
  stop() {},
};
