import { type ReactNode, useEffect, useRef } from 'react';
import { useDialog } from '../../../../ui/dialog/use-dialog.ts';
import { type AskedQuestion, BeforeSaveDialog } from './before-save-dialog.tsx';

/**
 * The dialog of a question before a save. `put` shows it and resolves to true for "Save anyway". It resolves to false for
 * the way back, and when the form is closed or left. `isOpen` tells whether the form is still there.
 */
export function useSaveQuestion(opened: boolean) {
  const dialog = useDialog<AskedQuestion>();
  const answer = useRef((_isSave: boolean) => {});
  const isOpen = useRef(false);

  useEffect(() => {
    if (!opened) return;
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      answer.current(false);
    };
  }, [opened]);

  function put(asked: AskedQuestion): Promise<boolean> {
    dialog.open(asked);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }

  function close(isSave: boolean): void {
    dialog.close();
    answer.current(isSave);
  }

  const question: ReactNode = (
    <BeforeSaveDialog
      opened={dialog.opened}
      question={dialog.about}
      onBack={() => close(false)}
      onSave={() => close(true)}
    />
  );
  return { put, isOpen, question };
}
