import { fileURLToPath } from 'node:url';
import { isPaused } from '@adwarden/contract/judge';
import type { OutsideHosts } from '../ads/callers/caller.ts';
import { createExplainAds } from '../ads/endpoint/ads.explain.ts';
import { watchRush } from '../ads/endpoint/ads.rush.ts';
import { createAdsPauses } from '../ads/pauses/ads.pauses.ts';
import { scopesOf } from '../ads/pauses/ads.scopes.ts';
import { buildInfo } from '../build-info.ts';
import { cannotListen } from '../cannot-listen.ts';
import { createChangesFeed } from '../changes/changes.feed.ts';
import { cannotBeWritten, openDataFolder } from '../data-folder.ts';
import { identify, refuseOtherDatabase, remember } from '../db/belonging.ts';
import { isDiskFull } from '../db/errors.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import type { AppsListParts } from '../features/apps/list/apps.list.service.ts';
import { closeServer } from '../front/closing.ts';
import { createConnectionLimit } from '../front/connection-limit.ts';
import type { BodyPace } from '../front/slow-bodies.ts';
import { createForwardedWarning } from '../http/forwarded-warning.ts';
import { createMetrics } from '../http/metrics.ts';
import { createWriteBudget } from '../http/write-budget.ts';
import { type Clock, systemClock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import { resolvesWithin } from '../kit/within.ts';
import { buildServer } from '../server.ts';
import type { Settings } from '../settings.ts';
import { stopLimits } from '../stop.ts';
import { createAppsSource } from '../stream/stream.apps.store.ts';
import { onlyWorker, type Worker } from '../workers/worker.ts';
import { sharesPorts } from '../workers/workers.port.ts';
import { createBatchThread } from './batches/batches.link.ts';
import { createBulkThread } from './bulk/bulk.link.ts';
import { composeAds } from './compose-ads.ts';
import { composeCallers } from './compose-callers.ts';
import { composeConnect } from './compose-connect.ts';
import { composeFeatures } from './compose-features.ts';
import { composeChangeLog, createInstallationReader } from './compose-findings.ts';
import { composeStream } from './compose-stream.ts';
import { prepareOrResume } from './prepare-or-resume.ts';
import { runInBackground } from './run-in-background.ts';
import { loadSeal, mustOpen } from './secret-key.ts';

const builtWebApp = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** What `/readyz` says while the database is gone. */
const gone = {
  withAds: 'the database is gone: ads are served, the back office is not',
  withoutAds: 'the database is gone, and there are no last good ads: waiting for it',
};

/** So long `/readyz` says that the disk of PostgreSQL is full after the last write that failed for it. */
const fullForMs = 60_000;

/** The running product: what main starts and stops, and tests call. */
export type Adwarden = Awaited<ReturnType<typeof compose>>;

/** Builds all parts and connects them, as `composeFeatures` does for the features. Nothing listens yet. */
export async function compose(
  settings: Settings,
  logger: Logger,
  {
    clock = systemClock,
    webFolder = builtWebApp,
    writeUsageEvery,
    outsideHosts,
    bodyPace,
    worker = onlyWorker,
    metricsOfAll,
  }: {
    clock?: Clock;
    webFolder?: string;
    /** Milliseconds between two writes of the usage, 6 seconds unless said otherwise. */
    writeUsageEvery?: number;
    /** Replaces ipinfo.io and vpnapi.io in tests. */
    outsideHosts?: OutsideHosts;
    /** How fast a body must come; `limits.slowBody` unless said otherwise. */
    bodyPace?: BodyPace;
    /** Which worker of this machine this process is. */
    worker?: Worker;
    /** The metrics of all workers, when there are several. */
    metricsOfAll?: (() => Promise<string>) | undefined;
  } = {},
) {
  const isFirst = worker.id === 1;
  const build = buildInfo();
  const { dataDir, postgres } = settings;
  const dataFolder = await openDataFolder(dataDir, { isNeeded: !postgres, logger });
  /** An error about the full disk is told of a folder that holds the database. */
  const inWords = (error: unknown) =>
    isDiskFull(error) && !postgres ? cannotBeWritten(dataDir, error) : error;
  let databaseFullAt = Number.NEGATIVE_INFINITY;
  const metrics = createMetrics();
  const database = await openDatabase({
    dataDir,
    postgres,
    onQuery: (ms, error) => {
      metrics.databaseCall(ms);
      if (postgres && isDiskFull(error)) databaseFullAt = performance.now();
    },
    mayBeGone: true,
  });
  const { db } = database;
  const place = { ...database, dataDir };

  const seal = await loadSeal(settings, db).catch((error) => {
    throw inWords(error);
  });
  const feed = createChangesFeed();
  const { changeLog, judging } = composeChangeLog(db, feed, clock, logger);
  const pauses = createAdsPauses(clock);
  const isAppPaused: AppsListParts['isPaused'] = (app) =>
    pauses.any && isPaused(pauses.covering(app.appID, scopesOf(app)), pauses.now());
  const bulk = createBulkThread({ settings, db, logger });
  const parts = { db, changeLog, judging, seal, clock, settings, logger, isPaused: isAppPaused };
  const batches = createBatchThread({ settings, writes: database.writes, logger });
  const { carryOutNext } = batches;
  const { connect, readWatched } = composeConnect({ db, feed, now: pauses.now });
  const apps = createAppsSource(db);
  const readForCallers = () => features.readForCallers();
  const office = composeStream({ db, feed, apps, pauses, readForCallers, readWatched, logger });
  const warnOfForwarded = createForwardedWarning(settings.trustProxy, logger);
  const hosts = outsideHosts;
  const callers = await composeCallers({ settings, clock, warnOfForwarded, logger, hosts });
  const hasRoom = () => !dataFolder.isFull();
  const ads = composeAds({ settings, office, callers, writeUsageEvery, hasRoom, clock, logger });
  const rush = watchRush(ads.counters, () => {
    database.giveWay();
    features.hasher.giveWay();
    bulk.giveWay();
  });
  const features = composeFeatures({ ...parts, bulk: bulk.work, carryOutNext, isRush: rush.isOn });
  const start = await prepareOrResume({
    async prepare() {
      try {
        await database.check();
        await refuseOtherDatabase(place);
        for (const name of await migrate(db)) logger.info({ migration: name }, 'a migration ran');
        await mustOpen(db, seal, settings);
        const belonging = await identify(place);
        await dataFolder.keep(() => remember(dataDir, belonging));
        return await features.prepare();
      } catch (error) {
        throw inWords(error);
      }
    },
    resume: ads.resume,
    mayWait: postgres !== undefined,
    logger,
  });
  if (isFirst) ads.keep();
  const explainAds = createExplainAds({ findApp: apps.app, callers, pauses });
  const connections = createConnectionLimit(logger);
  const installation = createInstallationReader({
    ...{ counters: ads.counters, callers, dataFolder, connections },
  });
  const { pauses: pauseCalls } = features.services;
  const { applyDue, runNext } = features;
  // Background work must not take the room that is left for people.
  const unlessFull = (work: () => Promise<boolean>) => async () =>
    dataFolder.isFull() ? false : work();
  const due = { applyDue: unlessFull(applyDue), runNext: unlessFull(runNext) };
  const background = { db, clock, logger, judging, installation, pauses: pauseCalls, ...due };
  const stopBackground = isFirst ? runInBackground(background) : async () => {};
  ads.count();
  const stopWatching = database.watch(() => void feed.announce());
  const stopping = new AbortController();
  let isPrepared = start.prepared !== null;

  const server = await buildServer({
    logger,
    version: build.version,
    trustProxy: settings.trustProxy,
    warnOfForwarded,
    answerAds: ads.answer,
    findActor: features.findActor,
    stillOpen: features.stillOpen,
    spendWrite: createWriteBudget(settings.writesPerMinute, () => performance.now()),
    isDiskFull: dataFolder.isFull,
    readiness: () => {
      const { ready, isLoaded, failing, apps: count } = ads.status();
      const isServing = ready && !stopping.signal.aborted;
      const isGone = failing || !isPrepared;
      const ofDatabase = isLoaded ? gone.withAds : gone.withoutAds;
      const isDatabaseFull = performance.now() - databaseFullAt < fullForMs;
      const troubles = [
        isGone ? start.refusal() || ofDatabase : '',
        isDatabaseFull ? 'the disk of the database is full: nothing can be saved' : '',
        dataFolder.trouble(),
      ].filter(Boolean);
      // A node that has never kept its ads would have none after a restart without the database.
      const detail = { apps: count, ...build };
      return { ready: isServing && dataFolder.maySuffice(), troubles, detail };
    },
    metrics,
    metricsSources: {
      build,
      adsOutcomes: () => ads.counts().outcomes,
      oldTokens: () => ads.counts().oldTokens,
      appsInSnapshot: () => ads.status().apps,
      callers: () => ads.counts().callers,
      lookups: callers.counts,
      connectionsRefused: connections.refused,
      countriesBuiltAt: () => callers.sources().databaseBuiltAt,
      token: settings.metricsToken,
      ofAll: metricsOfAll,
    },
    webApp: {
      folder: webFolder,
      facts: {
        'company-name': settings.companyName,
        'public-url': settings.publicUrl ?? '',
        version: build.version,
        commit: build.commit,
        'show-passwords': settings.showPasswords ? 'on' : 'off',
      },
    },
    uploadFolder: dataDir,
    bodyPace,
    features: (backOffice) => features.register(backOffice, explainAds, connect),
  });

  connections.hold(server.server);

  return {
    server,
    db,
    metrics: metrics.registry,
    /** Null while the last good ads stand in for the database. */
    firstAdmin: start.prepared,
    /** Listens, then loads the ads; one of several processes loads first. Returns the address. */
    async listen(): Promise<string> {
      const following = start.whenPrepared(stopping.signal).then(async () => {
        isPrepared = true;
        await ads.start();
      });
      following.catch(() => {});
      // Other processes can answer meanwhile. This one, without ads yet, would only answer 503.
      const amongOthers = worker.count > 1 || database.kind === 'postgres';
      if (amongOthers && isPrepared && !ads.status().isLoaded) await following;
      const { port, host } = settings;
      const place = { port, host, reusePort: worker.count > 1 && sharesPorts };
      const address = await server.listen(place).catch((error) => {
        throw cannotListen(error, place);
      });
      if (isPrepared) await following;
      return settings.publicUrl ?? address.replace('//127.0.0.1:', '//localhost:');
    },
    /** Stops: `/readyz` answers 503, running requests finish, then everything is closed. Takes at most `stopLimits`. */
    async stop(): Promise<void> {
      const began = performance.now();
      const left = (limit: number) => Math.max(0, limit - (performance.now() - began));
      stopping.abort();
      const calmed = stopBackground().then(batches.stop);
      rush.stop();
      dataFolder.stop();
      database.hurry();
      const unwatched = stopWatching();
      await closeServer(server.server, () => server.close(), left(stopLimits.requests), logger);
      await ads.stopCounting(left(stopLimits.usage));
      const all = Promise.all([calmed, unwatched, bulk.stop(), ads.stop()]).then(database.close);
      if (!(await resolvesWithin(all, left(stopLimits.all)))) {
        logger.warn('closing the database before it has finished');
      }
    },
  };
}
