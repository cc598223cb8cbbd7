import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { lookupShares } from '../ads/callers/caller.budget.ts';
import { lastGoodName } from '../ads/last-good/ads.last-good.file.ts';
import { buildInfo } from '../build-info.ts';
import { cannotListen } from '../cannot-listen.ts';
import { composeCallers } from '../composition/compose-callers.ts';
import { composeOffice } from '../composition/compose-office.ts';
import { prepareOrResume } from '../composition/prepare-or-resume.ts';
import { lockFolder } from '../data-folder.ts';
import { type MayAnswer, reads, refuseByHand } from '../front/answer-by-hand.ts';
import { closeServer, stopListening } from '../front/closing.ts';
import { createConnectionLimit } from '../front/connection-limit.ts';
import { createForwardedWarning } from '../front/forwarded-warning.ts';
import { answerHealth, type Readiness } from '../front/health.ts';
import { addNodeMetrics, answerMetrics, createMetrics, textOfAll } from '../front/metrics.ts';
import { createMetricsServer, type IsOpened, openedBy } from '../front/opened.ts';
import { passedPeer, refuseWithoutPeer } from '../front/peer.ts';
import { createCallerAddresses } from '../kit/caller-address.ts';
import { systemClock } from '../kit/clock.ts';
import { lowerV8ThreadPriority } from '../kit/process/v8-threads.ts';
import { resolvesWithin } from '../kit/within.ts';
import { type Places, watchPlaces } from '../places.ts';
import { stopLimits } from '../stop.ts';
import { createEdgeAnswers } from '../stream/stream.edges.ts';
import { createStreamAnswers } from '../stream/stream.http.ts';
import { createReports } from '../stream/stream.reports.ts';
import { answerCopies } from './copies.ts';
import { stoppedWords } from './emergency-stop.ts';
import { type ProcessDeps, variables } from './link.ts';
import { listenAtSocket, socketPlace } from './sockets.ts';

/** The time for the last requests. Once the ads processes have ended, only requests that they have given up can still run. */
const lastRequestsMs = 100;

/** Refuses phones at an office alone (ROLE=office), so that they keep their ads. */
const refuseAds: MayAnswer = (request, response) => {
  if (!reads(request, '/api/getAds')) return false;
  refuseByHand(response, 503, 'This server does not answer ads: ask one that does');
  return true;
};

/**
 * Answers everything but ads, and sends the processes that answer ads their data (ADR 48). It is the only process that knows a
 * database. With ROLE=office it listens at the port itself, and edges answer the ads (ADR 49).
 */
