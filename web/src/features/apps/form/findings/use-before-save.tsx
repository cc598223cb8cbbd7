import type { App } from '@adwarden/contract/apps';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Role } from '../../../../lib/role.ts';
import { useDialog } from '../../../../ui/dialog/use-dialog.ts';
import type { AppFormValues } from '../app-form-values.ts';
import {
  fieldsIn,
  namesIn,
  needsAnswer,
  questionBefore,
  type SaveQuestion,
  withoutAsked,
} from './before-save.ts';
import { BeforeSaveDialog } from './before-save-dialog.tsx';
import { checkInTime } from './check-app.api.ts';
import { questionOf } from './form-findings.ts';

type Options = {
  role: Role;
  opened: boolean;
  /** Focuses the first of these fields. */
  focus: (fields: string[]) => void;
};

/**
 * The question before a save (ADR 36). `ask` resolves to true when the form is to be sent: there is
 * nothing to ask, or the user has said "Save anyway". The same is asked once in an open form. `question` is its dialog.
 */
export function useBeforeSave({ role, opened, focus }: Options) {
  const client = useQueryClient();
  const dialog = useDialog<SaveQuestion>();
  const asked = useRef(new Set<string>());
  const answer = useRef((_isSave: boolean) => {});
  const isOpen = useRef(false);

  useEffect(() => {
    if (!opened) return;
    isOpen.current = true;
    asked.current = new Set();
    return () => {
      isOpen.current = false;
      answer.current(false);
    };
  }, [opened]);

  async function ask(before: App | null, after: AppFormValues): Promise<boolean> {
    const save = { role, before, after };
    const checked = needsAnswer(save)
      ? await checkInTime(client, questionOf(role, before?.appID ?? '', after))
      : null;
    // The form may have been closed in between, and its changes discarded.
    if (!isOpen.current) return false;
    const question = withoutAsked(questionBefore({ ...save, checked }), asked.current);
    const names = namesIn(question);
    if (names.length === 0) return true;
    for (const name of names) asked.current.add(name);
    dialog.open(question);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }

  function close(isSave: boolean): void {
    dialog.close();
    answer.current(isSave);
    const fields = dialog.about ? fieldsIn(dialog.about) : [];
    // After the dialog has given the focus back, and the form is enabled again.
    if (!isSave) setTimeout(() => focus(fields));
  }

  const question: ReactNode = (
    <BeforeSaveDialog
      opened={dialog.opened}
      question={dialog.about}
      onBack={() => close(false)}
      onSave={() => close(true)}
    />
  );
  return { ask, question };
}
