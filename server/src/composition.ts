import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };
import { createAdsCounters } from './ads/ads.counters.ts';
import { createAdsLoader } from './ads/ads.loader.ts';
import { adsRoute } from './ads/ads.route.ts';
import { createAdsSnapshot } from './ads/ads.snapshot.ts';
import { createAdsSource } from './ads/ads.source.store.ts';
import { createChangeLog } from './changes/change-log.ts';
import { createChangesFeed } from './changes/changes.feed.ts';
import { pruneHourly } from './changes/changes.pruning.ts';
import { composeFeatures } from './composition.features.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { createMetrics } from './http/metrics.ts';
import { type Clock, systemClock } from './kit/clock.ts';
import type { Logger } from './kit/logger.ts';
import { createSeal } from './kit/seal.ts';
import { loadSecretKey } from './secret-key.ts';
import { buildServer } from './server.ts';
import type { Settings } from './settings.ts';

const builtWebApp = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** The running product: what main starts and stops, and tests call. */
export type Adwarden = Awaited<ReturnType<typeof compose>>;

/** Builds everything and hands it on; with `composeFeatures` the only place that does. Nothing listens yet. */
export async function compose(
  settings: Settings,
  logger: Logger,
  { clock = systemClock, webFolder = builtWebApp }: { clock?: Clock; webFolder?: string } = {},
) {
  const metrics = createMetrics();
  const database = await openDatabase({
    dataDir: settings.dataDir,
    onQuery: metrics.databaseCall,
  });
  const { db } = database;
  await migrate(db);

  const key = await loadSecretKey(settings.secretKey, settings.dataDir);
  const seal = createSeal(key, settings.oldSecretKeys);
  const feed = createChangesFeed();
  const changeLog = createChangeLog(db, feed, clock);
  const features = composeFeatures({ db, changeLog, seal, clock, settings });
  const firstAdmin = await features.prepare();

  const snapshot = createAdsSnapshot();
  const counters = createAdsCounters();
  const loader = createAdsLoader({ source: createAdsSource(db), snapshot, feed, clock, logger });
  const stopPruning = pruneHourly(db, clock, logger);
  let stopping = false;

  const server = await buildServer({
    logger,
    version: packageJson.version,
    trustProxy: settings.trustProxy,
    answerAds: adsRoute({ snapshot, counters, clock, logger, maxAge: settings.adsMaxAge }),
    findActor: features.findActor,
    readiness: () => {
      const { ready, apps } = loader.status();
      return { ready: ready && !stopping, detail: { apps } };
    },
    metrics,
    metricsSources: {
      adsOutcomes: () => counters.outcomes,
      oldTokens: () => counters.oldTokens,
      appsInSnapshot: () => snapshot.size,
      token: settings.metricsToken,
    },
    webApp: {
      folder: webFolder,
      facts: { 'company-name': settings.companyName, 'public-url': settings.publicUrl ?? '' },
    },
    features: features.register,
  });

  return {
    server,
    db,
    firstAdmin,
    /** Listens, loads the ads, and answers the address. */
    async listen(): Promise<string> {
      const address = await server.listen({ port: settings.port, host: settings.host });
      await loader.start();
      return settings.publicUrl ?? address.replace('//127.0.0.1:', '//localhost:');
    },
    /** `/readyz` turns 503, what is in flight finishes, then everything is let go. */
    async stop(): Promise<void> {
      stopping = true;
      stopPruning();
      await server.close();
      await loader.stop();
      await database.close();
    },
  };
}
