import type { Keepers } from '../changes/keeper.ts';
import { createSecretReads } from '../changes/secret-reads.ts';
import { createEdits } from '../edits/edits.service.ts';
import type { RunningOffice, WorkingOffice } from '../feature.ts';
import { createAppEdits } from '../features/apps/apps.edit.service.ts';
import type { Actor } from '../http/actor.ts';
import type { BackOffice } from '../http/route.ts';
import { iconRoutes } from '../icons/icons.routes.ts';
import { isIconStored } from '../icons/icons.store.ts';
import { createResolveHost, type ResolveHost } from '../kit/outside/resolve-host.ts';
import { createPasswordHasher, type PasswordCost } from '../kit/password-hash.ts';
import { createWeaknessOf } from '../kit/weak-password.ts';
import { repeatCalls } from '../repeats/repeats.ts';
import { deleteThingsOf, endAccess } from './end-access.ts';
import { type FeatureBase, features } from './features.ts';
import { waysIn } from './ways-in.ts';

/** The dependencies of features that are made here. */
type MadeHere =
  | ('edits' | 'appEdits' | 'resolve' | 'hasher' | 'weaknessOf')
  | ('noteSecretRead' | 'endAccess' | 'deleteThingsOf');

/** The dependencies of the features. */
export type FeatureDeps = Omit<FeatureBase, MadeHere | 'countryOf'> & {
  /** The country of an address by the database on this machine; unknown for commands, which sign nobody in. */
  countryOf?: FeatureBase['countryOf'];
  /** The look-up of host names; by default that of this machine. */
  resolve?: ResolveHost;
  /** The cost of a password hash; by default OWASP's. */
  passwordCost?: PasswordCost | undefined;
};

/** The parts of a running office that are not made of the features themselves. */
export type OutsideFeatures = Omit<RunningOffice, 'keepers' | 'accounts'>;

/** Builds every feature of the list. */
export function composeFeatures(deps: FeatureDeps) {
  const { db, changeLog, seal, clock, settings, logger } = deps;
  const { countryOf = () => null, resolve = createResolveHost(), passwordCost, ...given } = deps;
  const edits = createEdits({ appsPerOwner: settings.appsPerOwner, isIconStored });
  const { has, built } = features.build({
    ...given,
    countryOf,
    edits,
    appEdits: createAppEdits(edits),
    resolve,
    hasher: createPasswordHasher(passwordCost),
    weaknessOf: createWeaknessOf(['Adwarden', settings.companyName]),
    noteSecretRead: createSecretReads({ changeLog, clock, logger }),
    endAccess,
    deleteThingsOf,
  });
  const keepers: Keepers = Object.assign({}, ...built.map((feature) => feature.keepers));
  const accounts = { admin: has.adminAccounts, user: has.userAccounts };

  return {
    ...has,
    ...waysIn(has.sessionsWay, has.keysWay),

    /** Adds what a new database lacks, and returns the first administrator. */
    async prepare() {
      for (const feature of built) await feature.prepare?.();
      return has.ensureFirstAdmin(settings.admin);
    },

    /** Adds the features' parts of the demo data, as an administrator. */
    async addDemo(admin: Actor, password: string): Promise<void> {
      for (const feature of built) await feature.demo?.(admin, password);
    },

    /** Returns what the features do by themselves. */
    jobs: (office: WorkingOffice) => built.flatMap((feature) => feature.jobs?.(office) ?? []),

    /** Registers the routes. */
    register(server: BackOffice, office: OutsideFeatures): void {
      repeatCalls(server, { db, seal });
      for (const feature of built) feature.register?.(server, { ...office, keepers, accounts });
      iconRoutes(server, { db });
    },
  };
}

/** The features of an office, and what they give. */
export type Features = ReturnType<typeof composeFeatures>;
