import { type FindingSeverity, findingSeverities } from '@adwarden/contract/findings/rules';
import type { AppFactTable, FindingTable } from '../../db/schema.safety.ts';

/** A finding as it is stored. */
export type FindingRow = FindingTable;

/** A fact of one app, by which other apps find it. */
export type Fact = Pick<AppFactTable, 'kind' | 'value' | 'detail'>;
export type FactKind = AppFactTable['kind'];

/** Returns a severity as the stored number, so that the database can sort by it: 0 is the worst. */
export const rankOf = (severity: FindingSeverity): number => findingSeverities.indexOf(severity);

/** The app ID of findings about the installation. */
export const installation = '';

/** The columns that identify a finding. */
export type FindingKey = Pick<FindingRow, 'appID' | 'rule' | 'field'>;
export const keyOf = ({ appID, rule, field }: FindingKey): string => `${appID} ${rule} ${field}`;
