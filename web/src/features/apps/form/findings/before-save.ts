import type { App } from '@adwarden/contract/apps';
import type { Role } from '../../../../lib/role.ts';
import type { Effect } from '../../../../lib/words/impact-words.ts';
import { type AppFormValues, formOfApp } from '../app-form-values.ts';
import { type Checked, type FormFinding, findingsIn, judgeForm } from './findings-of-form.ts';
import { emptiedUnits, lostRequests, otherPublisher } from './impact-words.ts';

/** The findings and effects that the form asks about before a save. */
export type SaveQuestion = { errors: FormFinding[]; effects: Effect[] };

type Save = {
  role: Role;
  /** The app as it is saved now; null for a new one. */
  before: App | null;
  /** The form as it would be saved. */
  after: AppFormValues;
  /** The server's answer for these values; null when there is none. */
  checked: Checked | null;
};

/**
 * Returns what to ask before a save: errors that the edit makes or whose field it changes, without muted ones, and the
 * effects on phones. An error that the edit leaves as it was is not asked about.
 */
export function questionBefore({ role, before, after, checked }: Save): SaveQuestion {
  const errors = findingsIn(role, after, checked).filter(({ severity }) => severity === 'error');
  if (!before) return { errors, effects: [] };
  const was = formOfApp(before);
  const known = new Set(judgeForm(role, was).map(({ rule, field }) => `${rule} ${field}`));
  const worse = errors.filter(({ rule, field }) => {
    const name = field as keyof AppFormValues;
    return !known.has(`${rule} ${field}`) || was[name] !== after[name];
  });
  const effects = [
    checked?.impact ? lostRequests(checked.impact) : null,
    emptiedUnits(was, after),
    otherPublisher(was, after),
  ].filter((effect) => effect !== null);
  return { errors: worse, effects };
}

/**
 * Tells whether the save needs the server's answer first: whether the errors are muted, and how many requests an edit of
 * these fields would turn off. All other edits are saved without waiting.
 */
export function needsAnswer({ role, before, after }: Omit<Save, 'checked'>): boolean {
  if (!before) return false;
  const was = formOfApp(before);
  const rules = ['adsStatus', 'appStatus', 'ipAddress'] as const;
  const { errors } = questionBefore({ role, before, after, checked: null });
  return errors.length > 0 || rules.some((name) => was[name] !== after[name]);
}

/** Returns the part of a question that this form has not asked yet in the same words. */
export function withoutAsked({ errors, effects }: SaveQuestion, asked: ReadonlySet<string>) {
  return {
    errors: errors.filter(({ key }) => !asked.has(key)),
    effects: effects.filter(({ text }) => !asked.has(text)),
  };
}

/** Returns the names by which `withoutAsked` knows a question. */
export const namesIn = ({ errors, effects }: SaveQuestion): string[] => [
  ...errors.map(({ key }) => key),
  ...effects.map(({ text }) => text),
];

/** Returns the fields that the question is about, the first one first. For an app without ad units, that is the first ad unit. */
export const fieldsIn = ({ errors, effects }: SaveQuestion): string[] => [
  ...errors.map(({ field }) => field || 'googleNative1'),
  ...effects.flatMap(({ fields }) => fields),
];