export async function runOffice({ settings, logger, link, stopBy }: ProcessDeps): Promise<void> {
  const {
    [variables.officeSocket]: officeSocket = '',
    [variables.streamSocket]: streamSocket = '',
  } = process.env;
  process.title = 'adwarden office';
  lowerV8ThreadPriority();
  const clock = systemClock;
  const build = buildInfo();
  const isAlone = settings.role === 'office';
  const { isFromProxy } = createCallerAddresses(settings.trustProxy);
  const connections = createConnectionLimit(logger, {
    // All callers share the connections of ads processes.
    isProxy: (socket) => !isAlone || isFromProxy({ headers: {}, socket }),
  });
  const forwarded = createForwardedWarning(isFromProxy, logger);
  const metrics = createMetrics({
    build,
    connectionsRefused: connections.refused,
    forwardedIgnored: forwarded.ignored,
  });
  const reports = createReports(clock);
  const callers = await composeCallers({
    settings,
    clock,
    logger,
    hosts: undefined,
    warnOfForwarded: () => {},
  });
  // The ads processes answer from these ads; people get a message until the database is there.
  const hasAds = existsSync(join(settings.dataDir, lastGoodName));
  const office = await composeOffice({
    settings,
    build,
    callers,
    metrics,
    reports,
    clock,
    logger,
    mayMake: process.env[variables.again] === undefined,
    announceWork: link.work,
    hasAds,
    areAdsStopped: () => link.troubles().includes(stoppedWords),
    adsProcesses: Number(process.env[variables.adsProcesses] ?? 0),
  });
  let lock: ReturnType<typeof lockFolder> = null;
  const start = await prepareOrResume({
    async prepare() {
      lock ??= lockFolder(settings.dataDir, { isNeeded: settings.postgres === undefined });
      return office.prepare();
    },
    resume: async () => hasAds,
    mayWait: settings.postgres !== undefined,
    logger,
  });
  link.prepared(start.prepared);
  const stopping = new AbortController();
  let isPrepared = start.prepared !== null;
  const prepared = start.whenPrepared(stopping.signal).then(() => {
    isPrepared = true;
    office.begin();
  });
  prepared.catch(() => {});

  const streamAnswers = createStreamAnswers({
    officeOf: office.officeOf,
    whenPrepared: prepared,
    isPrepared: () => isPrepared,
    state: () => ({
      troubles: [start.refusal(), ...office.troubles(), ...sockets.lost()].filter(Boolean),
      isDiskFull: office.dataFolder.isFull(),
      // In this state the balancer takes another node, and a rollout stops.
      isRefused: settings.postgres !== undefined && start.isRefused(),
    }),
    time: office.time.told,
    lookupsOf: (processes) => lookupShares(settings.vpnLookupsPerDay, processes),
    logger,
  });
  let sockets: Pick<Places, 'lost' | 'stop'> = { lost: () => [], stop() {} };
  let isServing = false;
  const readiness: Readiness = () => ({
    ready: isServing && isPrepared,
    troubles: [
      isPrepared ? '' : start.refusal() || 'the database is gone',
      ...office.troubles(),
      ...link.troubles(),
    ].filter(Boolean),
    detail: build,
  });
  // Ads processes report these metrics, so only an office alone adds them.
  if (isAlone) addNodeMetrics(metrics, { readiness, dataDir: settings.dataDir });
  const hearsSupervisor = () => !settings.heartbeat || link.hearsSupervisor();
  const readMetrics = async () => textOfAll(await link.metricsOfAll());
  const operation = (isOpened: IsOpened) => [
    answerHealth(readiness, isOpened, hearsSupervisor),
    answerMetrics(readMetrics, isOpened),
  ];
  const metricsServer = createMetricsServer(operation, logger);
  const { trustProxy } = settings;
  const addresses = createCallerAddresses(trustProxy, isAlone ? undefined : passedPeer);
  const answerEdges = createEdgeAnswers({
    keys: settings.edgeKeys,
    networks: settings.edgeNetworks,
    trustProxy,
    isBehindAds: !isAlone,
    answer: streamAnswers.answer,
    logger,
  });
  const server = await office.buildServer(
    isAlone
      ? {
          ownAnswers: [refuseAds, ...operation(openedBy(settings.metricsToken)), answerEdges],
          addresses,
          away: start.away,
          warnOfForwarded: forwarded.warnOfForwarded,
        }
      : {
          isBehindAds: true,
          ownAnswers: [refuseWithoutPeer, answerEdges],
          addresses,
          away: start.away,
          warnOfForwarded: () => {},
        },
  );
  connections.hold(server.server);
  const { dataDir } = settings;
  const answerCopy = answerCopies({ dataDir, socket: streamSocket, saveCopy: office.saveCopy });
  const stream = createServer((request, response) => {
    if (answerCopy(request, response) || streamAnswers.answer(request, response)) return;
    refuseByHand(response, 404, 'Not found');
  });
  link.share(metrics);

  stopBy.by(async () => {
    isServing = false;
    stopping.abort();
    metricsServer.close();
    metricsServer.closeAllConnections();
    streamAnswers.endEdges();
    // The framework itself closes only a server that it has opened.
    const close = () => stopListening(server.server, () => server.close());
    // With ads processes in front, those have already waited for the requests.
    if (isAlone) await closeServer(server.server, close, stopLimits.requests, logger);
    const closed = async () => {
      if (!isAlone) await closeServer(server.server, close, lastRequestsMs, logger);
      sockets.stop();
      stream.close();
      stream.closeAllConnections();
      await office.calm();
      await office.close();
      lock?.release();
    };
    if (!(await resolvesWithin(closed(), stopLimits.closing))) {
      logger.warn('closing the database before it has finished');
    }
  });
  link.on({
    calm: () => {
      stopping.abort();
      office.calm().catch((error) => logger.error({ err: error }, 'the office does not calm down'));
    },
    async listen(handle) {
      try {
        await server.ready();
        server.server.listen(handle as object);
        await once(server.server, 'listening');
      } catch (error) {
        await link.refused(cannotListen(error, settings).message);
        process.exit(1);
      }
      isServing = true;
      link.serving();
    },
    'listen-metrics': (handle) => void metricsServer.listen(handle as object),
  });
  if (isAlone) return;
  // The ads processes of this machine connect here. A process that knows the office from the stream may pass requests on.
  const forAds = [
    { server: server.server, path: officeSocket },
    { server: stream, path: streamSocket },
  ];
  await server.ready();
  for (const one of forAds) await listenAtSocket(one);
  sockets = watchPlaces(
    forAds.flatMap((one) => socketPlace(one, logger)),
    logger,
  );
  link.serving();
}
