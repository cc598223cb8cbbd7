import { readFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPaused } from '@adwarden/contract/judge';
import type { Registry } from 'prom-client';
import type { Callers } from '../ads/callers/caller.ts';
import { createExplainAds } from '../ads/endpoint/ads.explain.ts';
import { createAdsPauses } from '../ads/pauses/ads.pauses.ts';
import { scopesOf } from '../ads/pauses/ads.scopes.ts';
import { createBackups } from '../backups/backups.ts';
import { createDumps } from '../backups/dumps.ts';
import type { BuildInfo } from '../build-info.ts';
import { createChangesFeed } from '../changes/changes.feed.ts';
import { createDamage } from '../damage.ts';
import { openDataFolder } from '../data-folder.ts';
import { type Belonging, identify, refuseOtherDatabase, remember } from '../db/belonging.ts';
import { rescueInto } from '../db/copies/rescue.ts';
import type { OnStatement } from '../db/database.ts';
import { isDiskFull, isReadOnly } from '../db/errors.ts';
import { readTime } from '../db/kept-time.ts';
import { migrate, OtherSchemaError } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { createTimeKeeper } from '../db/time-keeper.ts';
import { worstFirst } from '../doctor/check.ts';
import { examine } from '../doctor/doctor.ts';
import { checkJobs } from '../doctor/jobs.checks.ts';
import { checkLost } from '../doctor/machine.checks.ts';
import type { WorkingOffice } from '../feature.ts';
import type { AppsListDeps } from '../features/apps/list/apps.list.service.ts';
import type { MayAnswer } from '../front/answer-by-hand.ts';
import type { Endpoint } from '../front/endpoint.ts';
import type { ForwardedWarning } from '../front/forwarded-warning.ts';
import { answerProof } from '../front/proof.ts';
import type { BodyPace } from '../front/slow-bodies.ts';
import {
  addBackupMetrics,
  addCertificateMetric,
  addClockMetric,
  addDamageMetric,
  addEdgeMetrics,
  addJobMetrics,
  timeDatabaseCalls,
} from '../http/metrics.ts';
import { createReachedOfCalls } from '../http/reached.ts';
import { createWriteBudget } from '../http/write-budget.ts';
import { createJobs } from '../jobs/jobs.ts';
import { AppError } from '../kit/app-error.ts';
import type { CallerAddresses } from '../kit/caller-address.ts';
import { watchCertificate } from '../kit/certificate.ts';
import type { Clock } from '../kit/clock.ts';
import { StartRefusal } from '../kit/faults/start-refusal.ts';
import { sha256 } from '../kit/ids.ts';
import type { Logger } from '../kit/logger.ts';
import { createResolveHost, type ResolveHost } from '../kit/outside/resolve-host.ts';
import type { PasswordCost } from '../kit/password-hash.ts';
import { ownFile, topFolder } from '../kit/process/own-files.ts';
import { createLateSeal } from '../kit/seal.ts';
import { partyNow } from '../kit/turns/party.ts';
import { watchPlaces } from '../places.ts';
import { buildServer } from '../server.ts';
import type { Settings } from '../settings.ts';
import { faultOf } from '../start-faults.ts';
import { createAppsSource } from '../stream/stream.apps.store.ts';
import type { Reports } from '../stream/stream.reports.ts';
import { composeFeatures } from './compose-features.ts';
import { composeChangeLog, createInstallationReader } from './compose-findings.ts';
import { composeNotifications } from './compose-notifications.ts';
import { composeStream } from './compose-stream.ts';
import { officeJobs } from './office-jobs.ts';
import { createPhonesState } from './phones-state.ts';
import { keyFile, keysOf, loadSeal, lostSecretsIn, mustOpen, stateOfKeyIn } from './secret-key.ts';

const builtWebApp = join(topFolder, 'web/dist');

/** Milliseconds after the last write that PostgreSQL has refused; until then `/readyz` says why. */
const refusedForMs = 60_000;

/** Says why PostgreSQL takes no writes; '' for any other error. */
const noWrites = (error: unknown): string =>
  isDiskFull(error)
    ? 'the disk of the database is full: nothing can be saved'
    : isReadOnly(error)
      ? 'the database takes no writes, as a standby or because it is read-only: nothing can be saved'
      : '';

/** A statement that takes longer is logged: everybody else waits for it (ADR 65). */
const slowStatementMs = 100;

