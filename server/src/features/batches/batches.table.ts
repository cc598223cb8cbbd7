import type { BatchChange } from '@adwarden/contract/batches/batch-change';
import type {
  BatchOutcome,
  BatchPreview,
  PreviewOutcome,
} from '@adwarden/contract/batches/batches';
import type { FieldError } from '@adwarden/contract/envelope';
import { limits } from '@adwarden/contract/limits';
import type { BatchAppTable, BatchTable } from '../../db/schema.batches.ts';
import type { Db } from '../../db/schema.ts';
import type { AppValues, NewValues } from '../../edits/edits.table.ts';
import type { Actor } from '../../http/actor.ts';

/** An app with the fields that a batch may set, and the versions of the app and of its configuration, 0 without one. */
export type ChangeableApp = {
  appName: string;
  ownerId: string | null;
  values: AppValues;
  version: number;
  countryVersion: number;
};

/** Reads some apps by app ID; those that do not exist are left out. */
export type ReadApps = (db: Db, appIDs: string[]) => Promise<Map<string, ChangeableApp>>;

/**
 * A wrong field, and the column of the imported file. `cause` is the wording for all apps, when the message names one of them.
 */
export type RowError = FieldError & { column?: string | undefined; cause?: string | undefined };

/** An app of a preview. `changes` are the wanted values of an import; those of other batches follow from the batch's change. */
export type PreviewedApp = {
  appID: string;
  appName: string;
  version?: number | undefined;
  countryVersion?: number | undefined;
  row?: number | undefined;
  changes?: NewValues | undefined;
  errors?: RowError[] | undefined;
};

/** The outcome of an app. `request` is the id of the change request that was made. */
export type Became = {
  outcome: Exclude<BatchOutcome, 'waiting'>;
  reason: string;
  request?: string | undefined;
};

/** An app of a batch, with its JSON parsed. */
export type StoredApp = PreviewedApp &
  Pick<BatchAppTable, 'batchID' | 'outcome' | 'place' | 'became' | 'reason'> & {
    request?: string | undefined;
  };

/** The findings of a preview; a node of 0.3.2 stores no causes and no deliveries. */
export type PreviewFacts = Pick<BatchPreview, PreviewOutcome | 'findings' | 'impact'> &
  Partial<Pick<BatchPreview, 'causes' | 'delivery'>>;

/** A batch with its JSON parsed. */
export type StoredBatch = Omit<BatchTable, 'change' | 'facts'> & {
  change: BatchChange;
  facts: PreviewFacts;
};

export const noFacts: PreviewFacts = {
  changed: 0,
  created: 0,
  unchanged: 0,
  refused: 0,
  findings: [],
  impact: null,
};

/** Returns the person who started a batch, as the author of its changes. */
export const authorOf = (batch: StoredBatch): Actor => ({
  kind: batch.authorKind,
  id: batch.authorId,
  fullName: batch.authorName,
  login: batch.authorLogin,
  address: batch.authorAddress,
});

/** Tells whether a batch has so many apps that they are compared with other apps only after its end. */
export const isLarge = ({ total }: Pick<StoredBatch, 'total'>): boolean =>
  total > limits.batches.compared;

/** Counts the apps of a batch that are done. */
export const doneOf = (batch: Pick<StoredBatch, 'changed' | 'requested' | 'skipped' | 'failed'>) =>
  batch.changed + batch.requested + batch.skipped + batch.failed;
