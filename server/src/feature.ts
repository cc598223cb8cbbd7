import type { SystemCheck } from '@adwarden/contract/doctor';
import type { Person, PersonKind } from '@adwarden/contract/people/people';
import type { TestCaller, TestedAds } from '@adwarden/contract/test-ads';
import type { ChangeLog } from './changes/change-log.ts';
import type { ChangesFeed } from './changes/changes.feed.ts';
import type { Keepers } from './changes/keeper.ts';
import type { NoteSecretRead } from './changes/secret-reads.ts';
import type { Db, Tx } from './db/schema.ts';
import type { Edits } from './edits/edits.service.ts';
import type { Actor, Author } from './http/actor.ts';
import type { BackOffice } from './http/route.ts';
import type { Here, ReadInstallation } from './installation.ts';
import type { Job } from './jobs/job.ts';
import type { Clock } from './kit/clock.ts';
import type { Logger } from './kit/logger.ts';
import type { ResolveHost } from './kit/outside/resolve-host.ts';
import type { PasswordHasher } from './kit/password-hash.ts';
import type { Seal } from './kit/seal.ts';
import type { WeaknessOf } from './kit/weak-password.ts';
import type { PruningRule } from './pruning/rule.ts';
import type { Quota } from './quotas/quotas.ts';
import type { Settings } from './settings.ts';

/* A feature is one object (ADR 131): its folder exports it from index.ts, and composition/features.ts lists it. */

/** The dependencies that every feature can take. */
export type Office = {
  db: Db;
  changeLog: ChangeLog;
  feed: ChangesFeed;
  /** The one way in which apps are edited. */
  edits: Edits;
  seal: Seal;
  clock: Clock;
  /** The time by which things end: the database's, while the clock is believed. */
  now: Clock;
  settings: Settings;
  logger: Logger;
  resolve: ResolveHost;
  hasher: PasswordHasher;
  weaknessOf: WeaknessOf;
  noteSecretRead: NoteSecretRead;
  /** Ends what opens an account beside its password; see `Feature.endAccess`. */
  endAccess: (tx: Tx, person: Person, onlySession?: string) => Promise<void>;
  /** Deletes what belongs to a person whose account is deleted; see `Feature.deleteThingsOf`. */
  deleteThingsOf: (tx: Tx, kind: PersonKind, id: string) => Promise<void>;
};

/** Reads and writes the passwords of one kind of account. */
export type AccountKeeper = {
  /** Returns the current hash; '' when there is none. */
  passwordHashOf(id: string): Promise<string>;
  /**
   * Writes the new password and ends the account's sessions, or `onlySession`; false when `oldHash` is no longer the current one.
   */
  changePassword(
    actor: Actor,
    oldHash: string,
    newPassword: string,
    onlySession?: string,
  ): Promise<boolean>;
  /**
   * Sets the password that an invited person has chosen and ends the account's sessions. `take` is called in the same
   * transaction; when it is false, nothing is written, and the answer is false.
   */
  acceptInvitation(
    author: Author,
    password: string,
    take: (tx: Tx) => Promise<boolean>,
  ): Promise<boolean>;
};

/** The dependencies of routes. Only a server has them: a command of the shell registers no routes. */
export type RunningOffice = {
  /** Keepers of all features. */
  keepers: Keepers;
  /** Keepers of the passwords of each kind of account. */
  accounts: Record<PersonKind, AccountKeeper>;
  /**
   * Returns the ads answer for a phone of this caller, and the reasons; null if there is no such app. AppError `too-many` if the
   * account's tests have called outside services too often.
   */
  explainAds: (appID: string, caller: TestCaller, account: string) => Promise<TestedAds | null>;
  /** Checks the installation. */
  examine: () => Promise<SystemCheck[]>;
  /** Saves the data that the open database holds, and returns the folder. Refuses (409) while the database's files are there. */
  saveCopy: () => Promise<string>;
  /** Accepts the clock as it is; returns the time in epoch milliseconds. */
  acceptTime: (actor: Pick<Actor, 'id'>) => Promise<number>;
};

/** The dependencies of jobs. Only a server that has started has them. */
export type WorkingOffice = {
  /** The name of this server in the installation. */
  server: string;
  here: () => Here;
  readInstallation: () => ReadInstallation;
};

/** What bounds the rows that a feature or a channel stores. Both lists may be empty, but each is a decision (ADR 143). */
export type Bounds = {
  /** How much of each kind one person may have. */
  quotas: readonly Quota[];
  /** What is not kept any more, in the order in which it is deleted. */
  pruning: readonly PruningRule[];
};

/** The parts of a feature that are built with the office. */
export type BuiltFeature<Gives extends object = object> = {
  /** Services and functions for later features, for the commands of the shell and for composition/, by name. */
  gives: Gives;
  /** Registers the routes of the feature's calls. */
  register?: (server: BackOffice, office: RunningOffice) => void;
  /** Work that the feature does by itself. */
  jobs?: (office: WorkingOffice) => readonly Job[];
  /** The keepers that restore its things from the log of changes, and undo changes. */
  keepers?: Keepers;
  /** Adds what a new database lacks, and deletes what settings forbid to keep. */
  prepare?: () => Promise<void>;
  /** Adds its part of the demo data, as this administrator. `password`: the one that the demo prints. */
  demo?: (admin: Actor, password: string) => Promise<void>;
};

/**
 * A feature: the folder's one export. `Needs` is the office and the things that earlier features of the list give, because
 * features never import each other.
 */
export type Feature<Needs = Office, Gives extends object = object> = {
  bounds: Bounds;
  /** Builds the feature for one office. Does no work yet. */
  build: (office: Needs) => BuiltFeature<Gives>;
  /**
   * Ends what opens an account beside its password, such as sessions, after somebody has set a new password. With `onlySession`,
   * the other sessions stay.
   */
  endAccess?: (tx: Tx, person: Person, onlySession?: string) => Promise<void>;
  /** Deletes what belongs to a person whose account is deleted. */
  deleteThingsOf?: (tx: Tx, kind: PersonKind, id: string) => Promise<void>;
};

/** Checks a feature's object, and keeps the type of what it gives to others. */
export const defineFeature = <Needs extends Office, Gives extends object>(
  feature: Feature<Needs, Gives>,
): Feature<Needs, Gives> => feature;
