import { adUnitSlots } from '@adwarden/contract/ad-units';
import {
  type CheckAppForm,
  type CheckedApp,
  checkAppForm,
} from '@adwarden/contract/findings/findings';
import { judgeFields } from '@adwarden/contract/findings/judge-fields';
import { findingSeverities, severityOf, sourceOf } from '@adwarden/contract/findings/rules';
import { findingTextsFor } from '@adwarden/contract/findings/texts';
import type { Role } from '../../../../lib/role.ts';
import { may } from '../../../../people/may.ts';
import { fieldsOf } from '../app-form-values.ts';

/** The fields of the form that the rules look at. */
export const judgedFields = [
  'packageName',
  'accountName',
  'selectedUser',
  'adsStatus',
  'appStatus',
  'ipAddress',
  ...adUnitSlots.map(({ name }) => name),
] as const;
type JudgedField = (typeof judgedFields)[number];
export type JudgedValues = Record<JudgedField, string>;

type Said = CheckedApp['findings'][number];
/** A finding as the form shows it; `key` changes when it says something else. */
export type FormFinding = Omit<Said, 'muted' | 'isNew'> & { key: string };

/** The server's answer, with what it was asked. */
export type Checked = CheckedApp & { asked: CheckAppForm };

/**
 * Returns the question for the server about the form of a new app (`appID` is '') or of an edit. `country`: the countries
 * that are saved with a copy; without it, the app keeps its own. It leaves out a text that the server would refuse, such
 * as one that is too long, so that the other fields are judged.
 */
export function questionOf(
  role: Role,
  appID: string,
  values: JudgedValues,
  country?: string,
): CheckAppForm {
  const asked = judgedFields.filter(
    (name) =>
      fieldsOf(role).includes(name) && checkAppForm.shape[name].safeParse(values[name]).success,
  );
  const typed = Object.fromEntries(asked.map((name) => [name, values[name]]));
  return { appID, ...typed, ...(country !== undefined && { country }) };
}

/** Returns the findings of the contract's own rules. An owner's app always has an owner. */
export function judgeForm(role: Role, values: JudgedValues): FormFinding[] {
  const hasOwner = may(role, 'own-apps') || values.selectedUser.trim() !== '';
  return judgeFields({ ...values, hasOwner }).map(({ rule, field, detail, facts }) => ({
    rule,
    severity: severityOf(rule),
    field,
    detail,
    ...findingTextsFor(role, rule),
    apps: [],
    key: `${rule} ${field} ${facts}`,
  }));
}

/** Rules about the app's own fields that also need its countries and the VPN key, which the form does not have. */
const needsServer = new Set<Said['rule']>(['ip-rules-without-effect', 'countries-without-effect']);

/**
 * Returns all findings of the form, the worst first. The contract's rules judge the values as they are now. The server's
 * findings stay until its next answer, except in fields that were changed since. Muted findings are left out.
 */
export function findingsIn(
  role: Role,
  values: JudgedValues,
  checked: Checked | null,
): FormFinding[] {
  const muted = mutedIn(role, checked);
  const own = judgeForm(role, values).filter(({ key }) => !muted.has(key));
  const theirs = (checked?.findings ?? [])
    .filter(({ rule }) => sourceOf(rule) !== 'fields' || needsServer.has(rule))
    .filter((found) => !found.muted && isSameField(found.field, values, checked?.asked))
    .map(({ muted: _, isNew: __, ...said }) => ({
      ...said,
      key: `${said.rule} ${said.field} ${said.detail}`,
    }));
  return findingSeverities.flatMap((severity) =>
    [...own, ...theirs].filter((found) => found.severity === severity),
  );
}

/** Tells whether a field has the value that the server was asked about; a field that the form does not have never changes. */
function isSameField(field: string, values: JudgedValues, asked?: CheckAppForm): boolean {
  const before = asked?.[field as JudgedField];
  return before === undefined || values[field as JudgedField] === before;
}

/** Returns the keys of the findings of the form that are muted, as long as their facts stay the same. */
function mutedIn(role: Role, checked: Checked | null): Set<string> {
  const muted = (checked?.findings ?? []).filter((found) => found.muted);
  if (!checked || muted.length === 0) return new Set();
  const asked = Object.fromEntries(judgedFields.map((name) => [name, checked.asked[name] ?? '']));
  const isMuted = ({ rule, field }: FormFinding) =>
    muted.some((one) => one.rule === rule && one.field === field);
  return new Set(
    judgeForm(role, asked as JudgedValues)
      .filter(isMuted)
      .map(({ key }) => key),
  );
}

/** Tells whether all judged fields are empty, so that there is nothing to ask the server about a new app. */
export const isBlank = (values: JudgedValues): boolean =>
  judgedFields.every((name) => values[name].trim() === '');