const logSlowStatements =
  (logger: Logger): OnStatement =>
  (sql, ms) => {
    if (ms <= slowStatementMs) return;
    logger.debug({ sql, ms: Math.round(ms), party: partyNow().key }, 'a slow statement');
  };

/**
 * Builds the back office: everything that knows a database. It does not listen yet, and it starts no work of its own before
 * `begin`. Throws a one-line Error when a setting or the folder is wrong.
 */
export async function composeOffice(deps: {
  settings: Settings;
  build: BuildInfo;
  callers: Callers;
  metrics: Registry;
  reports: Reports;
  clock: Clock;
  logger: Logger;
  /** The number of processes of this machine that answer ads and should follow. */
  adsProcesses?: number;
  /** The longest time that a write waits for the ads to have it, in milliseconds. */
  writePatienceMs?: number | undefined;
  /** Folder and database may be made, as at a first start. */
  mayMake?: boolean;
  /** Announces long work, which may block this process; returns the function to call at its end. */
  announceWork?: () => () => void;
  /** Asks other DNS servers than those of this machine: for tests. */
  resolve?: ResolveHost | undefined;
  /** This machine has last good ads: then a folder that cannot be written is no Error. */
  hasAds?: boolean | undefined;
  /** Whether an operator has stopped the ads of this machine. */
  areAdsStopped?: (() => boolean) | undefined;
  /** Another cost of a password hash: for tests, which make many. */
  passwordCost?: PasswordCost | undefined;
}) {
  const { settings, build, callers, metrics, reports, clock, logger } = deps;
  const { resolve = createResolveHost(), mayMake = true, announceWork = () => () => {} } = deps;
  const { adsProcesses = 0 } = deps;
  const { dataDir, postgres } = settings;
  const dataFolder = await openDataFolder(dataDir, {
    isNeeded: !postgres,
    mayMake,
    mayFail: deps.hasAds ?? false,
    logger,
  });
  const isDatabaseLost = () => !postgres && dataFolder.lost() !== '';
  /** The last time that PostgreSQL refused a write, and why, in words. */
  let refusedWrite = { at: Number.NEGATIVE_INFINITY, words: '' };
  const damage = createDamage(logger);
  addDamageMetric(metrics, () => damage.words() !== '');
  const databaseCall = timeDatabaseCalls(metrics);
  const database = await openDatabase({
    dataDir,
    postgres,
    onQuery: (ms, error) => {
      databaseCall(ms);
      damage.note(error);
      const words = postgres ? noWrites(error) : '';
      if (words) refusedWrite = { at: performance.now(), words };
    },
    ...(logger.isLevelEnabled('debug') && { onStatement: logSlowStatements(logger) }),
    mayBeGone: true,
    mayMake,
  });
  const { db } = database;
  const dumps = { db, everyHours: settings.backupEveryHours, clock, logger };
  const backups = postgres
    ? createDumps(dumps)
    : settings.backups && createBackups({ ...settings.backups, dataDir, clock, logger, damage });
  if (backups) {
    const isKnown = () => !postgres || backups.state().lastAt !== null;
    addBackupMetrics(metrics, () => (isKnown() ? backups.state() : null));
  }
  const place = { ...database, dataDir };
  let belonging: Belonging | null = null;
  const { seal, use: useKey } = createLateSeal();
  const ownKey = settings.secretKey ? null : keyFile(dataDir);
  let keyText: string | null = null;
  let keys: readonly Buffer[] = [];
  const places = watchPlaces(
    [
      { name: 'the built server', path: fileURLToPath(ownFile('main')), mayBeReplaced: true },
      { name: 'the built web app', path: join(builtWebApp, 'index.html'), mayBeReplaced: true },
      ...(ownKey ? [{ name: 'the secret key', path: ownKey, mayBeReplaced: true }] : []),
    ],
    logger,
  );
  const lost = () => {
    const inFolder = dataFolder.lost();
    // With the folder its key is lost, too: one message is enough.
    return inFolder ? [inFolder] : places.lost();
  };

  /** Saves the content of the open database in the first of these places that works; refuses (409) while its files are there. */
  async function saveCopy(candidates: readonly string[]): Promise<string> {
    const { copy } = database;
    if (!copy || !belonging || !isDatabaseLost()) {
      throw new AppError('conflict', 'The files of the database are where they belong');
    }
    const key = ownKey && keyText ? { name: basename(ownKey), text: keyText } : null;
    const isDone = announceWork();
    try {
      const folder = await rescueInto(candidates, { copy, belonging, key }, clock);
      logger.warn({ folder }, 'saved a copy of the database, whose files are gone');
      return folder;
    } catch (error) {
      logger.error({ err: error }, 'the database could not be saved');
      throw new AppError('unavailable', `No copy could be saved: ${(error as Error).message}`);
    } finally {
      isDone();
    }
  }
  /**
   * The places where people find a copy: the folder of backups, beside the data folder, the folder that is there now, or the
   * system's.
   */
  const forPeople = [settings.backups?.folder ?? '', dirname(dataDir), dataDir, tmpdir()];
  const feed = createChangesFeed(deps.writePatienceMs, adsProcesses);
  const phones = createPhonesState(feed);
  const reachedOfCalls = createReachedOfCalls(phones.reached);
  const { changeLog, judging } = composeChangeLog(db, feed, clock, logger, reachedOfCalls.note);
  const time = createTimeKeeper({ db, clock, logger });
  const pauses = createAdsPauses(time.ends);
  const isAppPaused: AppsListDeps['isPaused'] = (app) =>
    pauses.any && isPaused(pauses.covering(app.appID, scopesOf(app)), pauses.now());
  const apps = createAppsSource(db);
  const features = composeFeatures({
    db,
    changeLog,
    feed,
    judging,
    seal,
    clock,
    now: () => time.told()?.now ?? clock(),
    settings,
    logger,
    isPaused: isAppPaused,
    countryOf: callers.countryOf,
    resolve,
    passwordCost: deps.passwordCost,
  });
  addEdgeMetrics(metrics, features.readEdges);
  const jobs = createJobs({
    db,
    logger,
    clock,
    lacks: (need) =>
      // Jobs must not take the room that is left for people, or write what would be lost.
      need === 'disk' ? dataFolder.isFull() || isDatabaseLost() : time.doubt() !== null,
  });
  addJobMetrics(metrics, jobs.states);
  const notifications = composeNotifications({
    db,
    changeLog,
    feed,
    seal,
    clock,
    settings,
    metrics,
    logger,
    version: build.version,
    resolve,
    judge: features.judgeOutside,
  });
  const officeOf = composeStream({
    db,
    feed,
    apps,
    pauses,
    features,
    reports,
    clock,
    logger,
    isDatabaseLost,
    time,
  });
  const explainAds = createExplainAds({ findApp: apps.app, callers, pauses });
  const examineOffice = async () => {
    const checks = await examine({
      settings,
      keyState: (at) => stateOfKeyIn(settings, at),
      lostSecrets: lostSecretsIn(settings),
      key: async () => keys[0] ?? null,
      open: database,
      damage: damage.words(),
    });
    if (!isDatabaseLost()) return worstFirst([...checks, ...checkJobs(jobs.states())]);
    const gone = dataFolder.lost();
    // This way the finding and `/readyz` say the same.
    return worstFirst([checkLost(gone), ...checks.filter(({ what }) => !what.includes(gone))]);
  };
  const acceptTime = async ({ id }: { id: string }) => {
    const now = await time.accept();
    logger.warn({ admin: id, now: new Date(now) }, 'somebody has accepted the clock');
    await features.judgeOutside();
    await feed.announce();
    return now;
  };
  addClockMetric(metrics, () => time.doubt() !== null);
  const stopWatching = database.watch(() => void feed.announce());
  let certificate: ReturnType<typeof watchCertificate> | null = null;
  addCertificateMetric(metrics, () => certificate?.end() ?? null);
  let stopJobs = async () => {};

  return {
    db,
    /** The kind of the database. */
    kind: database.kind,
    /** The time, and whether it can be believed. */
    time,
    /** Returns the office as a process that answers ads sees it. */
    officeOf,
    dataFolder,

    /** Checks and migrates the database; returns the administrator that it made, if any. Throws when it is gone or another one. */
    async prepare() {
      // A migration, and the check of a whole database, may block the thread for longer than a heartbeat may stay away.
      const isDone = announceWork();
      try {
        await database.check();
        await refuseOtherDatabase(place);
        useKey(await loadSeal(settings, db));
        keyText = ownKey && (await readFile(ownKey, 'utf8'));
        keys = await keysOf(settings);
        const ran = await migrate(db).catch((error) => {
          // The load balancer takes another node.
          if (!postgres || !(error instanceof OtherSchemaError)) throw error;
          throw new StartRefusal(error.message);
        });
        for (const name of ran) logger.info({ migration: name }, 'a migration ran');
        await mustOpen(db, seal, settings);
        time.take(await readTime(db));
        const own = await identify(place);
        // Somebody may have put the right file into the place of a damaged one.
        dataFolder.beginAnew();
        await dataFolder.look();
        belonging = own;
        // The file may be another one than at the attempt before.
        damage.over();
        await dataFolder.keep(() => remember(dataDir, own));
        return await features.prepare();
      } catch (error) {
        damage.note(error);
        throw faultOf(error, settings);
      } finally {
        isDone();
      }
    },

    /** Starts the work that it does by itself: hourly runs, batches, changes that are due. */
    begin(): void {
      const office: WorkingOffice = {
        server: `${hostname()}:${dataDir}`,
        here: () => ({
          lost: lost(),
          arePhonesBehind: phones.areBehind(),
          damage: damage.words(),
        }),
        readInstallation: createInstallationReader({ reports, dataFolder, backups }),
      };
      const { trafficDays } = settings;
      const channels = notifications.jobs;
      const prepared = notifications.prepare();
      const end = jobs.begin(
        officeJobs({ db, time, trafficDays, features, channels, office, logger }),
      );
      stopJobs = async () => void (await Promise.all([end(), prepared]));
      backups?.start(belonging?.id ?? '');
      const { publicUrl } = settings;
      if (publicUrl?.startsWith('https:')) certificate = watchCertificate(new URL(publicUrl));
    },

    /** Returns what does not work, in words; the database may be gone besides. */
    troubles(): string[] {
      const isRecent = performance.now() - refusedWrite.at < refusedForMs;
      return [
        isRecent ? refusedWrite.words : '',
        dataFolder.trouble(),
        ...lost(),
        // Before that, the refusal of the start says so.
        belonging ? damage.words() : '',
      ].filter((one, place, all) => one !== '' && all.indexOf(one) === place);
    },

    saveCopy,

    /** Builds the HTTP server. `ads` and `ownAnswers` come before the back office. */
    buildServer: (more: {
      ads?: Endpoint;
      withLane?: boolean;
      ownAnswers: MayAnswer[];
      isBehindAds?: boolean;
      addresses: CallerAddresses;
      away: () => string;
      warnOfForwarded: ForwardedWarning;
      webFolder?: string | undefined;
      bodyPace?: BodyPace | undefined;
    }) => {
      const { webFolder = builtWebApp, ownAnswers, ...given } = more;
      return buildServer({
        ...given,
        ownAnswers: [...ownAnswers, answerProof(() => keys)],
        logger,
        version: build.version,
        basePath: settings.basePath,
        findActor: features.findActor,
        stillOpen: features.stillOpen,
        mustBeConfirmed: features.mustBeConfirmed,
        spendWrite: createWriteBudget(settings.writesPerMinute, () => performance.now()),
        isDiskFull: dataFolder.isFull,
        isDatabaseLost,
        reachedOfCalls,
        areAdsStopped: deps.areAdsStopped,
        metrics,
        webApp: {
          folder: webFolder,
          // The id itself is nobody's business.
          installation: () => (belonging ? sha256(`page ${belonging.id}`).slice(0, 16) : ''),
          facts: {
            'company-name': settings.companyName,
            'public-url': settings.publicUrl ?? '',
            version: build.version,
            commit: build.commit,
            'share-tabs': settings.shareTabs ? 'on' : 'off',
            'show-passwords': settings.showPasswords ? 'on' : 'off',
          },
        },
        uploadFolder: dataDir,
        features(backOffice) {
          features.register(backOffice, {
            explainAds,
            examine: examineOffice,
            saveCopy: () => saveCopy(forPeople.filter(Boolean)),
            acceptTime,
          });
          notifications.register(backOffice);
        },
      });
    },

    /** Ends the work that it does by itself, but goes on telling the ads. */
    async calm(): Promise<void> {
      database.hurry();
      dataFolder.stop();
      places.stop();
      backups?.stop();
      certificate?.stop();
      await stopJobs();
    },

    /** Closes the database, after `calm` and after the last call. */
    async close(): Promise<void> {
      await stopWatching();
      callers.stop();
      await database.close();
    },
  };
}
