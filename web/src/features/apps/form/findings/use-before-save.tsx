import type { App } from '@adwarden/contract/apps';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Role } from '../../../../lib/role.ts';
import type { AppFormValues } from '../app-form-values.ts';
import { fieldsIn, namesIn, needsAnswer, questionBefore, withoutAsked } from './before-save.ts';
import type { AskedQuestion } from './before-save-dialog.tsx';
import { checkInTime } from './check-app.api.ts';
import { questionOf } from './findings-of-form.ts';
import { useSaveQuestion } from './use-save-question.tsx';

type Options = {
  role: Role;
  opened: boolean;
  visit: number;
  /** The countries that are saved with a copy. */
  country: string | undefined;
  /** Focuses the first of these fields. */
  focus: (fields: string[]) => void;
};

/**
 * The question before the form of an app is saved (ADR 36). `ask` resolves to true when the form is to be sent: there is
 * nothing to ask, or the user has said "Save anyway". While a form is open, it asks about each finding only once.
 * `question` is its dialog.
 */
export function useBeforeSave({ role, opened, visit, country, focus }: Options) {
  const client = useQueryClient();
  const { put, isOpen, question } = useSaveQuestion(opened);
  const asked = useRef(new Set<string>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each app the questions begin anew
  useEffect(() => {
    if (opened) asked.current = new Set();
  }, [opened, visit]);

  async function ask(
    before: App | null,
    after: AppFormValues,
    verb: AskedQuestion['verb'] = 'Save',
  ): Promise<boolean> {
    const save = { role, before, after };
    const checked = needsAnswer(save)
      ? await checkInTime(client, questionOf(role, before?.appID ?? '', after, country))
      : null;
    // The form may have been closed in between, and its changes discarded.
    if (!isOpen.current) return false;
    const about = withoutAsked(questionBefore({ ...save, checked }), asked.current);
    const names = namesIn(about);
    if (names.length === 0) return true;
    for (const name of names) asked.current.add(name);
    const isSave = await put({ ...about, verb });
    // After the dialog has given the focus back, and the form is enabled again.
    if (!isSave) setTimeout(() => focus(fieldsIn(about)));
    return isSave;
  }

  return { ask, question };
}
